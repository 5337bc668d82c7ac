package mine

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
)

// miner searches with the standard network, as the file of puzzles is made.
func miner() *Miner {
	s := search.New(search.NewTable(1), 1, nnue.Standard().Evaluation())
	return New(func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return s.Run(ctx, rec, limits, nil), nil
	}, s.Clear)
}

func at(t *testing.T, fen, prior string) (board.Position, board.Move) {
	t.Helper()
	p := testcases.Position(t, fen)
	m, err := board.ParseMove(prior)
	if err != nil || !p.IsLegal(m) {
		t.Fatal(prior, err)
	}
	return p, m
}

// gallop is a position in which Black, to move, lets two horses mate in two moves.
const gallop = "3a1ab2/5k3/2N1b4/6N1p/2c6/9/4P1n2/4BA3/4A4/2BK5 b - - 0 43"

func TestMates(t *testing.T) {
	m := miner()
	before, prior := at(t, gallop, "f8f7")
	p := m.mate(context.Background(), before, prior)
	if p == nil {
		t.Fatal("refused")
	}
	if p.Moves() != 2 || p.Goal != puzzle.Mate || !slices.Contains(p.Themes, "shuangma") || p.Phase != board.Endgame {
		t.Errorf("%d moves, goal %v, themes %v, phase %v", p.Moves(), p.Goal, p.Themes, p.Phase)
	}
	if len(p.Root.Correct) != 1 || p.Root.Correct[0].Move.String() != "c7d9" || len(p.Root.AlsoWinning) == 0 {
		t.Errorf("right %v, also %v", p.Root.Correct, p.Root.AlsoWinning)
	}
	if again := m.mate(context.Background(), before, prior); !reflect.DeepEqual(p, again) {
		t.Error("the same position gives another puzzle")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ name, fen, prior string }{
		{"one move is enough", "4k4/R8/9/9/9/9/9/1R7/9/3K5 b - - 0 1", "e9f9"},
		{"no mate", board.StartFEN, "h2e2"},
		{"hardly a move", "3k5/9/9/9/9/9/r8/9/9/4K4 b - - 0 1", "a3a0"},
	} {
		before, prior := at(t, c.fen, c.prior)
		if p := miner().mate(context.Background(), before, prior); p != nil {
			t.Errorf("%s: %v", c.name, p)
		}
	}
}

// A game may be won without a move, by resignation.
func TestGameWithoutMoves(t *testing.T) {
	g := Game{Record: board.NewRecord(), Outcome: rules.RedWins}
	if found, err := miner().Find(t.Context(), &g, puzzle.Engine); found != nil || err != nil {
		t.Errorf("puzzles %v, error %v", found, err)
	}
	if turns := miner().candidates(t.Context(), &g); len(turns) > 0 {
		t.Errorf("candidates %v", turns)
	}
}

// The solutions in the program are proved, of which this is a sample: no mate is shorter, no other first move as fast.
func TestStandardIsProved(t *testing.T) {
	var proof prover
	tried := 0
	for i, p := range puzzle.Standard().All() {
		if i%30 != 0 || p.Goal != puzzle.Mate || p.Moves() > 3 && i%150 != 0 {
			continue
		}
		tried++
		proof.reset(t.Context(), maxMoves, proofPositions)
		pos := p.Position()
		n := proof.shortest(&pos, p.Moves())
		if first := proof.fastest(&pos, n); n != p.Moves() || !slices.Equal(first, p.Line()[:1]) {
			t.Errorf("%s: mate in %d by %v, want %v", p.ID(), n, first, p.Line())
		}
	}
	if tried < 50 {
		t.Errorf("only %d were tried", tried)
	}
}

