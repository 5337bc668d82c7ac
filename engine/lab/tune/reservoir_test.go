package tune

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/eval/classical"
)

// A reservoir never holds more than it may, and what it holds are whole games as they were added, in their order: those
// with the lowest lots.
func TestReservoir(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(0, 60).Draw(t, "most")
		s := newReservoir(most)
		type game struct {
			lot float64
			set Set
		}
		var all []game
		for i := range rapid.IntRange(0, 40).Draw(t, "games") {
			g := game{lot: rapid.Float64Range(0, 0.999).Draw(t, "lot")}
			for n := range rapid.IntRange(0, 5).Draw(t, "positions") {
				for range rapid.IntRange(0, 3).Draw(t, "counts") {
					g.set.counts = append(g.set.counts, classical.Count{})
				}
				g.set.positions = append(g.set.positions, position{end: len(g.set.counts), score: float32(100*i + n)})
			}
			all = append(all, g)
			s.take(&g.set, g.lot)
			if most > 0 && s.Len() > most {
				t.Fatalf("%d positions instead of %d at most", s.Len(), most)
			}
		}
		var want Set
		for _, g := range all {
			if g.lot < s.share {
				want.add(&g.set)
			}
		}
		got := s.done()
		if !slices.Equal(got.positions, want.positions) || len(got.counts) != len(want.counts) {
			t.Fatalf("with a share of %g the reservoir holds %+v, want %+v", s.share, got, want)
		}
		if most == 0 && s.share != 1 {
			t.Fatalf("without a bound the share is %g", s.share)
		}
	})
}

// Of more positions than may be held games are drawn from all the file, by any number of workers the same.
func TestReadWithinABound(t *testing.T) {
	file := games(t, 60)
	all := read(t, file, 1)
	bound := (all.Training.Len() + all.Validation.Len()) / 3
	held := func(workers int) *Positions {
		p, err := Read(t.Context(), source(t, file), Selection{MaxScore: 2000, ValidationShare: 0.2, Seed: 4, Workers: workers, MaxPositions: bound}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, three := held(1), held(3)
	if n := one.Training.Len() + one.Validation.Len(); n > bound || n < bound/3 || one.Validation.Len() == 0 {
		t.Errorf("%d positions and %d to check are held, want %d in all at most", one.Training.Len(), one.Validation.Len(), bound)
	}
	same := func(a, b position) bool {
		return a.end == b.end && a.full == b.full && (a.score == b.score || math.IsNaN(float64(a.score)) && math.IsNaN(float64(b.score)))
	}
	if !slices.EqualFunc(one.Training.positions, three.Training.positions, same) || !slices.EqualFunc(one.Validation.positions, three.Validation.positions, same) {
		t.Error("three workers hold other positions than one")
	}
}
