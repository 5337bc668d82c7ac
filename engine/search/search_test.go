package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
)

// A search ends with its context, even one that had no time at all, and has a move then.
func TestContextEndsSearch(t *testing.T) {
	s := New(NewTable(1), 2, classical.NewEvaluator)
	rec := board.NewRecord()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove {
		t.Error("no move from a search without time")
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove || r.Depth < 1 {
		t.Errorf("after 50 ms: best %s, depth %d", r.Best, r.Depth)
	}
}

// Wherever a search is stopped, its lines are legal, as are those that it reports on the way. They begin with different
// moves among those that it was asked about, are numbered in the order of their scores, and claim no mate that was not
// searched.
func TestLines(t *testing.T) {
	limits := []uint64{1, 5, 30, 500, 20_000}
	if testing.Short() {
		limits = limits[:4]
	}
	for name, c := range map[string]struct {
		threads int
		params  Params
	}{
		"one thread":           {1, DefaultParams()},
		"two threads":          {2, DefaultParams()},
		"without null windows": {1, without(t, "PrincipalVariationSearch")},
	} {
		s := New(NewTable(1), c.threads, classical.NewEvaluator)
		s.SetParams(c.params)
		for i, p := range BenchPositions() {
			asked := p.LegalMoves(nil)
			if i%3 == 0 {
				asked = asked[:(len(asked)+1)/2]
			}
			for _, nodes := range limits {
				check := func(lines []Info) {
					t.Helper()
					if err := checkLines(p, asked, lines); err != nil {
						t.Errorf("%s, %d nodes, %s: %v", name, nodes, p.FEN(), err)
					}
				}
				s.Clear()
				var reported []Info // in one iteration
				r := s.Run(t.Context(), &board.Record{Start: p}, Limits{Nodes: nodes, MultiPV: 5, SearchMoves: asked}, func(i Info) {
					if i.Line == 1 {
						reported = nil
					}
					reported = append(reported, i)
					check(reported)
				})
				check(r.Lines)
				if len(reported) == 0 || r.Best != r.Lines[0].PV[0] {
					t.Errorf("%s, %d nodes, %s: %v is the best of %+v; %d were reported", name, nodes, p.FEN(), r.Best, r.Lines, len(reported))
				}
			}
		}
	}
}

// checkLines returns what is wrong with the lines of one iteration.
func checkLines(p board.Position, asked []board.Move, lines []Info) error {
	seen := map[board.Move]bool{}
	for i, l := range lines {
		rec := board.Record{Start: p}
		if err := rec.Play(l.PV...); err != nil {
			return err
		}
		m := l.PV[0]
		switch {
		case seen[m] || !slices.Contains(asked, m):
			return fmt.Errorf("line %d begins with %s, which another has or nobody asked about", l.Line, m)
		case l.Line != i+1 || i > 0 && l.Score > lines[i-1].Score:
			return fmt.Errorf("%+v is line %d, below %+v", l, i+1, lines[max(i-1, 0)])
		case l.Depth == 0 && (len(lines) > 1 || l.Score > eval.Limit || l.Score < -eval.Limit):
			return fmt.Errorf("%+v was not searched", l)
		case uint64(abs(l.Mate)) > l.Nodes:
			return fmt.Errorf("%+v has a mate that was not searched", l)
		}
		seen[m] = true
	}
	return nil
}

// Nothing is allocated in the tree: a long search allocates no more than a short one.
func TestTreeAllocatesNothing(t *testing.T) {
	s := New(NewTable(4), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(1, func() {
			s.Clear()
			s.Run(t.Context(), &rec, Limits{Nodes: nodes, Depth: 99}, nil)
		})
	}
	if short, long := allocations(2_000), allocations(60_000); long > short+2 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 60,000", short, long)
	}
}

// BenchmarkSignature searches the positions of Bench deeper than the signature does: what the profile of the programs
// is made from.
func BenchmarkSignature(b *testing.B) {
	for _, k := range []struct {
		name string
		make eval.Factory
	}{{"network", nnue.Standard().Evaluation()}, {"by-hand", classical.NewEvaluator}} {
		b.Run(k.name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				nodes += Bench(b.Context(), 14, k.make).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
