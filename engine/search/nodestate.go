package search

import "xiangqibot/engine/board"

// nodeState holds the variables of a node for the steps that are functions of their own.
type nodeState struct {
	ply, depth int
	cutNode    bool // expected to fail high
	pvNode     bool // searched with an open window
	inCheck    bool
	improving  bool // better than at the last turn

	tt        ttData // what the table knew; ttScore is its score, counted from the root, or noScore
	ttScore   int
	ttPV      bool // on a principal variation now or earlier
	ttCapture bool // the table's move is a capture
}

// maybeSingular reports whether the table move qualifies for the singular test: a lower bound from a deep enough
// search.
func (v *nodeState) maybeSingular(params *parameters) bool {
	return v.depth >= params.SingularDepth && v.tt.bound&boundLower != 0 && v.tt.depth >= v.depth-3 &&
		v.ttScore < proven && v.ttScore > -proven
}

// singularTarget is the bound that all other moves must fail below for the table move to be singular.
func (v *nodeState) singularTarget(params *parameters) int {
	return v.ttScore - params.SingularMargin*v.depth/16
}

// reduction returns the adjustment of the late-move reduction for m, in hundredths of a ply; negative to reduce less.
// history is the history score of m.
func (w *worker) reduction(v *nodeState, m board.Move, alpha int, capture, givesCheck bool, history int) int {
	f, params := &w.stack[v.ply+stackOffset], w.params
	r := 0
	if params.HistoryReductions != 0 {
		r = -onePly * history / params.LateHistory
	}
	if v.cutNode {
		r += params.LateCut
		if v.tt.move == board.NoMove {
			r += params.LateNoTableMove
		}
	}
	if !v.improving {
		r += params.LateNotImproving
	}
	if v.ttPV {
		r -= params.LatePrincipal
		if v.ttScore != noScore && v.ttScore > alpha {
			r -= params.LateTableScore
		}
		if v.tt.depth >= v.depth {
			r -= params.LateTableScore
		}
	}
	if v.ttCapture && !capture {
		r += params.LateTableCapture
	}
	switch {
	case givesCheck:
		r -= params.LateCheck
	case v.inCheck:
		r -= params.LateEvasion
	}
	if m == f.killers[0] || m == f.killers[1] {
		r -= params.LateKiller
	}
	// The replies to the move searched before this one. Other engines count the fail-highs of all nodes of the next ply
	// here; a test found no difference (docs/experiments/search.md).
	if w.stack[v.ply+1+stackOffset].cuts > params.CutsMany {
		r += params.LateCutsMany
	}
	return r
}

// saveScore stores the result of a node. If the score is due to a forbidden repetition, it belongs to the path and not
// to the position, and only the move is stored.
func (w *worker) saveScore(ply, score int, f ttData) {
	f.score = scoreToTT(score, ply)
	if isRepetitionScore(score) {
		f.bound, f.score = boundNone, 0
	}
	w.storeTT(w.key(), f)
}

// probeScore looks up the current position in the table. The score counts mates from the root. It is noScore if the
// position occurred in the game: the stored score does not know that the next occurrence may end the game.
func (w *worker) probeScore(key uint64, ply int, s occurrence) (tt ttData, score int, hit bool) {
	tt, hit = w.probeTT(key)
	if !hit || tt.bound == boundNone || s != firstTime {
		return tt, noScore, hit
	}
	return tt, scoreFromTT(tt.score, ply), true
}

// storeTT stores an entry in the table, and probeTT looks one up, if the table is enabled.
func (w *worker) storeTT(key uint64, f ttData) {
	if w.params.TranspositionTable != 0 {
		w.table.store(key, f)
	}
}

func (w *worker) probeTT(key uint64) (ttData, bool) {
	if w.params.TranspositionTable == 0 {
		return ttData{}, false
	}
	return w.table.probe(key)
}

// updatesCorrection reports whether the result of a node should update the correction history: the position and the
// best move are quiet, the natural limit is not near, and the bound contradicts the evaluation.
func (w *worker) updatesCorrection(ply, best int, m board.Move, b bound) bool {
	eval := w.stack[ply+stackOffset].eval
	switch {
	case w.path.InCheck() || best >= proven || best <= -proven || w.path.pliesToLimit(&w.pos) < nearLimit:
		return false
	case m != board.NoMove && w.pos.At(m.To()) != board.NoPiece:
		return false
	case b == boundLower && best <= eval, b == boundUpper && best >= eval:
		return false
	}
	return true
}

// cuts reports whether a score with this bound decides a node with a null window at beta.
func (b bound) cuts(score, beta int) bool {
	if score >= beta {
		return b&boundLower != 0
	}
	return b&boundUpper != 0
}

// confirms reports whether a score with this bound is a better estimate than the given one.
func (b bound) confirms(score, estimate int) bool {
	if score > estimate {
		return b&boundLower != 0
	}
	return b&boundUpper != 0
}

// hasAttackers reports whether the side to move has a rook, horse or cannon: a piece that can cross the river and come
// back.
func hasAttackers(p *board.Position) bool {
	c := p.SideToMove()
	return !p.Pieces(c, board.Rook).Or(p.Pieces(c, board.Horse)).Or(p.Pieces(c, board.Cannon)).Empty()
}
