package search

import (
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/testcases"
)

// A move never costs the whole clock, however little is left, and a limit on the move is a limit on the share.
func TestBudgetFitsTheClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Limits{
			Clock:     time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(3*time.Hour)).Draw(t, "clock")),
			Increment: time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "increment")),
			MovesToGo: rapid.IntRange(0, 60).Draw(t, "moves to go"),
		}
		soft, hard := l.budget()
		if soft <= 0 || soft > hard || hard >= l.Clock {
			t.Fatalf("of %v a move may take %v, at most %v", l.Clock, soft, hard)
		}
		if l.Clock > time.Second && hard > l.Clock-DefaultMoveOverhead {
			t.Fatalf("of %v a move may take %v: nothing is left for the way to the referee", l.Clock, hard)
		}
		l.MoveTime = time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "move time"))
		if soft, hard := l.budget(); soft > hard || hard > l.MoveTime {
			t.Fatalf("with %v for the move it may take %v, at most %v", l.MoveTime, soft, hard)
		}
	})
}

// While it ponders no time is its own; from the opponent's move on all is.
func TestPonderingCostsNothing(t *testing.T) {
	hit := make(chan struct{})
	c := newClock(t.Context(), Limits{MoveTime: time.Nanosecond, Ponder: hit}, 1)
	if own, pondering := c.ownTime(5 * time.Second); own != 0 || !pondering {
		t.Errorf("%v are its own before the opponent has moved", own)
	}
	if c.expired() {
		t.Error("it is over before the opponent has moved")
	}
	close(hit)
	if own, pondering := c.ownTime(7 * time.Second); own != 0 || pondering {
		t.Errorf("%v are its own when the opponent moves", own)
	}
	if own, _ := c.ownTime(9 * time.Second); own != 2*time.Second {
		t.Errorf("two seconds later %v are its own", own)
	}
}

// A search that has used its share of the clock while it pondered stops as soon as the opponent moves, in the middle of
// an iteration; any other continues.
func TestPonderedLongEnough(t *testing.T) {
	const share = 600 * time.Millisecond // six tenths of one second
	for _, tt := range []struct {
		pondered time.Duration
		over     bool
	}{{share - 1, false}, {share, true}, {20 * share, true}} {
		synctest.Test(t, func(t *testing.T) {
			hit := make(chan struct{})
			c := newClock(t.Context(), Limits{Clock: 10*time.Second + DefaultMoveOverhead, MovesToGo: 10, Ponder: hit}, 1)
			time.Sleep(tt.pondered)
			if c.pastSoftLimit(1) || c.expired() {
				t.Errorf("after %v it is over before the opponent has moved", tt.pondered)
			}
			close(hit)
			if over := c.expired(); over != tt.over {
				t.Errorf("after %v of pondering it is over: %v, want %v", tt.pondered, over, tt.over)
			}
		})
	}
}

// nodesTakeTime returns a Yield by which time in a synctest bubble passes with the nodes that are searched.
func nodesTakeTime(perMillisecond int) func() {
	return func() { time.Sleep(pollInterval * time.Millisecond / time.Duration(perMillisecond)) }
}

// A limit on nodes is one on those of all threads together.
func TestNodesOfAllThreads(t *testing.T) {
	rec := board.NewRecord()
	for _, threads := range []int{1, 2, 5} {
		for _, limit := range []uint64{1, 60, 20_000} {
			r := New(NewTable(1), threads, classical.NewEvaluator).Run(t.Context(), &rec, Limits{Nodes: limit}, nil)
			if most := limit + limit/8 + uint64(threads); r.Nodes > most || threads == 1 && r.Nodes != limit {
				t.Errorf("%d threads with a limit of %d look at %d positions", threads, limit, r.Nodes)
			}
		}
	}
}

// With a clock, a single legal move is played at once; without, or if one move alone is asked about, it is analyzed.
func TestForcedMovesTakeNoTime(t *testing.T) {
	forced := testcases.Record(t, "3k5/9/9/9/9/9/9/4r4/3r5/4K4 w - - 0 1")
	p := forced.Position()
	only := p.LegalMoves(nil)
	if len(only) != 1 {
		t.Fatalf("%s has the moves %v, want one", p.FEN(), only)
	}
	free := board.NewRecord()
	clock := Limits{Clock: 4 * time.Second, Yield: nodesTakeTime(100)}
	asked := clock
	asked.SearchMoves = moves(t, "h2e2")
	analysis := Limits{Depth: 4}
	for _, c := range []struct {
		name   string
		rec    *board.Record
		limits Limits
		deep   bool
	}{
		{"one move", forced, clock, false},
		{"one move, analyzed", forced, analysis, true},
		{"many moves", &free, clock, true},
		{"many moves, one asked about", &free, asked, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := New(NewTable(1), 1, classical.NewEvaluator).Run(t.Context(), c.rec, c.limits, nil)
			if deep := r.Depth > 1; deep != c.deep {
				t.Errorf("%s: depth %d with %d nodes, want more than one: %v", c.name, r.Depth, r.Nodes, c.deep)
			}
		})
	}
}
