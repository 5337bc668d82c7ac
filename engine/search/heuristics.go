package search

import "xiangqibot/engine/board"

// heuristics holds what a thread learns during the search: which moves cause cutoffs, and how far the evaluation is
// off.
type heuristics struct {
	params *parameters
	// cuts counts the beta cutoffs of this search, firstCuts those by the first move searched.
	cuts, firstCuts uint64

	hist  history
	stack stack // of the line that is being searched
}

// begin prepares a new search.
func (h *heuristics) begin() {
	h.cuts, h.firstCuts = 0, 0
	h.stack.clear()
	// The histories are still useful for the next position of a game, but should count less than what is learned now.
	h.hist.decay()
}

// corrected adds the correction history of similar positions to a raw evaluation.
func (h *heuristics) corrected(p *board.Position, ply, raw int) int {
	if h.params.CorrectionHistory == 0 {
		return raw
	}
	sum, prev := 0, h.stack.previous(ply)
	for _, entry := range h.hist.corrections(p, &prev) {
		sum += int(*entry)
	}
	return max(min(raw+sum/correctionGrain, proven-1), 1-proven)
}

// updateCorrectionHistory records that the score of the search exceeds the corrected evaluation by off centipawns.
func (h *heuristics) updateCorrectionHistory(p *board.Position, ply, off, depth int) {
	most, prev := h.params.CorrectionMax*correctionGrain, h.stack.previous(ply)
	bonus := max(min(off*correctionGrain*depth/128, most/4), -most/4)
	for _, entry := range h.hist.corrections(p, &prev) {
		v := int(*entry)
		*entry = int16(v + bonus - v*max(bonus, -bonus)/most)
	}
}

// updateCutStats gives a bonus to the move that caused a cutoff and a malus to those searched before it.
func (h *heuristics) updateCutStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	h.cuts++
	if len(quiets)+len(captures) == 0 {
		h.firstCuts++
	}
	h.updateStats(p, ply, depth, m, quiets, captures)
}

// updateStats gives a bonus to the best move of a node and a malus to the others that were searched.
func (h *heuristics) updateStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	quiet := p.At(m.To()) == board.NoPiece
	if quiet {
		h.updateQuietStats(p, ply, depth, m, quiets)
	}
	if h.params.CaptureHistory == 0 {
		return
	}
	bonus := h.params.historyBonus(depth)
	malus := bonus * h.params.HistoryMalus / 100
	if !quiet {
		h.hist.updateCapture(p, m, bonus)
	}
	for _, c := range captures {
		if c != m {
			h.hist.updateCapture(p, c, -malus)
		}
	}
}

// updateQuietStats gives a bonus to a quiet move that caused a cutoff and a malus to the quiet moves searched before
// it.
func (h *heuristics) updateQuietStats(p *board.Position, ply, depth int, m board.Move, failed []board.Move) {
	f := &h.stack[ply+stackOffset]
	if f.killers[0] != m && h.params.Killers != 0 {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	prev := h.continuationMoves(ply)
	bonus := h.params.historyBonus(depth)
	h.updateQuietHistories(p, m, &prev, bonus)
	malus := bonus * h.params.HistoryMalus / 100
	for _, q := range failed {
		if q != m {
			h.updateQuietHistories(p, q, &prev, -malus)
		}
	}
}

// updatePriorMove gives a bonus to the quiet move at ply, to which the node below found no good reply.
func (h *heuristics) updatePriorMove(p *board.Position, ply, depth int) {
	f := &h.stack[ply+stackOffset]
	if f.capture || f.target == noTarget {
		return
	}
	bonus := h.params.historyBonus(depth)
	if h.params.ButterflyHistory != 0 {
		applyBonus(&h.hist.butterfly[p.SideToMove().Opponent()][f.move], bonus/2)
	}
	prev := h.continuationMoves(ply)
	h.hist.updateContinuations(f.target, &prev, bonus)
}

// updateRefuted gives a malus to the quiet move at ply, which a reply refuted although it was among the first to be
// tried.
func (h *heuristics) updateRefuted(ply, depth int) {
	const early = 3
	f := &h.stack[ply+stackOffset]
	if f.capture || f.target == noTarget || f.moveCount > early {
		return
	}
	prev := h.continuationMoves(ply)
	h.hist.updateContinuations(f.target, &prev, -h.params.historyBonus(depth+1)*h.params.RefutedMalus/100)
}

// updateAfterReduction gives the quiet move at ply, which raised alpha at a reduced depth, a bonus or a malus for its
// score at the depth at which it was searched again.
func (h *heuristics) updateAfterReduction(ply, depth, score, alpha, beta int) {
	f := &h.stack[ply+stackOffset]
	if f.capture || score > alpha && score < beta {
		return
	}
	bonus, prev := h.params.historyBonus(depth), h.continuationMoves(ply)
	if score <= alpha {
		bonus = -bonus
	}
	h.hist.updateContinuations(f.target, &prev, bonus)
}

// updateGained gives the quiet move before ply a bonus or a malus in the butterfly history for what the evaluation
// gained by it, and a tempo more: each side evaluates when it is to move.
func (h *heuristics) updateGained(p *board.Position, ply int) {
	const most, tempo = 150, 40 // centipawns
	before := &h.stack[ply-1+stackOffset]
	if h.params.ButterflyHistory == 0 || before.target == noTarget || before.capture || before.eval == noScore ||
		before.excluded != board.NoMove {
		return
	}
	gained := max(min(-before.eval-h.stack[ply+stackOffset].eval, most), -most) + tempo
	applyBonus(&h.hist.butterfly[p.SideToMove().Opponent()][before.move], gained*h.params.GainedBonus)
}

// continuationMoves returns the previous moves, none if [Params].ContinuationHistory is off.
func (h *heuristics) continuationMoves(ply int) previous {
	if h.params.ContinuationHistory == 0 {
		return previous{}
	}
	return h.stack.previous(ply)
}

// updateQuietHistories applies a bonus, which may be negative, to all histories of a quiet move.
func (h *heuristics) updateQuietHistories(p *board.Position, m board.Move, prev *previous, bonus int) {
	if h.params.ButterflyHistory != 0 {
		applyBonus(&h.hist.butterfly[p.SideToMove()][m], bonus)
	}
	pt := targetOf(p.At(m.From()), m.To())
	if h.params.PawnHistory != 0 {
		applyBonus(&h.hist.withPawns(p)[pt], bonus)
	}
	h.hist.updateContinuations(pt, prev, bonus)
}
