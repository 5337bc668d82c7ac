package search

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/rules"
)

// Limits says how much may be searched, and under which rules. The zero value sets no limit: the search then runs until
// its context ends, or until maxPly is reached. Several limits may be set at once; the first one met stops the search.
type Limits struct {
	// Depth is the last iteration, in plies; 0 means no limit.
	Depth int
	// Nodes is the number of positions looked at by all threads together; 0 means no limit. It is kept exactly with one
	// thread, within an eighth with more.
	Nodes uint64
	// MoveTime is the time for this move. All of it is used.
	MoveTime time.Duration
	// Clock and Increment describe the clock of the side to move. The search then divides its time by itself.
	Clock, Increment time.Duration
	// MoveOverhead is the part of the clock that is kept back for the way of the move to whoever keeps the time; 0 means
	// StandardOverhead.
	MoveOverhead time.Duration
	// NodesPerMs, if not 0, is how many nodes of all threads together are a millisecond of MoveTime, Clock and Increment.
	// Time is then counted in nodes, and the same search ends at the same node on any machine, busy or not.
	NodesPerMs uint64
	// MovesToGo is the number of moves until the clock is filled up again; 0 means it never is.
	MovesToGo int
	// Ponder, if not nil, is closed when the opponent plays the move that the searched position rests on. Until then the
	// search thinks on the opponent's time: it goes on whatever MoveTime and Clock say, and these count from then on.
	Ponder <-chan struct{}
	// Contempt is by how many centipawns a draw is worse than an even position for the side that searches; negative if it
	// is better.
	Contempt int
	// Yield, if not nil, is called by each thread every few hundred nodes. The search goes on when it returns; the time that
	// it takes counts like any other.
	Yield func()
	// Mate stops the search once a mate in at most so many moves is found, on the board and not by a repetition; 0
	// means no limit.
	Mate int
	// MultiPV is how many best moves are wanted, each with its own line; 0 means one.
	MultiPV int
	// SearchMoves, if not empty, are the only moves looked at in the first position.
	SearchMoves []board.Move
	// Disabled are techniques that the search does without, to measure what they are worth.
	Disabled Techniques
	// Code is the set of rules by which the game is judged, in the line as at the board; the zero value means rules.Asian.
	Code rules.Code
	// Tables are endings whose results are known. A won or lost position that they know is not searched: its lines are the
	// shortest win or the longest defense, and the search ends at once. Nil means that nothing is known.
	Tables *endgame.Tables
}

// DefaultMoveOverhead is what of a clock is kept back when nothing is said.
const DefaultMoveOverhead = 100 * time.Millisecond

// pollInterval is how many nodes pass between two looks at the clock and the context. At half a million nodes a second
// that is about 1 ms, well inside the 10 ms within which a search has to stop.
const pollInterval = 512

// clock decides when to stop. But for hit, late and spent, it is written before the search starts and only read while it
// runs.
type clock struct {
	start           time.Time
	soft            time.Duration // no new iteration after this; 0: none
	hard            time.Duration // stop at once after this; 0: none
	deadline        time.Duration // the deadline of the context; 0: none
	nodes           uint64        // of all workers together; 0: none
	pollEvery       uint64        // nodes of a worker between two looks
	nodesPerMs      uint64        // nodes that are a millisecond; 0: time is time
	spent           atomic.Uint64 // nodes of all workers, as of their last looks
	done            <-chan struct{}
	ponder          <-chan struct{} // nil: the time is our own from the start
	yield           func()          // nil: there is none
	ponderHit       atomic.Int64    // when ponder was seen closed, in nanoseconds after start; 0: not yet
	stopOnPonderHit atomic.Bool     // while it pondered it became too late to begin another iteration
}

// newClock starts the clock of so many workers.
func newClock(ctx context.Context, l Limits, workers int) *clock {
	c := &clock{start: time.Now(), nodes: l.Nodes, nodesPerMs: l.NodesPerMs, pollEvery: pollInterval, done: ctx.Done(), ponder: l.Ponder, yield: l.Yield}
	if workers > 1 && l.Nodes > 0 {
		// What the others have done since their last look is not known: an eighth of the limit at most.
		c.pollEvery = min(c.pollEvery, max(1, l.Nodes/uint64(8*workers)))
	}
	c.soft, c.hard = l.budget()
	if deadline, ok := ctx.Deadline(); ok {
		// The context's own timer may come late when the processors are busy; looking at the time never does.
		c.deadline = max(time.Until(deadline), time.Nanosecond)
	}
	return c
}

// ownTime tells how much of the time since the start was our own: none as long as the search ponders.
func (c *clock) ownTime(now time.Duration) (d time.Duration, pondering bool) {
	if c.ponder == nil {
		return now, false
	}
	if c.ponderHit.Load() == 0 {
		select {
		case <-c.ponder:
			c.ponderHit.CompareAndSwap(0, int64(max(now, 1)))
		default:
			return 0, true
		}
	}
	return now - time.Duration(c.ponderHit.Load()), false
}

// elapsed is the time since the start, as it is counted here, when all workers have looked at so many nodes.
func (c *clock) elapsed(nodes uint64) time.Duration {
	if c.nodesPerMs > 0 {
		return time.Duration(float64(nodes) / float64(c.nodesPerMs) * float64(time.Millisecond))
	}
	return time.Since(c.start)
}

// budget divides the clock: soft is what a move costs on average, hard is what it may cost at most.
func (l Limits) budget() (soft, hard time.Duration) {
	if l.Clock > 0 {
		moves := l.MovesToGo
		if moves <= 0 || moves > expectedMoves {
			moves = expectedMoves
		}
		left := max(l.Clock-cmp.Or(l.MoveOverhead, DefaultMoveOverhead), l.Clock/10)
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

// expired reports whether the search has to stop now, at so many nodes of all workers.
func (c *clock) expired(nodes uint64) bool {
	select {
	case <-c.done:
		return true
	default:
	}
	if c.hard == 0 && c.deadline == 0 {
		return false
	}
	if c.deadline > 0 && time.Since(c.start) >= c.deadline {
		return true
	}
	own, pondering := c.ownTime(c.elapsed(nodes))
	return !pondering && c.hard > 0 && (own >= c.hard || c.stopOnPonderHit.Load())
}

// pondering reports whether the search thinks on the opponent's time.
func (c *clock) pondering(nodes uint64) bool {
	_, pondering := c.ownTime(c.elapsed(nodes))
	return pondering
}

// pastSoftLimit reports whether it is too late to begin another iteration of a move that deserves its share so many times.
// What was thought on the opponent's time counts here: it is work done. While the search ponders it goes on in any case;
// if it is too late by then, it stops as soon as the opponent moves.
func (c *clock) pastSoftLimit(nodes uint64, factor float64) bool {
	if c.soft == 0 {
		return false
	}
	share := min(time.Duration(factor*float64(c.soft)*nextIterationShare/100), c.hard)
	used, pondering := c.elapsed(nodes) >= share, c.pondering(nodes)
	c.stopOnPonderHit.Store(used && pondering)
	return used && !pondering
}