// Of puzzles that nearly agree one is kept, whichever way they are turned; others stay, in their order.
func TestNearDuplicatesAreDropped(t *testing.T) {
	one := func(fen, prior string, line ...string) (p puzzle.Puzzle) {
		p.Before, p.Prior = at(t, fen, prior)
		at := &p.Root
		for i := 0; i < len(line); i += 2 {
			b := puzzle.Branch{Move: testcases.Move(t, line[i])}
			if i+1 < len(line) {
				b.Reply, b.Next = testcases.Move(t, line[i+1]), &puzzle.Node{}
			}
			at.Correct = []puzzle.Branch{b}
			at = b.Next
		}
		return p
	}
	line := []string{"f3f0", "e0e1", "f4d3", "e1d1", "f0d0"}
	first := one("2b1kab2/4a4/9/2C1P3p/2p2N3/5nR2/5r3/9/9/2B1KAB1c w - - 0 33", "f5h6", line...)
	const pawn = "2b1kab2/4a4/9/2C1P4/2p2N2p/5nR2/5r3/9/9/2B1KAB1c w - - 0 " // is elsewhere
	mirror := one("2bak1b2/4a4/9/p3P1C2/3N2p2/2Rn5/3r5/9/9/c1BAK1B2 w - - 0 90", "d5b6", "d3d0", "e0e1", "d4f3", "e1f1", "d0f0")
	turned := one("2b1kab1C/9/9/5R3/5Nr2/2P2n3/2c1p3P/9/4A4/2B1KAB2 b - - 0 90", "f4h3", "f6f9", "e9e8", "f5d6", "e8d8", "f9d9")
	for name, twin := range map[string]puzzle.Puzzle{
		"the same moves": one(pawn+"50", "f5h6", line...), "the same number": one(pawn+"33", "f5h6", "f3f0"),
		"mirrored": mirror, "colors swapped": turned,
	} {
		if got := WithoutTwins([]puzzle.Puzzle{first, twin}); len(got) != 1 || got[0].ID() != first.ID() {
			t.Errorf("%s: %d are kept", name, len(got))
		}
	}
	other := one(pawn+"50", "f5h6", "f3f0", "e0e1", "f0f1")
	far := one("4k4/4a4/9/4P4/2p2N3/5nR2/5r3/9/9/2B1KAB1c w - - 0 33", "f5h6", line...)
	if got := WithoutTwins([]puzzle.Puzzle{first, other, far}); len(got) != 3 || got[1].ID() != other.ID() {
		t.Errorf("of three that differ %d are kept", len(got))
	}
}

// A proof needs every defense: a reply that is left out would make a mate of what is none.
func TestProver(t *testing.T) {
	var v prover
	for _, c := range []struct {
		fen        string
		most, want int
	}{
		{"3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1", 2, 1},
		{"4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1", 2, 2},
		{"4k4/9/9/9/9/9/9/1R6r/R8/3K5 w - - 0 1", 2, 0}, // Black takes a rook,
		{"4k4/9/9/9/9/9/9/9/N8/3K5 w - - 0 1", 2, 0},
		// Mates whose first move gives no check.
		{"r1bak1C2/4a4/1cR6/pC2p3p/9/9/P3c4/N4p3/8r/2BAKAB2 b - - 0 20", 3, 3},
		{"6b2/3ka4/4baN2/9/6nRC/6B2/5p3/B3K4/1r7/3p1A3 b - - 1 73", 3, 3},
	} {
		p := testcases.Position(t, c.fen)
		v.reset(t.Context(), maxMoves, proofPositions)
		if got := v.shortest(&p, c.most); got != c.want {
			t.Errorf("%s: mate in %d, want %d", c.fen, got, c.want)
		}
	}
	p := testcases.Position(t, "4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1")
	v.reset(t.Context(), maxMoves, 3)
	if v.shortest(&p, 2) != 0 || !v.exhausted() {
		t.Error("a proof without time says that there is a mate, or that there is none for certain")
	}
}

// A reviewed game has its puzzle where the loser allowed the mate; if a search fails, there is neither a puzzle nor a
// rejection.
func TestStudy(t *testing.T) {
	before, _ := at(t, gallop, "f8f7")
	rec := board.Record{Start: before, Moves: testcases.Moves(t, "f8f7", "c7d9", "c5g5", "g6e5")}
	s, err := study.New(&rec, study.Plan{First: 4000, Second: 8000, Doubts: 4}, rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	m := miner()
	for !s.Done() {
		if err := s.Step(t.Context(), m.search); err != nil {
			t.Fatal(err)
		}
	}
	p, err := m.Study(t.Context(), s, puzzle.Local)
	if err != nil || p == nil || p.Source != puzzle.Local || p.Prior != rec.Moves[0] || p.Moves() != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	var file bytes.Buffer
	if err := puzzle.Write(&file, []puzzle.Puzzle{*p}); err != nil {
		t.Fatal(err)
	}
	if read, err := puzzle.Read(file.Bytes()); err != nil || len(read) != 1 || read[0].Source != puzzle.Local || read[0].ID() != p.ID() {
		t.Errorf("written and read it is %+v, %v", read, err)
	}
	broken := errors.New("no engine")
	m.search = func(context.Context, *board.Record, engine.Limits) (engine.Result, error) {
		return engine.Result{}, broken
	}
	if p, err := m.Study(t.Context(), s, puzzle.Local); p != nil || !errors.Is(err, broken) {
		t.Errorf("with a broken search: %v, %v", p, err)
	}
}
