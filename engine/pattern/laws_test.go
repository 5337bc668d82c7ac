package pattern_test

import (
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/testcases"
)

// images are the symmetries of the board: left and right swapped, and the sides swapped.
var images = []struct {
	name  string
	point func(board.Square) board.Square
	swap  bool
}{
	{"mirror", board.Square.Mirror, false},
	{"colors swapped", board.Square.Flip, true},
}

// checkLaws checks the laws of names and motifs for a game.
func checkLaws(t testing.TB, rec *board.Record) {
	t.Helper()
	names := pattern.Names(rec)
	p := rec.Position()
	if lost := !p.HasLegalMove(); len(names) > 0 && !lost || (slices.Contains(names, pattern.Kunbi) != (lost && !p.InCheck())) {
		t.Fatalf("%s %v: %v", rec.Start.FEN(), rec.Moves, names)
	}
	if !slices.IsSorted(names) {
		t.Fatalf("%v are not in order", names)
	}
	first := max(len(rec.Moves)-6, 0)
	for _, i := range images {
		other := testcases.TurnedGame(t, rec, i.point, i.swap)
		if got := pattern.Names(other); !slices.Equal(got, names) {
			t.Fatalf("%s %v: %v; %s: %v", rec.Start.FEN(), rec.Moves, names, i.name, got)
		}
		for ply := first; ply < len(rec.Moves); ply++ {
			one, two := pattern.ShotAt(rec, ply), pattern.ShotAt(other, ply)
			if !slices.Equal(one.Motifs, two.Motifs) || one.Gain != two.Gain || one.Mates != two.Mates {
				t.Fatalf("%s %v, ply %d: %+v; %s: %+v", rec.Start.FEN(), rec.Moves, ply, one, i.name, two)
			}
		}
	}
}

// FuzzNames plays any legal moves from any legal position. Nothing may panic, only lost games have names, and the names
// and motifs are the same in the images.
func FuzzNames(f *testing.F) {
	f.Add(board.StartFEN, []byte{1, 2, 3, 4})
	f.Add("4k4/R8/2N6/9/9/9/9/9/9/3K5 w - - 0 1", []byte{8})
	f.Add("1Cbak4/3PaP3/4b4/9/9/9/9/9/9/4K4 w - - 0 1", []byte{0, 1, 2, 3, 4, 5, 6, 7})
	f.Add("4k4/9/4N4/9/9/C8/9/9/9/3K5 w - - 0 1", []byte{200, 100, 50, 25})
	f.Add("9/9/5k3/9/5P3/r8/9/C8/5p3/4K4 w - - 0 1", []byte{20, 1, 20, 1, 20, 1})
	f.Add("2bak1c2/4a4/nR2b1n2/p1N1p3p/9/2PR5/P3P3P/2C1B2C1/2r2r3/2BKNA3 b - - 0 1", []byte{60, 0, 0, 3, 9, 77})
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		rec := board.Record{Start: p}
		for _, choice := range choices[:min(len(choices), 40)] {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[int(choice)%len(moves)]
			p.Make(m)
			rec.Moves = append(rec.Moves, m)
		}
		checkLaws(t, &rec)
	})
}
