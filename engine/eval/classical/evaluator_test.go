package classical

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/testcases"
)

// wander draws a position by playing random moves from the start, with the evaluator following.
func wander(t *rapid.T, e *Evaluator) board.Position {
	rec := testcases.Playout(t, board.StartPosition(), 120)
	p := rec.Start
	e.Reset(&p)
	for _, m := range rec.Moves {
		if e.top == eval.MaxPly {
			e.Reset(&p)
		}
		e.Push(&p, m)
		p.Make(m)
	}
	return p
}

func TestScoreIsTheSameTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		p := wander(t, e)
		want := e.Score(&p)
		for _, q := range []board.Position{
			testcases.Turned(t, &p, board.Square.Flip, true), testcases.Turned(t, &p, board.Square.Mirror, false),
		} {
			e.Reset(&q)
			if got := e.Score(&q); got != want {
				t.Fatalf("%s scores %d, %s, which is the same, %d", p.FEN(), want, q.FEN(), got)
			}
		}
	})
}

// Following a game gives the same score as looking at the position alone, and Pop goes back.
func TestUpdatesEqualFromScratch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, fresh := New(), New()
		p := wander(t, e)
		fresh.Reset(&p)
		want := fresh.Score(&p)
		if got := e.Score(&p); got != want {
			t.Fatalf("%s: followed to %d, looked at %d", p.FEN(), got, want)
		}
		for _, m := range p.LegalMoves(nil) {
			if e.top == eval.MaxPly {
				break
			}
			e.Push(&p, m)
			e.Pop()
		}
		if got := e.Score(&p); got != want {
			t.Fatalf("%s: %d after Pop, %d before", p.FEN(), got, want)
		}
	})
}

// The five terms are what the score is made of.
func TestTermsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := New()
		p := wander(t, e)
		var v attackInfo
		v.compute(&p)
		sum := 0
		for _, term := range e.Terms(&p) {
			sum += term.Red - term.Black
		}
		tempo := v.blend(e.weights.Tempo)
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
		e.Reset(&better)
		b := e.Score(&better)
		e.Reset(&worse)
		if w := e.Score(&worse); b <= w {
			t.Errorf("%s: %d is not more than %d", c.name, b, w)
		}
	}
}

// With nothing left to win with, a lead shrinks to almost nothing.
func TestHopelessLeadsShrink(t *testing.T) {
	for _, fen := range []string{
		"3ak4/9/9/9/9/9/9/9/4A4/2BAK1B2 w - - 0 1",     // guards only
		"3aka3/9/4b4/9/9/9/9/9/4A4/2BAK1BC1 w - - 0 1", // a cannon that nobody helps
		"3aka3/9/4b4/9/9/9/9/9/4A4/2BAK1BN1 w - - 0 1", // a horse against three guards
	} {
		p := testcases.Position(t, fen)
		e := New()
		e.Reset(&p)
		if s := e.Score(&p); s > 60 || s < -60 {
			t.Errorf("%s scores %d", fen, s)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	p := testcases.Position(b, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1")
	e := New()
	e.Reset(&p)
	b.ReportAllocs()
	for b.Loop() {
		e.Score(&p)
	}
}
