package search

import (
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// The longer a move stays the best, keeps its score and takes all the nodes, the less time it needs. Each of the three
// counts by itself: another best move, a lower score and nodes of other moves all ask for more.
func TestPace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pace
		for i := range rapid.IntRange(1, 20).Draw(t, "iterations") {
			m := board.Move(rapid.Uint16Range(1, 3).Draw(t, "best move"))
			score, share := rapid.IntRange(-1500, 1500).Draw(t, "score"), rapid.Float64Range(0, 1).Draw(t, "share")
			other, worse, lighter := p, p, p
			got := p.update(m, score, share)
			if got < minPace || got > maxPace {
				t.Fatalf("iteration %d has the factor %g", i, got)
			}
			if f := other.update(m+7, score, share); f < got {
				t.Fatalf("a new best move has the factor %g, the old one %g", f, got)
			}
			if f := worse.update(m, score-50, share); f < got {
				t.Fatalf("50 centipawns less have the factor %g instead of %g", f, got)
			}
			if f := lighter.update(m, score, share/2); f < got {
				t.Fatalf("with half the share of the nodes the factor is %g instead of %g", f, got)
			}
		}
		sure := 0.0
		for range 12 {
			sure = p.update(p.best, int(p.score), 1)
		}
		if sure > 0.65 {
			t.Fatalf("after twelve iterations without a change the factor is %g", sure)
		}
	})
}

// Over the games of the bench, with time in nodes, no move exceeds the hard limit, all together take about as much as
// with equal shares, and some take several times as much as others.
func TestPaceOverTheBench(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for some seconds")
	}
	synctest.Test(t, paceOverTheBench)
}

func paceOverTheBench(t *testing.T) {
	const share, rate = 5 * time.Millisecond, 1000
	limits := Limits{Clock: expectedMoves*share + DefaultMoveOverhead, Yield: nodesTakeTime(rate)}
	_, hard := limits.budget()
	use := func(percent int) (mean uint64, least, most uint64) {
		s, params := New(NewTable(4), 1, classical.NewEvaluator), DefaultParams()
		params.Pace = percent
		s.SetParams(params)
		moves := uint64(0)
		for _, rec := range benchRecords() {
			s.Clear()
			r := s.Run(t.Context(), &rec, limits, nil)
			if r.Nodes > uint64(hard.Milliseconds())*rate+pollInterval {
				t.Errorf("with %d %% of pacing a move takes %d nodes, more than in %v", percent, r.Nodes, hard)
			}
			if r.Mate != 0 || r.Nodes < 1000 {
				continue // decided: it stops for other reasons
			}
			if moves++; least == 0 || r.Nodes < least {
				least = r.Nodes
			}
			most, mean = max(most, r.Nodes), mean+r.Nodes
		}
		return mean / moves, least, most
	}
	even, _, _ := use(0)
	paced, least, most := use(100)
	t.Logf("%d nodes a move, %d with pacing, %d to %d", even, paced, least, most)
	if paced < even*3/4 || paced > even*5/4 {
		t.Errorf("with pacing a move takes %d nodes, without %d", paced, even)
	}
	if most < 4*least {
		t.Errorf("all moves take %d to %d nodes: want larger differences", least, most)
	}
}
