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
func (l *heuristics) begin() {
	l.cuts, l.firstCuts = 0, 0
	l.stack.clear()
	// The histories are still useful for the next position of a game, but should count less than what is learned now.
	l.hist.decay()
}

// corrected adds the correction history of similar positions to a raw evaluation.
func (l *heuristics) corrected(p *board.Position, ply, raw int) int {
	if l.params.CorrectionHistory == 0 {
		return raw
	}
	sum, prev := 0, l.stack.previous(ply)
	for _, entry := range l.hist.corrections(p, &prev) {
		sum += int(*entry)
	}
	return max(min(raw+sum/correctionGrain, proven-1), 1-proven)
}

// updateCorrectionHistory records that the score of the search exceeds the corrected evaluation by off centipawns.
func (l *heuristics) updateCorrectionHistory(p *board.Position, ply, off, depth int) {
	most, prev := l.params.CorrectionMax*correctionGrain, l.stack.previous(ply)
	bonus := max(min(off*correctionGrain*depth/128, most/4), -most/4)
	for _, entry := range l.hist.corrections(p, &prev) {
		v := int(*entry)
		*entry = int16(v + bonus - v*max(bonus, -bonus)/most)
	}
}

// updateCutStats gives a bonus to the move that caused a cutoff and a malus to those searched before it.
func (l *heuristics) updateCutStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	l.cuts++
	if len(quiets)+len(captures) == 0 {
		l.firstCuts++
	}
	l.updateStats(p, ply, depth, m, quiets, captures)
}

// updateStats gives a bonus to the best move of a node and a malus to the others that were searched.
func (l *heuristics) updateStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	quiet := p.At(m.To()) == board.NoPiece
	if quiet {
		l.updateQuietStats(p, ply, depth, m, quiets)
	}
	if l.params.CaptureHistory == 0 {
		return
	}
	bonus := l.params.historyBonus(depth)
	malus := bonus * l.params.HistoryMalus / 100
	if !quiet {
		l.hist.updateCapture(p, m, bonus)
	}
	for _, c := range captures {
		if c != m {
			l.hist.updateCapture(p, c, -malus)
		}
	}
}

// updateQuietStats gives a bonus to a quiet move that caused a cutoff and a malus to the quiet moves searched before
// it.
func (l *heuristics) updateQuietStats(p *board.Position, ply, depth int, m board.Move, failed []board.Move) {
	f := &l.stack[ply+stackOffset]
	if f.killers[0] != m && l.params.Killers != 0 {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	prev := l.continuationMoves(ply)
	bonus := l.params.historyBonus(depth)
	l.updateQuietHistories(p, m, &prev, bonus)
	malus := bonus * l.params.HistoryMalus / 100
	for _, q := range failed {
		if q != m {
			l.updateQuietHistories(p, q, &prev, -malus)
		}
	}
}

// updatePriorMove gives a bonus to the quiet move at ply, to which the node below found no good reply.
func (l *heuristics) updatePriorMove(p *board.Position, ply, depth int) {
	f := &l.stack[ply+stackOffset]
	if f.capture || f.target == noTarget {
		return
	}
	bonus := l.params.historyBonus(depth)
	if l.params.ButterflyHistory != 0 {
		applyBonus(&l.hist.butterfly[p.SideToMove().Opponent()][f.move], bonus/2)
	}
	prev := l.continuationMoves(ply)
	l.hist.updateContinuations(f.target, &prev, bonus)
}

// updateRefuted gives a malus to the quiet move at ply, which a reply refuted although it was among the first to be
// tried.
func (l *heuristics) updateRefuted(ply, depth int) {
	const early = 3
	f := &l.stack[ply+stackOffset]
	if f.capture || f.target == noTarget || f.count > early {
		return
	}
	prev := l.continuationMoves(ply)
	l.hist.updateContinuations(f.target, &prev, -l.params.historyBonus(depth+1)*l.params.RefutedMalus/100)
}

// updateAfterReduction gives the quiet move at ply, which raised alpha at a reduced depth, a bonus or a malus for its
// score at the depth at which it was searched again.
func (l *heuristics) updateAfterReduction(ply, depth, score, alpha, beta int) {
	f := &l.stack[ply+stackOffset]
	if f.capture || score > alpha && score < beta {
		return
	}
	bonus, prev := l.params.historyBonus(depth), l.continuationMoves(ply)
	if score <= alpha {
		bonus = -bonus
	}
	l.hist.updateContinuations(f.target, &prev, bonus)
}

// updateGained gives the quiet move before ply a bonus or a malus in the butterfly history for what the evaluation
// gained by it, and a tempo more: each side evaluates when it is to move.
func (l *heuristics) updateGained(p *board.Position, ply int) {
	const most, tempo = 150, 40 // centipawns
	before := &l.stack[ply-1+stackOffset]
	if l.params.ButterflyHistory == 0 || before.target == noTarget || before.capture || before.eval == noScore ||
		before.excluded != board.NoMove {
		return
	}
	gained := max(min(-before.eval-l.stack[ply+stackOffset].eval, most), -most) + tempo
	applyBonus(&l.hist.butterfly[p.SideToMove().Opponent()][before.move], gained*l.params.GainedBonus)
}

// continuationMoves returns the previous moves, none if [Params].ContinuationHistory is off.
func (l *heuristics) continuationMoves(ply int) previous {
	if l.params.ContinuationHistory == 0 {
		return previous{}
	}
	return l.stack.previous(ply)
}

// updateQuietHistories applies a bonus, which may be negative, to all histories of a quiet move.
func (l *heuristics) updateQuietHistories(p *board.Position, m board.Move, prev *previous, bonus int) {
	if l.params.ButterflyHistory != 0 {
		applyBonus(&l.hist.butterfly[p.SideToMove()][m], bonus)
	}
	pt := targetOf(p.At(m.From()), m.To())
	if l.params.PawnHistory != 0 {
		applyBonus(&l.hist.withPawns(p)[pt], bonus)
	}
	l.hist.updateContinuations(pt, prev, bonus)
}
