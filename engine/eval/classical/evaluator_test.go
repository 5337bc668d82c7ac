package classical

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/testcases"
)

// wander draws a position by playing random moves from the start.
func wander(t *rapid.T) board.Position {
	rec := testcases.Playout(t, board.StartPosition(), 120)
	return rec.Position()
}

func TestScoreIsTheSameTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		p := wander(t)
		want := e.Score(&p)
		for _, q := range []board.Position{
			testcases.Turned(t, &p, board.Square.Flip, true), testcases.Turned(t, &p, board.Square.Mirror, false),
		} {
			if got := e.Score(&q); got != want {
				t.Fatalf("%s scores %d, %s, which is the same, %d", p.FEN(), want, q.FEN(), got)
			}
		}
	})
}

// The five terms are what the score is made of.
func TestTermsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		p := wander(t)
		sum := 0
		for _, term := range e.Terms(&p) {
			sum += term.Sides[board.Red] - term.Sides[board.Black]
		}
		tempo := blend(e.weights.Tempo, phase(&p))
		if p.SideToMove() == board.Black {
			tempo = -tempo
		}
		want := eval.Scaled(&p, board.Red, sum+tempo)
		if p.SideToMove() == board.Black {
			want = -want
		}
		// Each of the terms is rounded on its own.
		if got := e.Score(&p); got < want-12 || got > want+12 {
			t.Fatalf("%s: terms add up to %d, the score is %d", p.FEN(), want, got)
		}
	})
}

// Facts that any player would agree with.
func TestBetterPositionsScoreMore(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{"a rook more", "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1"},
		{"a horse in play", "2bakab2/9/9/9/4p4/4N4/9/9/9/2BAKAB2 w - - 0 1", "2bakab2/9/9/9/4p4/9/9/9/9/N1BAKAB2 w - - 0 1"},
		{"hollow cannon", "rnbakabnr/9/9/9/4C4/9/9/9/4A4/RNBAK1BNR w - - 0 1", "rnbakabnr/9/9/9/C8/9/9/9/4A4/RNBAK1BNR w - - 0 1"},
		{"guards whole before rooks", "r1bakab1r/9/9/9/4p4/9/9/9/9/R1BAKAB1R w - - 0 1", "r1bakab1r/9/9/9/4p4/9/9/9/9/R1B1KAB1R w - - 0 1"},
		{"pawn over the river", "3ak4/9/9/4P4/9/9/9/9/9/3AK1B2 w - - 0 1", "3ak4/9/9/9/9/9/4P4/9/9/3AK1B2 w - - 0 1"},
	} {
		better, worse := testcases.Position(t, c.better), testcases.Position(t, c.worse)
		e := New()
		b := e.Score(&better)
		if w := e.Score(&worse); b <= w {
			t.Errorf("%s: %d is not more than %d", c.name, b, w)
		}
	}
}
