package rules

import (
	"slices"

	"xiangqibot/engine/board"
)

// PositionHistory holds what the rules need to know about the positions that led to the current one. A search pushes
// and pops the moves of a line.
//
//	var t rules.PositionHistory
//	pos := t.Reset(&record)
//	undo := pos.Make(m)
//	t.Push(&pos, m, undo.Captured != board.NoPiece, pos.InCheck())
//	…
//	t.Pop()
//	pos.Unmake(m, undo)
//
// Call Reset first: every other method needs at least one position.
type PositionHistory struct{ steps []step }

// step is the entry of one position.
type step struct {
	key   uint64
	move  board.Move // that led here
	check bool       // the side to move is in check: the move gave it
	// reversible is the number of plies since the last capture or null move: how far back a repetition can be.
	reversible int32
	counted    int32    // plies towards the natural limit, with ten checks a side
	checks     [2]int32 // checks each side gave since the last capture
}

const (
	// countedChecks is the number of checks of one side that count towards the natural limit.
	countedChecks = 10
	// shortestCycle is the minimum number of plies after which a position can be repeated.
	shortestCycle = 4
)

// Reset replaces the history by that of the record and returns its last position. The capture clock of the start
// position counts as plies without checks.
func (t *PositionHistory) Reset(r *board.Record) board.Position {
	p := r.Start
	t.steps = append(t.steps[:0], step{key: p.Hash(), check: p.InCheck(), counted: int32(p.CaptureClock())})
	for _, m := range r.Moves {
		undo := p.Make(m)
		t.Push(&p, m, undo.Captured != board.NoPiece, p.InCheck())
	}
	return p
}

// Reserve makes room for n more positions, so that pushing them does not allocate.
func (t *PositionHistory) Reserve(n int) { t.steps = slices.Grow(t.steps, n) }

// Push adds the position p after the move m. captured reports whether m was a capture, check whether it gave check.
func (t *PositionHistory) Push(p *board.Position, m board.Move, captured, check bool) {
	next := step{key: p.Hash(), move: m, check: check}
	if !captured {
		last := &t.steps[len(t.steps)-1]
		next.reversible, next.counted, next.checks = last.reversible+1, last.counted, last.checks
		other := p.SideToMove()
		mover := other.Opponent()
		if check {
			next.checks[mover]++
		}
		switch {
		case check && next.checks[mover] > countedChecks: // an uncounted check
		case last.check && last.checks[other] > countedChecks: // the reply to one
		default:
			next.counted++
		}
	}
	t.steps = append(t.steps, next)
}

// PushNull adds the position p after a null move of a search. No position before it can be repeated.
func (t *PositionHistory) PushNull(p *board.Position) {
	last := &t.steps[len(t.steps)-1]
	t.steps = append(t.steps, step{key: p.Hash(), counted: last.counted, checks: last.checks})
}

// Pop removes the last position.
func (t *PositionHistory) Pop() { t.steps = t.steps[:len(t.steps)-1] }

// InCheck reports whether the side to move in the last position is in check.
func (t *PositionHistory) InCheck() bool { return t.steps[len(t.steps)-1].check }

// CountedPlies returns the number of plies that count towards the natural limit if only ten checks of each side do.
// Without that rule, the number is the position's capture clock.
func (t *PositionHistory) CountedPlies() int { return int(t.steps[len(t.steps)-1].counted) }

// RepetitionDistance returns how many plies ago the last position occurred for the n-th time, counting backward: n = 1
// is its latest earlier occurrence. It returns 0 if it has not occurred that often since the last capture.
func (t *PositionHistory) RepetitionDistance(n int) (plies int) {
	last := len(t.steps) - 1
	now := &t.steps[last]
	for back := shortestCycle; back <= int(now.reversible); back += 2 {
		if t.steps[last-back].key == now.key {
			if n--; n == 0 {
				return back
			}
		}
	}
	return 0
}
