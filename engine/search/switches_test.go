package search

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/testcases"
)

// switches are the switches of the techniques, without that of the vote of several threads.
func switches() (names []string) {
	for _, p := range AllParams() {
		if p.Min == 0 && p.Max == 1 && p.Name != "Voting" {
			names = append(names, p.Name)
		}
	}
	return names
}

// without returns the parameters with some techniques switched off.
func without(t require, names ...string) Params {
	t.Helper()
	p := DefaultParams()
	for _, name := range names {
		if err := p.Set(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// only returns the parameters with all techniques but some switched off.
func only(t require, names ...string) Params {
	t.Helper()
	return without(t, slices.DeleteFunc(switches(), func(name string) bool { return slices.Contains(names, name) })...)
}

// require is what testing.T and rapid.T have in common.
type require interface {
	Helper()
	Fatal(args ...any)
}

// Techniques that only save work find the score of minimax.
func TestExactTechniquesChangeNoScore(t *testing.T) {
	exact := []string{
		"AlphaBeta", "MoveOrdering", "Killers", "ButterflyHistory", "ContinuationHistory", "PawnHistory", "CaptureHistory",
		"IterativeDeepening",
		"AspirationWindows", "PrincipalVariationSearch", "MateDistancePruning",
	}
	s := New(NewTable(1), 1, classical.NewEvaluator)
	rapid.Check(t, func(t *rapid.T) {
		rec := testcases.Playout(t, board.StartPosition(), 80)
		if p := rec.Position(); !p.HasLegalMove() {
			return
		}
		depth := rapid.IntRange(1, 2).Draw(t, "depth")
		score := func(in ...string) int {
			s.SetParams(only(t, in...))
			return s.Run(t.Context(), &rec, Limits{Depth: depth}, nil).Score
		}
		want := score()
		some := append([]string{"AlphaBeta"}, rapid.SliceOfDistinct(rapid.SampledFrom(exact), rapid.ID).Draw(t, "techniques")...)
		for _, in := range [][]string{{"AlphaBeta"}, some, exact} {
			if got := score(in...); got != want {
				p := rec.Position()
				t.Fatalf("%s, depth %d: %d with %v, %d by minimax", p.FEN(), depth, got, in, want)
			}
		}
	})
}

// The rules end a line also if its last position is evaluated without quiescence: d0e1 and back is the third occurrence
// of a position.
func TestRulesAtTheHorizon(t *testing.T) {
	rec := testcases.Record(t, board.StartFEN, strings.Fields("a0a1 h7h0 b0c2 c6c5 b2b9 c5c4 a1a2 h0f0 c3c4 a6a5 c0e2 f0i0 g0i2 i0i3 b9d9 i6i5 d9d2 "+
		"b7d7 e2g4 d7b7 g4e2 i3i4 d0e1 i4i3")...)
	s := New(NewTable(1), 1, classical.NewEvaluator)
	for _, in := range [][]string{{}, {"AlphaBeta"}, {"AlphaBeta", "Quiescence"}} {
		s.SetParams(only(t, in...))
		r := s.Run(t.Context(), rec, Limits{Depth: 1}, nil)
		if r.Score != drawScore || r.Best.String() != "e1d0" {
			t.Errorf("with %v: %d for %v, want a draw by e1d0", in, r.Score, r.Best)
		}
	}
}
