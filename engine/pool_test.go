package engine_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPoolServesManyGames(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 2, HashMB: 2})
	defer pool.Close()
	var games sync.WaitGroup
	for g := range 12 {
		games.Go(func() {
			rec := board.NewRecord()
			for range 3 {
				choice, err := pool.Choose(t.Context(), fmt.Sprint(g), &rec, rules.Asian(), 4)
				if err != nil {
					t.Errorf("game %d: %v", g, err)
					return
				}
				if err := rec.Play(choice.Move); err != nil {
					t.Errorf("game %d: %v", g, err)
					return
				}
			}
		})
	}
	games.Wait()
}

func TestPoolWithdrawsCancelledRequests(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 1, HashMB: 1})
	defer pool.Close()
	rec := board.NewRecord()
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			if _, err := pool.Choose(ctx, "game", &rec, rules.Asian(), engine.LevelMax); err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want context.Canceled", err)
			}
		})
	}
	cancel()
	calls.Wait()
	if _, err := pool.Choose(t.Context(), "game", &rec, rules.Asian(), 1); err != nil {
		t.Errorf("after the cancellation: %v", err)
	}
}

func TestPoolCloseEndsEverything(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 1, HashMB: 1})
	// A closed position far from the book makes the strongest level think.
	p, err := board.ParseFEN("r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	rec := board.Record{Start: p}
	var calls sync.WaitGroup
	for g := range 8 {
		calls.Go(func() {
			if _, err := pool.Choose(t.Context(), fmt.Sprint(g), &rec, rules.Asian(), engine.LevelMax); err != nil && !errors.Is(err, engine.ErrPoolClosed) {
				t.Errorf("error %v, want ErrPoolClosed", err)
			}
		})
	}
	pool.Close()
	calls.Wait()
	if _, err := pool.Choose(t.Context(), "late", &rec, rules.Asian(), 1); !errors.Is(err, engine.ErrPoolClosed) {
		t.Errorf("error %v, want ErrPoolClosed", err)
	}
	pool.Close()
}
