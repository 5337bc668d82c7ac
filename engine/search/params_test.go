package search

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Every number has a name of its own and a standard value within its range, and a step that leads somewhere.
func TestParamsMakeSense(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range AllParams() {
		if seen[p.Name] || p.Default < p.Min || p.Default > p.Max || p.Min >= p.Max || p.Step < 0 || 2*p.Step > p.Max-p.Min {
			t.Errorf("%+v makes no sense", p)
		}
		seen[p.Name] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(AllParams()).Draw(t, "number")
		value := rapid.IntRange(p.Min-2, p.Max+2).Draw(t, "value")
		set := DefaultParams()
		err := set.Set(p.Name, value)
		if ok := value >= p.Min && value <= p.Max; (err == nil) != ok {
			t.Fatalf("%s=%d: %v", p.Name, value, err)
		}
		read, wrong := ParseParams([]string{fmt.Sprintf("%s=%d", p.Name, value)})
		if (wrong == nil) != (err == nil) || read != set || (set == DefaultParams()) != (err != nil || value == p.Default) {
			t.Fatalf("%s=%d is set to %+v (%v) and read as %+v (%v)", p.Name, value, set, err, read, wrong)
		}
	})
	for _, bad := range []string{"FutilityBase", "FutilityBase=", "futilitybase=1", "=3", "FutilityBase=1.5", "FutilityBase=-51"} {
		if _, err := ParseParams([]string{bad}); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// Every parameter changes the search, some only at depth, without a technique it still works, and the standard values
// bring the old search back.
func TestEveryParamCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("searches with each of the parameters")
	}
	synctest.Test(t, everyParamCounts)
}

func everyParamCounts(t *testing.T) {
	s := New(NewTable(1), 1, classical.NewEvaluator)
	positions, depths := BenchPositions(), []int{6, 9, 14}
	nodes := func(p *board.Position, depth int) uint64 {
		limits := Limits{Depth: depth, Nodes: 300_000}
		if depth == 14 { // so long that only a sure move comes sooner
			limits.Clock, limits.Yield = expectedMoves*300*time.Millisecond+DefaultMoveOverhead, nodesTakeTime(1000)
		}
		r := s.Run(t.Context(), &board.Record{Start: *p}, limits, nil)
		if !p.IsLegal(r.Best) {
			t.Errorf("%v is played in %s", r.Best, p.FEN())
		}
		return r.Nodes
	}
	type searched struct{ depth, position int }
	standard := map[searched]uint64{} // nodes with the standard parameters
	base := func(depth, i int) uint64 {
		of := searched{depth, i}
		if standard[of] == 0 {
			s.SetParams(DefaultParams())
			standard[of] = nodes(&positions[i], depth)
		}
		return standard[of]
	}
	changes := func(p Param) bool {
		for _, depth := range depths {
			for i := range positions {
				want := base(depth, i)
				for _, value := range []int{p.Min, p.Max} {
					if value == p.Default {
						continue
					}
					set := DefaultParams()
					if err := set.Set(p.Name, value); err != nil {
						t.Fatal(err)
					}
					s.SetParams(set)
					if nodes(&positions[i], depth) != want {
						return true
					}
				}
			}
		}
		return false
	}
	for _, p := range AllParams() {
		if p.Name != "Voting" && !changes(p) { // TestVotingOff is about several threads
			t.Errorf("%s changes nothing", p.Name)
		}
	}
	s.SetParams(DefaultParams())
	if got, want := nodes(&positions[0], depths[0]), base(depths[0], 0); got != want {
		t.Errorf("with the standard parameters again there are %d nodes, not %d", got, want)
	}
}
