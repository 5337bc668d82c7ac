package search

import (
	"context"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Limits says how much may be searched, and under which rules. The zero value sets no limit: the search then runs until its context ends, or until
// maxPly is reached. Several limits may be set at once; the first one met stops the search.
type Limits struct {
	// Depth is the last iteration, in plies; 0 means no limit.
	Depth int
	// Nodes is the number of positions looked at; 0 means no limit. It is kept exactly with one thread.
	Nodes uint64
	// MoveTime is the time for this move. All of it is used.
	MoveTime time.Duration
	// Clock and Increment describe the clock of the side to move. The search then divides its time by itself.
	Clock, Increment time.Duration
	// MovesToGo is the number of moves until the clock is filled up again; 0 means it never is.
	MovesToGo int
	// Mate stops the search once a mate in at most so many moves is found; 0 means no limit.
	Mate int
	// Lines is how many best moves are wanted, each with its own line; 0 means one.
	Lines int
	// Moves, if not empty, are the only moves looked at in the first position.
	Moves []board.Move
	// Without are techniques that the search does without, to measure what they are worth.
	Without Techniques
	// Code is the set of rules by which the game is judged, in the line as at the board; the zero value means rules.Asian.
	Code rules.Code
}

// pollInterval is how many nodes pass between two looks at the clock and the context. At half a million nodes a second
// that is about 1 ms, well inside the 10 ms within which a search has to stop.
const pollInterval = 512

// clock decides when to stop. It is written before the search starts and only read while it runs.
type clock struct {
	start time.Time
	soft  time.Duration // no new iteration after this; 0: none
	hard  time.Duration // stop at once after this; 0: none
	nodes uint64        // 0: none
	done  <-chan struct{}
}

func newClock(ctx context.Context, l Limits) clock {
	c := clock{start: time.Now(), nodes: l.Nodes, done: ctx.Done()}
	c.soft, c.hard = l.budget()
	if deadline, ok := ctx.Deadline(); ok {
		// The context's own timer may come late when the processors are busy; looking at the time never does.
		left := max(time.Until(deadline), time.Nanosecond)
		if c.hard == 0 || left < c.hard {
			c.hard = left
		}
	}
	return c
}

// budget divides the clock: soft is what a move costs on average, hard is what it may cost at most.
func (l Limits) budget() (soft, hard time.Duration) {
	if l.Clock > 0 {
		moves := l.MovesToGo
		if moves <= 0 || moves > expectedMoves {
			moves = expectedMoves
		}
		left := max(l.Clock-clockReserve, l.Clock/10)
		soft = left/time.Duration(moves) + l.Increment*3/4
		hard = min(soft*hardFactor, left*3/4)
		soft = min(soft, hard)
	}
	if l.MoveTime > 0 && (hard == 0 || l.MoveTime < hard) {
		hard = l.MoveTime
		if soft > hard {
			soft = hard
		}
	}
	return soft, hard
}

// over tells whether the search has to stop now.
func (c *clock) over() bool {
	select {
	case <-c.done:
		return true
	default:
	}
	return c.hard > 0 && time.Since(c.start) >= c.hard
}

// enough tells whether it is too late to begin another iteration.
func (c *clock) enough() bool {
	return c.soft > 0 && time.Since(c.start) >= c.soft*nextIterationShare/100
}
