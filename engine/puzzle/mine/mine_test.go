package mine

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/search"
)

func miner() *Miner { return New(search.New(search.NewTable(1), 1, classical.Make)) }

func at(t *testing.T, fen, prior string) (board.Position, board.Move) {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := board.ParseMove(prior)
	if err != nil || !p.IsLegal(m) {
		t.Fatal(prior, err)
	}
	return p, m
}

func TestMates(t *testing.T) {
	m := miner()
	before, prior := at(t, "3k5/4a4/4N4/2N6/9/9/9/3n5/9/2BA1KB2 b - - 0 90", "d2e4")
	p, why := m.Mate(context.Background(), before, prior)
	if why != Admitted {
		t.Fatalf("refused: %s", why)
	}
	if p.Moves() != 2 || p.Goal != puzzle.Mate || !slices.Contains(p.Themes, "shuangma") || p.Phase != puzzle.Ending {
		t.Errorf("%d moves, goal %v, themes %v, phase %v", p.Moves(), p.Goal, p.Themes, p.Phase)
	}
	if len(p.Root.Right) != 1 || p.Root.Right[0].Move.String() != "c6b8" || len(p.Root.Also) == 0 {
		t.Errorf("right %v, also %v", p.Root.Right, p.Root.Also)
	}
	if again, _ := m.Mate(context.Background(), before, prior); !reflect.DeepEqual(p, again) {
		t.Error("the same position gives another puzzle")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, fen, prior string
		want             Refusal
	}{
		{"one move is enough", "4k4/R8/9/9/9/9/9/1R7/9/3K5 b - - 0 1", "e9f9", OneMover},
		{"no mate", board.StartFEN, "h2e2", NoMate},
		{"hardly a move", "3k5/9/9/9/9/9/r8/9/9/4K4 b - - 0 1", "a3a0", FewLegal},
	} {
		before, prior := at(t, c.fen, c.prior)
		if p, why := miner().Mate(context.Background(), before, prior); why != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, why, c.want, p)
		}
	}
}

// A proof needs every defense: a reply that is left out would make a mate of what is none.
func TestProver(t *testing.T) {
	var v prover
	for _, c := range []struct {
		fen  string
		want int
	}{
		{"3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1", 1},
		{"4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1", 2},
		{"4k4/9/9/9/9/9/9/1R6r/R8/3K5 w - - 0 1", 0}, // Black takes a rook,
		{"4k4/9/9/9/9/9/9/9/N8/3K5 w - - 0 1", 0},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		v.begin(2, proofPositions)
		if got := v.shortest(&p, 2); got != c.want {
			t.Errorf("%s: mate in %d, want %d", c.fen, got, c.want)
		}
	}
	p, err := board.ParseFEN("4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	v.begin(2, 3)
	if v.shortest(&p, 2) != 0 || !v.spent() {
		t.Error("a proof without time says that there is a mate, or that there is none for certain")
	}
}
