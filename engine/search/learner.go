package search

import "xiangqibot/engine/board"

// A learner holds what a thread learns as it searches: which moves cut, and by how much the evaluation is off.
type heuristics struct {
	params   *parameters
	disabled Techniques // what this search does without
	// cuts counts the nodes of this search that were cut by a move, firstCuts those that were cut by the first one
	// searched.
	cuts, firstCuts uint64

	hist  history
	stack stack // of the line that is being searched
}

// begin lays out a new search, which does without some techniques.
func (l *heuristics) begin(without Techniques) {
	if l.disabled != without {
		l.hist.clear() // what was learned with other techniques would tell of them
	}
	l.disabled = without
	l.cuts, l.firstCuts = 0, 0
	l.stack.clear()
	// What the search learned about moves is still of use for the next position of a game, but it should not weigh as much
	// as what it will learn now.
	l.hist.decay()
}

// enabled reports whether a technique is in use.
func (l *heuristics) enabled(t Techniques) bool { return l.disabled&t == 0 }

// corrected adds to a raw evaluation what it was off by in similar positions.
func (l *heuristics) corrected(p *board.Position, ply, raw int) int {
	if !l.enabled(CorrectionHistory) {
		return raw
	}
	sum, prev := 0, l.stack.previous(ply)
	for _, entry := range l.hist.corrections(p, &prev) {
		sum += int(*entry)
	}
	return max(min(raw+sum/correctionGrain, proven-1), 1-proven)
}

// updateCorrectionHistory remembers that the search found so many centipawns more than the corrected evaluation.
func (l *heuristics) updateCorrectionHistory(p *board.Position, ply, off, depth int) {
	weight, most, prev := min(depth+1, 16), l.params.CorrectionMax*correctionGrain, l.stack.previous(ply)
	for _, entry := range l.hist.corrections(p, &prev) {
		v := (int(*entry)*(256-weight) + off*correctionGrain*weight) / 256
		*entry = int16(max(min(v, most-1), 1-most))
	}
}

// updateCutStats credits the move that cut a node and blames those tried in vain before it.
func (l *heuristics) updateCutStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	l.cuts++
	if len(quiets)+len(captures) == 0 {
		l.firstCuts++
	}
	l.updateStats(p, ply, depth, m, quiets, captures)
}

// updateStats credits the best move of a node and blames the others that were tried.
func (l *heuristics) updateStats(p *board.Position, ply, depth int, m board.Move, quiets, captures []board.Move) {
	quiet := p.At(m.To()) == board.NoPiece
	if quiet {
		l.updateQuietStats(p, ply, depth, m, quiets)
	}
	if !l.enabled(CaptureHistory) {
		return
	}
	bonus := l.params.historyBonus(depth)
	if !quiet {
		l.hist.updateCapture(p, m, bonus)
	}
	for _, c := range captures {
		if c != m {
			l.hist.updateCapture(p, c, -bonus)
		}
	}
}

// updateQuietStats credits a quiet move that cut a node, and blames those that failed before it.
func (l *heuristics) updateQuietStats(p *board.Position, ply, depth int, m board.Move, failed []board.Move) {
	f := &l.stack[ply+stackOffset]
	if f.killers[0] != m && l.enabled(Killers) {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	prev := l.continuationMoves(ply)
	bonus := l.params.historyBonus(depth)
	l.updateQuietHistories(p, m, &prev, bonus)
	for _, q := range failed {
		if q != m {
			l.updateQuietHistories(p, q, &prev, -bonus)
		}
	}
}

// updatePriorMove credits the quiet move of an earlier ply to which no answer was good enough.
func (l *heuristics) updatePriorMove(p *board.Position, ply, depth int) {
	f := &l.stack[ply+stackOffset]
	if f.capture || f.target == noTarget {
		return
	}
	bonus := l.params.historyBonus(depth)
	if l.enabled(ButterflyHistory) {
		applyBonus(&l.hist.butterfly[p.SideToMove().Opponent()][f.move], bonus/2)
	}
	prev := l.continuationMoves(ply)
	l.hist.updateContinuations(f.target, &prev, bonus)
}

// continuationMoves is previous where continuations are in use.
func (l *heuristics) continuationMoves(ply int) previous {
	if !l.enabled(ContinuationHistory) {
		return previous{}
	}
	return l.stack.previous(ply)
}

// updateQuietHistories moves all that is known of a quiet move by a bonus, which may be negative.
func (l *heuristics) updateQuietHistories(p *board.Position, m board.Move, prev *previous, bonus int) {
	if l.enabled(ButterflyHistory) {
		applyBonus(&l.hist.butterfly[p.SideToMove()][m], bonus)
	}
	l.hist.updateContinuations(targetOf(p.At(m.From()), m.To()), prev, bonus)
}
