package search

import "xiangqibot/engine/endgame"

// adjudicate applies the rules to the current position, in the order of [rules.Judge]. If they end the line here, it
// returns decided and the score for the side to move.
func (w *worker) adjudicate(ply int) (score int, s occurrence) {
	if w.path.pliesToLimit(&w.pos) > 0 && !w.path.ruleset.BareMaterial.Draws(&w.pos) {
		return w.path.repetition(&w.pos, ply)
	}
	if !w.pos.HasLegalMove() {
		return matedIn(ply), decided // mate on the last ply still counts
	}
	return drawScore, decided
}

// terminal scores the current position if it needs no search: the search was stopped, the rules or the endgame tables
// decide, or the line has reached maxPly. Then it returns decided, otherwise the occurrence of the position.
func (w *worker) terminal(ply int) (score int, s occurrence) {
	if w.stopped() {
		return drawScore, decided
	}
	if score, s = w.adjudicate(ply); s == decided {
		return score, s
	}
	if w.probeable() {
		if score, ok := w.probeEndgame(ply); ok {
			return score, decided
		}
	}
	if ply >= maxPly-1 {
		return w.leaf(ply, w.path.InCheck()), decided
	}
	return 0, s
}

// leaf scores a position at maxPly.
func (w *worker) leaf(ply int, inCheck bool) int {
	if inCheck {
		return drawScore
	}
	return w.corrected(&w.pos, ply, w.eval.Score(&w.pos))
}

// probeable reports whether the position has few enough pieces for the endgame tables. For most positions this test is
// their only cost.
func (w *worker) probeable() bool {
	return w.tables != nil && w.pos.Occupied().Count() <= endgame.MaxPieces
}

// probeEndgame probes the endgame tables. ok is false if they do not contain the position, or if the natural limit
// could come before the win. If the root is a draw by the tables, draws are left to the search, which prefers lines in
// which the opponent may go wrong.
func (w *worker) probeEndgame(ply int) (score int, ok bool) {
	v, ok := w.tables.Probe(&w.pos)
	if !ok || v.Plies > w.path.pliesToLimit(&w.pos) || v.Outcome == endgame.Draw && w.tableDraw {
		return 0, false
	}
	if v.Outcome == endgame.Draw {
		return drawScore, true
	}
	return tableScore(v, ply), true
}

// tableScore converts a table value to the score of a position ply plies from the root.
func tableScore(v endgame.Value, ply int) int {
	switch v.Outcome {
	case endgame.Win:
		return mateIn(ply + v.Plies)
	case endgame.Loss:
		return matedIn(ply + v.Plies)
	default:
		return drawScore
	}
}
