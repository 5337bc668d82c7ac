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

// Limits says how much to search, and under which rules. The zero value sets no limit: the search then runs until its
// context ends or maxPly is reached. If several limits are set, the first one reached stops the search.
type Limits struct {
	// Depth is the last iteration, in plies; 0 means no limit.
	Depth int
	// Nodes is the number of nodes searched by all threads together; 0 means no limit. It is exact with one thread, and
	// within an eighth with more.
	Nodes uint64
	// MoveTime is the time for this move. All of it is used.
	MoveTime time.Duration
	// Clock is the time left on the clock of the side to move, and Increment what each move adds. The search manages
	// its time itself.
	Clock, Increment time.Duration
	// MoveOverhead is the part of the clock reserved for the transmission of the move; 0 means DefaultMoveOverhead.
	MoveOverhead time.Duration
	// MovesToGo is the number of moves to the next time control; 0 means that there is none.
	MovesToGo int
	// Ponder, if not nil, is closed on ponderhit: the opponent has played the expected move. Until then the search
	// ignores MoveTime and Clock, which count from that moment.
	Ponder <-chan struct{}
	// Yield, if not nil, is called by each thread every few hundred nodes. The thread continues when it returns; the
	// time spent in it counts.
	Yield func()
	// Mate stops the search once a mate in at most this number of moves is found; forbidden repetitions do not count. 0
	// means no limit.
	Mate int
	// MultiPV is the number of best moves to report, each with its line; 0 means one.
	MultiPV int
	// SearchMoves, if not empty, restricts the search to these root moves.
	SearchMoves []board.Move
	// Ruleset is the set of rules by which the game and the searched lines are judged; the zero value means rules.Asian.
	Ruleset rules.Ruleset
	// Tables are the endgame tables, nil for none. A root position that is won or lost by them is not searched: its
	// lines are the shortest win or the longest defense, and the search ends at once.
	Tables *endgame.Tables
}

// DefaultMoveOverhead is the MoveOverhead used if none is set.
const DefaultMoveOverhead = 100 * time.Millisecond

// pollInterval is the number of nodes between two polls of the clock and the context. At half a million nodes per
// second that is about 1 ms, well within the 10 ms in which a search must stop.
const pollInterval = 512

// clock decides when to stop. Except for ponderHit, stopOnPonderHit and spent, it is read-only during the search.
type clock struct {
	start           time.Time
	soft            time.Duration // no new iteration after this; 0: none
	hard            time.Duration // stop at once after this; 0: none
	deadline        time.Duration // the deadline of the context; 0: none
	nodes           uint64        // of all workers together; 0: none
	pollEvery       uint64        // nodes of a worker between two polls
	spent           atomic.Uint64 // nodes of all workers, as of their last polls
	done            <-chan struct{}
	ponder          <-chan struct{} // nil: the time is our own from the start
	yield           func()          // nil: there is none
	ponderHit       atomic.Int64    // when ponder was seen closed, in nanoseconds after start; 0: not yet
	stopOnPonderHit atomic.Bool     // while it pondered it became too late to begin another iteration
}

// newClock starts the clock of a search with the given number of workers.
func newClock(ctx context.Context, l Limits, workers int) *clock {
	c := &clock{start: time.Now(), nodes: l.Nodes, pollEvery: pollInterval, done: ctx.Done(), ponder: l.Ponder, yield: l.Yield}
	if workers > 1 && l.Nodes > 0 {
		// The nodes of the others since their last poll are unknown: at most an eighth of the limit.
		c.pollEvery = min(c.pollEvery, max(1, l.Nodes/uint64(8*workers)))
	}
	c.soft, c.hard = l.budget()
	if deadline, ok := ctx.Deadline(); ok {
		// The context's timer may fire late on a busy machine, so the deadline is compared with the time.
		c.deadline = max(time.Until(deadline), time.Nanosecond)
	}
	return c
}

// ownTime returns how much of the time since the start counts: none while the search ponders.
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

// budget returns the soft limit, the average time for a move, and the hard limit, its maximum.
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

// expired reports whether the search must stop now.
func (c *clock) expired() bool {
	select {
	case <-c.done:
		return true
	default:
	}
	if c.hard == 0 && c.deadline == 0 {
		return false
	}
	now := time.Since(c.start)
	if c.deadline > 0 && now >= c.deadline {
		return true
	}
	own, pondering := c.ownTime(now)
	return !pondering && c.hard > 0 && (own >= c.hard || c.stopOnPonderHit.Load())
}

// pondering reports whether the search still ponders.
func (c *clock) pondering() bool {
	_, pondering := c.ownTime(time.Since(c.start))
	return pondering
}

// pastSoftLimit reports whether it is too late to begin another iteration. factor scales the soft limit. Time spent
// pondering counts here, because it is work done. While the search ponders it continues in any case; if the limit has
// passed by then, it stops on ponderhit.
func (c *clock) pastSoftLimit(factor float64) bool {
	if c.soft == 0 {
		return false
	}
	share := min(time.Duration(factor*float64(c.soft)*nextIterationShare/100), c.hard)
	used, pondering := time.Since(c.start) >= share, c.pondering()
	c.stopOnPonderHit.Store(used && pondering)
	return used && !pondering
}
