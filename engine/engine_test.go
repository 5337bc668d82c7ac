package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/testcases"
)

// Every level plays legal moves over a stretch of a game.
func TestEveryLevelPlaysLegalMoves(t *testing.T) {
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		e := engine.New(engine.Options{HashMB: 4, RandSource: rand.NewPCG(1, uint64(level))})
		rec := board.NewRecord()
		for range 6 {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			choice, err := e.Play(ctx, &rec, level, engine.Limits{})
			cancel()
			if err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
			if err := rec.Play(choice.Move); err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
		}
	}
}

// overdue is a context whose deadline has passed and whose timer is late, as on a busy machine.
type overdue struct{ context.Context }

func (overdue) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// An analysis stops early only once its context has ended, so a caller who finds that it has not can take the result
// for complete.
func TestAnalysisIgnoresTheDeadline(t *testing.T) {
	const nodes = 5000
	ctx, rec := overdue{t.Context()}, board.NewRecord()
	res, err := engine.New(engine.Options{HashMB: 1}).Analyze(ctx, &rec, engine.Limits{Nodes: nodes}, nil)
	if err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
	if res.Nodes != nodes {
		t.Errorf("stopped after %d nodes of %d, before the context has ended", res.Nodes, nodes)
	}
}

// From level 3 on no level misses a mate in one.
func TestMateInOneIsSeen(t *testing.T) {
	rec := testcases.Record(t, "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - 0 1")
	for level := engine.Level(3); level <= engine.LevelMax; level++ {
		for seed := range uint64(5) {
			e := engine.New(engine.Options{HashMB: 1, RandSource: rand.NewPCG(seed, 0)})
			choice, err := e.Play(t.Context(), rec, level, engine.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			after := rec.Clone()
			if err := after.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
			if p := after.Position(); p.HasLegalMove() {
				t.Errorf("level %d, seed %d: played %s, which does not mate", level, seed, choice.Move)
			}
		}
	}
}

// From level 3 on every level recaptures, also in hasty moves.
func TestLevelsRecapture(t *testing.T) {
	if testing.Short() {
		t.Skip("one thread: nothing for the race detector")
	}
	rec := board.NewRecord()
	if err := rec.Play(testcases.Move(t, "h2h9")); err != nil { // a cannon for a horse
		t.Fatal(err)
	}
	for level := engine.Level(3); level < engine.LevelMax; level++ {
		for seed := range uint64(10) {
			e := engine.New(engine.Options{HashMB: 1, RandSource: rand.NewPCG(seed, 0)})
			choice, err := e.Play(t.Context(), &rec, level, engine.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if choice.Move != testcases.Move(t, "i9h9") {
				t.Errorf("level %d, seed %d: played %s and left the cannon", level, seed, choice.Move)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	e := engine.New(engine.Options{HashMB: 1})
	rec := board.NewRecord()
	for _, level := range []engine.Level{0, 11} {
		if _, err := e.Play(t.Context(), &rec, level, engine.Limits{}); err == nil {
			t.Errorf("level %d was accepted", level)
		}
	}
	mated := testcases.Record(t, "3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1")
	if _, err := e.Play(t.Context(), mated, 5, engine.Limits{}); !errors.Is(err, engine.ErrGameOver) {
		t.Errorf("error %v, want ErrGameOver", err)
	}
}

// A network replaces the hand-written evaluation, which SetEvaluation(nil) restores.
func TestNetwork(t *testing.T) {
	// Black is a rook behind and an advisor short, so the lead can be won and counts in full; nothing can be taken.
	p := testcases.Position(t, "3ak1b2/9/4b4/9/9/9/9/9/9/R2AKAB2 w - - 0 1")
	rec := board.Record{Start: p}
	think := func(e *engine.Engine) engine.Result {
		res, err := e.Analyze(t.Context(), &rec, engine.Limits{Depth: 4}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	classical := think(engine.New(engine.Options{HashMB: 1}))
	e := engine.New(engine.Options{HashMB: 1, Evaluation: nnue.NewNetwork(64, 300).Evaluation()})
	if got := think(e); got.Score != 0 || classical.Score < 100 {
		t.Errorf("an empty network says %d, the hand-written evaluation %d", got.Score, classical.Score)
	}
	if score, terms := e.Terms(&p); score != 0 || terms[0].Sides[board.Red] <= terms[0].Sides[board.Black] {
		t.Errorf("with an empty network the position alone is worth %d, of %v", score, terms)
	}
	e.SetEvaluation(nil)
	if got := think(e); got.Score != classical.Score || got.Nodes != classical.Nodes || got.Best != classical.Best {
		t.Errorf("without the network again it says %+v, want %+v", got.Info, classical.Info)
	}
	one := nnue.NewNetwork(64, 300)
	for head := range one.OutputBias {
		one.OutputBias[head] = nnue.ScoreOne
	}
	e.SetEvaluation(one.Evaluation())
	if score, _ := e.Terms(&p); score != 300 {
		t.Errorf("a network that always says 1 is worth %d, want its scale, 300", score)
	}
}
