package mine

import (
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
		found, err := miner().Scan(t.Context(), &g, puzzle.People)
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
		if same, why, err := miner().Recheck(t.Context(), p); err != nil || why != Admitted || same != p {
			t.Errorf("%s examined again: %v, %v", last, why, err)
		}
	}
}

// A capture that only recaptures, or that is not the only good one, is no puzzle for beginners, nor is one to be chosen
// that is not better by far.
func TestRecheckRejectsUnclearCaptures(t *testing.T) {
	take, choose := []string(nil), []string{puzzle.ChooseCapture}
	const choice = "2r1kabr1/4a4/4bc3/pcp1N1R1p/9/4Pnp2/P1P4RP/NC2B4/9/2BAKA3 w - - 0 17"
	for _, c := range []struct {
		fen, prior, answer string
		themes             []string
		why                string
	}{
		{"2bakab2/9/2n6/9/9/9/9/9/4A4/2R1KA3 b - - 0 20", "e9e8", "c0c7", take, ""},
		{"2bakab2/9/2n6/9/9/9/9/9/2R1A4/2R1KA3 b - - 0 20", "c7b5", "c1c9", take, "the elephant is guarded"},
		{"2bakab2/9/2n1r4/9/9/9/9/4N4/4A4/2R1KAB2 b - - 0 20", "e7e2", "c0c7", take, "two pieces can be taken"},
		{choice, "h3h9", "f4g6", choose, ""},
		{choice, "h3h9", "f4e6", choose, "the rook is worth more"},
		{
			"4kab2/9/4b2n1/pr6p/1cPn5/1R7/P3CR1rP/6C2/2N6/2BAKAB2 b - - 0 25", "d5e3", "f3h3", choose,
			"another move is nearly as good",
		},
	} {
		before, prior := at(t, c.fen, c.prior)
		answer := testcases.Move(t, c.answer)
		p := puzzle.Puzzle{
			Before: before, Prior: prior, Goal: puzzle.Gain, Themes: c.themes,
			Root: puzzle.Node{Correct: []puzzle.Branch{{Move: answer}}},
		}
		if _, refusal, err := miner().Recheck(t.Context(), &p); err != nil || (refusal == Admitted) != (c.why == "") {
			t.Errorf("%s after %s: %q, %v; want it refused: %q", c.fen, c.prior, refusal, err, c.why)
		}
	}
}

// A longer search has to confirm that one move holds and the others do not.
func TestRecheckSearchesOnlyMovesAgain(t *testing.T) {
	for _, c := range []struct{ fen, prior, answer, why string }{
		{"2baka3/6c2/4b4/3P2crp/p3N4/2N2np2/P5P1P/3CB4/9/3AKAB2 b - - 0 30", "g4g3", "e5f7", ""},
		{
			"r1bakabnr/9/1c5c1/p3p1p1p/2pn5/7C1/P1P1P1P1P/1CN3N2/9/R1BAKAB1R w - - 0 4", "h4a4", "b7a7",
			"the elephant holds too",
		},
		{"P1b1ka3/4a4/4b4/9/9/5nB2/4p4/5A3/1c2A4/2BK5 b - - 0 95", "b1b4", "g4i2", "every move loses"},
	} {
		before, prior := at(t, c.fen, c.prior)
		answer := testcases.Move(t, c.answer)
		p := puzzle.Puzzle{
			Before: before, Prior: prior, Goal: puzzle.Hold, Root: puzzle.Node{Correct: []puzzle.Branch{{Move: answer}}},
		}
		if _, refusal, err := miner().Recheck(t.Context(), &p); err != nil || (refusal == Admitted) != (c.why == "") {
			t.Errorf("%s after %s: %q, %v; want it refused: %q", c.fen, c.prior, refusal, err, c.why)
		}
	}
}
