package rules

import (
	"slices"

	"xiangqibot/engine/board"
)

// Ruling is the judgment of a cycle.
type Ruling uint8

// The rulings, from the view of the side that made the last move and so closed the cycle.
const (
	Tolerated  Ruling = iota // both are equally severe: a draw
	MoverLoses               // the mover's moves are more severe
	MoverWins                // the other side's moves are more severe
)

// severity says how severe a side's moves in a cycle are. The side with the higher severity loses; equal ones draw.
type severity uint8

const (
	harmless    severity = iota
	chasing              // one piece is chased by every move
	chasingRook          // the same, and the piece is a rook that the chaser's horse pins to its king
	checking             // every move gives check
)

// JudgeCycle judges the last plies moves, which must lead from the position of p to p. plies must be even, and the
// moves must not include a capture.
func (t *PositionHistory) JudgeCycle(p *board.Position, plies int, chases ChaseRule) Ruling {
	s := t.severities(p, plies, chases)
	mover := p.SideToMove().Opponent()
	switch {
	case s[mover] > s[mover.Opponent()]:
		return MoverLoses
	case s[mover] < s[mover.Opponent()]:
		return MoverWins
	}
	return Tolerated
}

// severities returns the severity of each side's moves. If checks decide, it does not look for chases.
func (t *PositionHistory) severities(p *board.Position, plies int, chases ChaseRule) (s [2]severity) {
	toMove := p.SideToMove()
	stretch := t.steps[len(t.steps)-plies:]
	all, some := [2]bool{true, true}, [2]bool{} // whether all moves of each side give check, and whether some do
	for i := range stretch {
		by := toMove ^ board.Color(i&1)
		all[by] = all[by] && stretch[i].check
		some[by] = some[by] || stretch[i].check
	}
	for c := range s {
		if all[c] {
			s[c] = checking
		}
	}
	switch {
	case chases == ChasesNotJudged, all[board.Red], all[board.Black]:
		return s
	case some[board.Red] && some[board.Black], chases == ChasesByVictim && some != [2]bool{}:
		return s
	}
	w := walkBack(p, stretch)
	victims := w.enemyPieces()
	for c := range victims {
		if some[c] { // checks mixed with chases are allowed (一将一捉)
			victims[c] = board.Bitboard{}
		}
	}
	s = w.chaseSeverities(stretch, chases, threatens, victims)
	if s == [2]severity{} || chases == ChasesByVictim {
		return s
	}
	if w.everyMoveThreatens(stretch, chases) {
		return w.chaseSeverities(stretch, chases, threatensAnew, victims)
	}
	return s
}

// chaseSeverities returns the severity of each side's chases of the given victims along the stretch. Unpinning the
// attacker continues a chase that another move made, but is not a chase by itself.
func (w cycleWalk) chaseSeverities(stretch []step, chases ChaseRule, rule threatRule, victims [2]board.Bitboard) (s [2]severity) {
	begin := w
	pinned := victims // those that the horse has pinned all along
	var buffer [maxThreats]Threat
	for i := range stretch {
		by := w.pos.SideToMove()
		if victims[by].Empty() {
			w.play(stretch[i].move)
			continue
		}
		before := w.pos
		w.play(stretch[i].move)
		var chased board.Bitboard
		for _, threat := range w.newThreats(buffer[:0], &before, moveBefore(stretch, i), stretch[i].move, chases, rule, victims[by]) {
			chased = chased.Or(board.SquareBit(threat.victim))
		}
		victims[by] = victims[by].And(chased)
		if victims[board.Red].Empty() && victims[board.Black].Empty() {
			return s
		}
		pinned[by] = w.pinnedRooks(by, pinned[by].And(victims[by]))
	}
	created := begin.newlyThreatened(stretch, chases, rule)
	for c := range s {
		switch {
		case victims[c].And(created[c]).Empty():
		case pinned[c].And(created[c]).Empty() || chases == ChasesByVictim:
			s[c] = chasing
		default:
			s[c] = chasingRook
		}
	}
	return s
}

// everyMoveThreatens reports whether every move of the stretch, by either side, creates a threat against some piece.
func (w cycleWalk) everyMoveThreatens(stretch []step, chases ChaseRule) bool {
	enemies := w.enemyPieces()
	var buffer [maxThreats]Threat
	for i := range stretch {
		before := w.pos
		by := before.SideToMove()
		w.play(stretch[i].move)
		threats := w.newThreats(buffer[:0], &before, moveBefore(stretch, i), stretch[i].move, chases, threatens, enemies[by])
		if stretch[i].check || !slices.ContainsFunc(threats, func(t Threat) bool { return t.created }) {
			return false
		}
	}
	return true
}

// newlyThreatened returns, for each side, the pieces against which some move of the stretch created a threat: one that
// did not exist before, not even with a pinned attacker.
func (w cycleWalk) newlyThreatened(stretch []step, chases ChaseRule, rule threatRule) (created [2]board.Bitboard) {
	enemies := w.enemyPieces()
	var buffer [maxThreats]Threat
	for i := range stretch {
		before := w.pos
		by := before.SideToMove()
		w.play(stretch[i].move)
		if stretch[i].check {
			continue
		}
		for _, threat := range w.newThreats(buffer[:0], &before, moveBefore(stretch, i), stretch[i].move, chases, rule, enemies[by]) {
			if threat.created {
				created[by] = created[by].Or(board.SquareBit(threat.victim))
			}
		}
	}
	return created
}

// moveBefore returns the move before the i-th of a cycle: that before the first is the last.
func moveBefore(stretch []step, i int) board.Move {
	return stretch[(i+len(stretch)-1)%len(stretch)].move
}
