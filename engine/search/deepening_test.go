package search

import (
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Helpers are there to look at other depths than the leader: each leaves some out, and no depth is left out by all of
// them or by none.
func TestHelpersSkipDepths(t *testing.T) {
	const last = 10
	rec := board.NewRecord()
	skippedBy := map[int]int{}
	const helpers = 3
	for number := range helpers + 1 {
		w := begun(t, &rec)
		seen := map[int]bool{}
		w.iterativeDeepening(Limits{Depth: last}, number, func(w *worker, _ int) { seen[w.depth] = true })
		for depth := 1; depth <= last; depth++ {
			if seen[depth] {
				continue
			}
			if number == 0 || depth <= 4 {
				t.Errorf("worker %d leaves out depth %d", number, depth)
			}
			skippedBy[depth]++
		}
	}
	for depth := 5; depth <= last; depth++ {
		if n := skippedBy[depth]; n == 0 || n == helpers {
			t.Errorf("depth %d is left out by %d of %d helpers", depth, n, helpers)
		}
	}
}

// No iteration begins when the share of a move is nearly used up, and none exceeds the hard limit. In the synctest bubble
// computing takes no time, so an iteration lasts as long as its report. All moves have the same share; pace_test.go
// tests the others.
func TestClockIsKept(t *testing.T) {
	const report = 100 * time.Millisecond
	const ponderhit = 9 // the report in which the opponent plays the expected move
	for _, tt := range []struct {
		name   string
		limits Limits
		ponder bool
		want   int // iterations that are reported, the one that was broken off too
	}{
		// A tenth of ten seconds, and the reserve, is a share of one second, of which six tenths may pass before
		// another iteration.
		{"a share of the clock", Limits{Clock: 10*time.Second + DefaultMoveOverhead, MovesToGo: 10}, false, 6},
		{"the increment adds to the share", Limits{Clock: 10*time.Second + DefaultMoveOverhead, MovesToGo: 10, Increment: time.Second}, false, 11},
		{"more is kept back", Limits{Clock: 10 * time.Second, MoveOverhead: 5 * time.Second, MovesToGo: 10}, false, 3},
		{"a limit on the move is used up", Limits{MoveTime: 800 * time.Millisecond}, false, 9},
		{"the lesser of both", Limits{Clock: 10*time.Second + DefaultMoveOverhead, MovesToGo: 10, MoveTime: 500 * time.Millisecond}, false, 3},
		{"pondering costs nothing but counts as work", Limits{Clock: 10*time.Second + DefaultMoveOverhead, MovesToGo: 10}, true, ponderhit},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hit := make(chan struct{})
				if tt.ponder {
					tt.limits.Ponder = hit
				}
				rec, n := board.NewRecord(), 0
				s, even := New(NewTable(1), 1, classical.NewEvaluator), DefaultParams()
				even.Pace = 0
				s.SetParams(even)
				r := s.Run(t.Context(), &rec, tt.limits, func(Info) {
					time.Sleep(report)
					if n++; n == ponderhit {
						close(hit)
					}
					if n > tt.want+5 {
						t.Fatalf("iteration %d is over after %v", n, time.Duration(n)*report)
					}
				})
				if n != tt.want || r.Depth < tt.want-1 {
					t.Errorf("%d iterations, the last one of depth %d; want %d", n, r.Depth, tt.want)
				}
			})
		})
	}
}
