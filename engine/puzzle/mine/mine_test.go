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
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
	"xiangqibot/engine/selfplay"
	"xiangqibot/engine/study"
)

func miner() *Miner {
	s := search.New(search.NewTable(1), 1, classical.NewEvaluator)
	return New(func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return s.Run(ctx, rec, limits, nil), nil
	}, s.Clear)
}

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
	p, why := m.mate(context.Background(), before, prior)
	if why != Admitted {
		t.Fatalf("refused: %s", why)
	}
	if p.Moves() != 2 || p.Goal != puzzle.Mate || !slices.Contains(p.Themes, "shuangma") || p.Phase != puzzle.Endgame {
		t.Errorf("%d moves, goal %v, themes %v, phase %v", p.Moves(), p.Goal, p.Themes, p.Phase)
	}
	if len(p.Root.Correct) != 1 || p.Root.Correct[0].Move.String() != "c6b8" || len(p.Root.AlsoWinning) == 0 {
		t.Errorf("right %v, also %v", p.Root.Correct, p.Root.AlsoWinning)
	}
	if again, _ := m.mate(context.Background(), before, prior); !reflect.DeepEqual(p, again) {
		t.Error("the same position gives another puzzle")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, fen, prior string
		want             RejectReason
	}{
		{"one move is enough", "4k4/R8/9/9/9/9/9/1R7/9/3K5 b - - 0 1", "e9f9", MateInOne},
		{"no mate", board.StartFEN, "h2e2", NoMate},
		{"hardly a move", "3k5/9/9/9/9/9/r8/9/9/4K4 b - - 0 1", "a3a0", FewLegal},
	} {
		before, prior := at(t, c.fen, c.prior)
		if p, why := miner().mate(context.Background(), before, prior); why != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, why, c.want, p)
		}
	}
}

// A game may be won without a move, by resignation.
func TestGameWithoutMoves(t *testing.T) {
	g := selfplay.Game{Start: board.StartPosition(), Outcome: rules.RedWins}
	if p, tries, err := miner().Game(t.Context(), &g, puzzle.Engine); p != nil || len(tries) > 0 || err != nil {
		t.Errorf("puzzle %v, tries %v, error %v", p, tries, err)
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
		v.reset(2, proofPositions)
		if got := v.shortest(&p, 2); got != c.want {
			t.Errorf("%s: mate in %d, want %d", c.fen, got, c.want)
		}
	}
	p, err := board.ParseFEN("4k4/9/9/9/9/9/9/1R7/R8/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	v.reset(2, 3)
	if v.shortest(&p, 2) != 0 || !v.exhausted() {
		t.Error("a proof without time says that there is a mate, or that there is none for certain")
	}
}

// A game that was reviewed has its puzzle where the loser let the mate in; a search that fails is no puzzle and no
// refusal.
func TestStudy(t *testing.T) {
	before, _ := at(t, "3k5/4a4/4N4/2N6/9/9/9/3n5/9/2BA1KB2 b - - 0 90", "d2e4")
	rec := board.Record{Start: before}
	for _, text := range []string{"d2e4", "c6b8", "d9e9", "e7g8"} {
		move, err := board.ParseMove(text)
		if err == nil {
			err = rec.Play(move)
		}
		if err != nil {
			t.Fatal(text, err)
		}
	}
	s, err := study.New(&rec, study.Plan{First: 4000, Second: 8000, Doubts: 4}, rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	m := miner()
	if err := s.Run(t.Context(), m.search, nil); err != nil {
		t.Fatal(err)
	}
	p, err := m.Study(t.Context(), s, puzzle.Members)
	if err != nil || p == nil || p.Source != puzzle.Members || p.Prior != rec.Moves[0] || p.Moves() != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	var file bytes.Buffer
	if err := puzzle.Write(&file, []puzzle.Puzzle{*p}); err != nil {
		t.Fatal(err)
	}
	if read, err := puzzle.Read(file.Bytes()); err != nil || len(read) != 1 || read[0].Source != puzzle.Members || read[0].ID() != p.ID() {
		t.Errorf("written and read it is %+v, %v", read, err)
	}
	broken := errors.New("no engine")
	m.search = func(context.Context, *board.Record, engine.Limits) (engine.Result, error) {
		return engine.Result{}, broken
	}
	if p, err := m.Study(t.Context(), s, puzzle.Members); p != nil || !errors.Is(err, broken) {
		t.Errorf("with a broken search: %v, %v", p, err)
	}
}
