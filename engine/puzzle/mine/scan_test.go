package mine

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/testcases"
)

// A piece put where a rook takes it for nothing is a puzzle for beginners; the same game with the piece guarded has none.
func TestScanFindsHangingPieces(t *testing.T) {
	const quiet = "a0a1 a9a8 a1d1 a8a9 h0g2 h9i7 b0c2 b9a7 i0i1 i9i8 i1i0 "
	for last, want := range map[string]string{"i8d8": "d1d8", "g6g5": ""} {
		g := Game{Record: board.Record{Start: board.StartPosition()}}
		for _, text := range strings.Fields(quiet + last) {
			m, err := board.ParseMove(text)
			if err != nil || g.Play(m) != nil {
				t.Fatal(text, err)
			}
		}
		found, err := miner().Find(t.Context(), &g, puzzle.People)
		if err != nil || len(found) != min(len(want), 1) {
			t.Fatalf("%s: %+v, %v", last, found, err)
		}
		if want == "" {
			continue
		}
		p := &found[0]
		if p.Line()[0].String() != want || p.Goal != puzzle.Gain || !p.ForBeginners() || p.Rating < 300 || p.Rating > 900 {
			t.Errorf("%s: %v, goal %v, rating %d", last, p.Line(), p.Goal, p.Rating)
		}
	}
}

// A capture is plain if nothing guards the piece, and no other one can be taken for nothing.
func TestPlainCaptures(t *testing.T) {
	for fen, want := range map[string]bool{
		"2bakab2/9/2n6/9/9/9/9/9/4A4/2R1KA3 w - - 0 20":    true,
		"2bakab2/9/1n7/9/9/9/9/9/2R1A4/2R1KA3 w - - 0 20":  false, // the elephant is guarded
		"2bakab2/9/2n6/9/9/9/9/4N4/4r4/2R1KAB2 w - - 0 20": false, // the king can take too
	} {
		c := candidate{pos: testcases.Position(t, fen)}
		if got := slices.ContainsFunc(c.pos.LegalMoves(nil), c.isPlain); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// A longer search has to confirm that one move holds and the others do not.
func TestOnlyMovesAreSearchedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for long")
	}
	for _, c := range []struct {
		fen, prior, answer string
		want               bool
	}{
		{"2baka3/6c2/4b4/3P2crp/p3N4/2N2np2/P5P1P/3CB4/9/3AKAB2 b - - 0 30", "g4g3", "e5f7", true},
		// The elephant holds too.
		{"r1bakabnr/9/1c5c1/p3p1p1p/2pn5/7C1/P1P1P1P1P/1CN3N2/9/R1BAKAB1R w - - 0 4", "h4a4", "b7a7", false},
		{"P1b1ka3/4a4/4b4/9/9/5nB2/4p4/5A3/1c2A4/2BK5 b - - 0 95", "b1b4", "g4i2", false}, // every move loses
	} {
		p := puzzle.Puzzle{Root: puzzle.Node{Correct: []puzzle.Branch{{Move: testcases.Move(t, c.answer)}}}}
		p.Before, p.Prior = at(t, c.fen, c.prior)
		if got := miner().holdsAlone(t.Context(), &p); got != c.want {
			t.Errorf("%s after %s: %v", c.fen, c.prior, got)
		}
	}
}
