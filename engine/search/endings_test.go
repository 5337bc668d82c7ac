package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/testcases"
)

// endings solves some endings in memory.
func endings(t testing.TB, materials ...string) *endgame.Tables {
	t.Helper()
	tables := new(endgame.Tables)
	for _, text := range materials {
		m, err := endgame.ParseMaterial(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Solve(t.Context(), m, 2); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// TestPlaysEndings lets the searcher play both sides of won positions to the end: each move announces the mate that the
// tables promise, and it comes to the ply.
func TestPlaysEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("plays ten endings to the mate")
	}
	tables := endings(t, "KNP-KAB")
	s := New(NewTable(1), 2, classical.NewEvaluator)
	dice := rand.New(rand.NewPCG(7, 8))
	for won := 0; won < 10; {
		p, ok := randomPosition(dice)
		if !ok {
			continue
		}
		v, ok := tables.Probe(&p)
		if !ok || v.Outcome != endgame.Win || v.Plies < 7 {
			continue
		}
		won++
		rec := board.Record{Start: p}
		for left := v.Plies; left > 0; left-- {
			res := s.Run(t.Context(), &rec, Limits{Tables: tables}, nil)
			want := (left + 1) / 2
			if left%2 == 0 {
				want = -left / 2
			}
			if res.Mate != want || len(res.PV) != left || res.PV[0] != res.Best {
				q := rec.Position()
				t.Fatalf("%s: mate %d with a line of %d plies, want %d and %d", q.FEN(), res.Mate, len(res.PV), want, left)
			}
			if err := rec.Play(res.Best); err != nil {
				t.Fatal(err)
			}
		}
		if q := rec.Position(); q.HasLegalMove() {
			t.Fatalf("%s: it is not over", q.FEN())
		}
	}
}

// randomPosition draws a position of horse and pawn against advisor and elephant with the strong side to move.
func randomPosition(dice *rand.Rand) (board.Position, bool) {
	setup := board.Setup{MoveNumber: 1}
	for _, piece := range []struct {
		c board.Color
		k board.Kind
	}{{board.Red, board.King}, {board.Red, board.Horse}, {board.Red, board.Pawn}, {board.Black, board.King}, {board.Black, board.Advisor}, {board.Black, board.Elephant}} {
		setup.Placement[dice.IntN(board.Squares)] = board.MakePiece(piece.c, piece.k)
	}
	p, err := board.NewPosition(setup)
	return p, err == nil && p.Occupied().Count() == 6
}

// TestSearchesIntoEndings finds a win that begins with a capture into an ending, far beyond the depth that it may look.
func TestSearchesIntoEndings(t *testing.T) {
	tables := endings(t, "KN-KA")
	// The horse takes one of two advisors and wins against the other; nothing else does.
	rec := *testcases.Record(t, "3k5/9/3a1a3/9/4N4/9/9/9/9/4K4 w - - 0 1")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	with := s.Run(t.Context(), &rec, Limits{Depth: 2, Tables: tables}, nil)
	p := rec.Position()
	if p.At(with.Best.To()).Kind() != board.Advisor || with.Mate <= 3 {
		t.Errorf("with tables it plays %v, mate %d; want the capture of an advisor and the length of the win", with.Best, with.Mate)
	}
	s.Clear()
	if without := s.Run(t.Context(), &rec, Limits{Depth: 2}, nil); without.Mate != 0 {
		t.Errorf("without tables it sees a mate in %d at depth 2", without.Mate)
	}
}

// TestHoldsDrawnEndings searches a drawn ending: whatever it finds is worth nothing, and no move loses the draw.
func TestHoldsDrawnEndings(t *testing.T) {
	tables := endings(t, "KN-KB")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	tried := 0
	for _, fen := range []string{
		"2b1k4/9/9/9/9/9/9/4N4/9/3K5 b - - 0 1", "3k5/9/4b4/9/9/3N5/9/9/9/4K4 b - - 0 1", "4k4/9/9/9/2b6/9/4N4/9/9/3K5 w - - 0 1",
	} {
		rec := *testcases.Record(t, fen)
		p := rec.Position()
		if v, ok := tables.Probe(&p); !ok || v.Outcome != endgame.Draw {
			t.Fatalf("%s is not drawn: %v", fen, v)
		}
		res := s.Run(t.Context(), &rec, Limits{Depth: 6, MultiPV: 50, Tables: tables}, nil)
		for _, line := range res.Lines {
			next := p
			next.Make(line.PV[0])
			if v, ok := tables.Probe(&next); !ok || v.Outcome != endgame.Draw || line.Score != 0 {
				t.Errorf("%s: %v is among the moves, score %d: it leads to %v", fen, line.PV[0], line.Score, v)
			}
			tried++
		}
	}
	if tried < 10 {
		t.Errorf("only %d moves were looked at", tried)
	}
}

// TestEndingsAndLimit does not believe in a win for which the natural limit leaves no time.
func TestEndingsAndLimit(t *testing.T) {
	tables := endings(t, "KN-KA")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	for clock, mates := range map[string]bool{"0": true, "118": false} {
		rec := *testcases.Record(t, "3k5/4a4/9/9/9/9/9/4N4/9/4K4 w - - "+clock+" 70")
		res := s.Run(t.Context(), &rec, Limits{Depth: 6, Tables: tables}, nil)
		if (res.Mate > 0) != mates {
			t.Errorf("with %s plies since the last capture it announces mate in %d", clock, res.Mate)
		}
	}
}

// TestEndingsAndRepetition leaves the shortest win where its first move would be the repetition that the judge forbids
// or calls a draw.
func TestEndingsAndRepetition(t *testing.T) {
	tables := endings(t, "KR-KA")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	fen := "3k5/4a4/9/9/9/9/9/9/9/4K3R w - - 0 1"
	free := *testcases.Record(t, fen)
	best := s.Run(t.Context(), &free, Limits{Tables: tables}, nil).Best
	p := free.Position()
	p.Make(best)
	// The position after the best move has occurred twice before.
	back := func(m board.Move) string { return board.NewMove(m.To(), m.From()).String() }
	reply := firstQuiet(t, p)
	cycle := []string{best.String(), reply.String(), back(best), back(reply)}
	played := *testcases.Record(t, fen, append(append([]string{}, cycle...), cycle...)...)
	res := s.Run(t.Context(), &played, Limits{Tables: tables}, nil)
	if res.Best == best || res.Mate <= 0 {
		t.Errorf("it plays %v, mate %d; want another winning move than %v", res.Best, res.Mate, best)
	}
}

// firstQuiet is a move of the king that can be taken back at once.
func firstQuiet(t *testing.T, p board.Position) board.Move {
	t.Helper()
	for _, m := range p.LegalMoves(nil) {
		if p.At(m.From()).Kind() == board.Advisor && p.At(m.To()) == board.NoPiece {
			return m
		}
	}
	t.Fatal("no quiet move")
	return board.NoMove
}

// TestEndingsAllocateNothing searches a position one capture away from what the tables know.
func TestEndingsAllocateNothing(t *testing.T) {
	tables := endings(t, "KNP-KA")
	rec := *testcases.Record(t, "3k5/4a4/9/5r3/4P4/9/9/4N4/9/4K4 w - - 0 1")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	search := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() { s.Run(context.Background(), &rec, Limits{Nodes: nodes, Tables: tables}, nil) })
	}
	if few, many := search(100), search(20_000); many > few+40 {
		t.Errorf("100 nodes allocate %.0f times, 20,000 nodes %.0f times", few, many)
	}
}
