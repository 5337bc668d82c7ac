package search

import (
	"strings"
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
		if err != nil {
			value = p.Default
		}
		again, err := ParseParams(strings.FieldsFunc(set.String(), func(r rune) bool { return r == ',' }))
		if err != nil || again != set || set.Value(p.Name) != value || (set.String() == "") != (value == p.Default) {
			t.Fatalf("%s=%d is written %q and read %+v (%v)", p.Name, value, set.String(), again, err)
		}
	})
	for _, bad := range []string{"FutilityBase", "FutilityBase=", "futilitybase=1", "=3", "FutilityBase=1.5", "FutilityBase=-51"} {
		if _, err := ParseParams([]string{bad}); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// Each number does something, and setting it back brings the old search back.
func TestEveryParamCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("searches with each of the numbers")
	}
	synctest.Test(t, everyParamCounts)
}

func everyParamCounts(t *testing.T) {
	s := New(NewTable(1), 1, classical.NewEvaluator)
	positions := BenchPositions()[:5]
	nodes := func(p *board.Position, depth int) uint64 {
		limits := Limits{Depth: depth, Nodes: 100_000}
		if depth == 14 { // so long that only a sure move comes sooner
			limits.Clock, limits.Yield = expectedMoves*100*time.Millisecond+DefaultMoveOverhead, nodesTakeTime(1000)
		}
		return s.Run(t.Context(), &board.Record{Start: *p}, limits, nil).Nodes
	}
	depths := []int{7, 10, 14}
	var standard [3][5]uint64
	base := func(i, j int) uint64 {
		if standard[i][j] == 0 {
			s.SetParams(DefaultParams())
			standard[i][j] = nodes(&positions[j], depths[i])
		}
		return standard[i][j]
	}
	changes := func(p Param) bool {
		for i := range depths {
			for j := range positions {
				for _, value := range []int{p.Max, p.Min} {
					want, set := base(i, j), DefaultParams()
					if err := set.Set(p.Name, value); err != nil {
						t.Fatal(err)
					}
					s.SetParams(set)
					if nodes(&positions[j], depths[i]) != want {
						return true
					}
				}
			}
		}
		return false
	}
	for _, p := range AllParams() {
		if p.Min == 0 && p.Max == 1 {
			continue // TestEveryTechniqueCanBeLeftOut, and TestVotingOff for the vote of several threads
		}
		if !changes(p) {
			t.Errorf("%s changes nothing", p.Name)
		}
	}
	s.SetParams(DefaultParams())
	if got, want := nodes(&positions[0], depths[0]), base(0, 0); got != want {
		t.Errorf("with the standard parameters again there are %d nodes, not %d", got, want)
	}
}
