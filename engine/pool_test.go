package engine_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestPoolAnalyzes lets the positions of games be analyzed while moves are asked for: both come to their end.
func TestPoolAnalyzes(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 2, HashMB: 2})
	defer pool.Close()
	rec := blunder(t)
	var calls sync.WaitGroup
	for g := range 3 {
		calls.Go(func() {
			for ply := range rec.Moves {
				before := board.Record{Start: rec.Start, Moves: rec.Moves[:ply]}
				res, err := engine.RetryPreempted(t.Context(), func(ctx context.Context) (engine.Result, error) {
					return pool.AnalyzeWhole(ctx, engine.Key{User: fmt.Sprint(g)}, &before, engine.Limits{Nodes: 5000}, nil)
				})
				if err != nil || res.Depth == 0 {
					t.Errorf("ply %d: %+v, %v", ply, res, err)
				}
			}
		})
		calls.Go(func() {
			if _, err := pool.Choose(t.Context(), engine.Key{User: fmt.Sprint(g)}, rec, rules.Asian(), 3); err != nil {
				t.Error(err)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := engine.RetryPreempted(ctx, func(ctx context.Context) (engine.Result, error) {
		return pool.AnalyzeWhole(ctx, engine.Key{}, rec, engine.Limits{}, func(engine.Info) { cancel() })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an analysis that was canceled: %v", err)
	}
	calls.Wait()
	lines := 0
	analysis, err := pool.AnalyzeWhole(t.Context(), engine.Key{}, rec, engine.Limits{Nodes: 5000, MultiPV: 3}, func(engine.Info) { lines++ })
	if err != nil || len(analysis.Lines) != 3 || lines < 3 {
		t.Errorf("an analysis: %+v, %v, %d lines of progress", analysis, err, lines)
	}
}

// An analysis that has to make room for a move says so to those who can ask again, and returns what it has found.
func TestPoolCutsShort(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 1, HashMB: 1})
	defer pool.Close()
	// Far from the book, whose moves need no engine.
	p := testcases.Position(t, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1")
	rec := board.Record{Start: p}
	begun, moved := make(chan bool), make(chan error, 1)
	var once sync.Once
	go func() {
		<-begun
		_, err := pool.Choose(t.Context(), engine.Key{User: "1"}, &rec, rules.Asian(), engine.LevelMin)
		moved <- err
	}()
	res, err := pool.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: 1 << 40}, func(engine.Info) {
		once.Do(func() { close(begun) })
	})
	if !errors.Is(err, engine.ErrPreempted) || res.Depth == 0 || len(res.PV) == 0 {
		t.Errorf("%v, depth %d", err, res.Depth)
	}
	if err := <-moved; err != nil {
		t.Error(err)
	}
	if res, err := pool.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: 2000}, nil); err != nil || res.Depth == 0 {
		t.Errorf("with nobody else there: %v, depth %d", err, res.Depth)
	}
}

// BenchmarkPoolUnderLoad asks for the strongest moves in eight games at once, as eight people do. It reports how long
// the last of them waits: two seconds is what the bot promises.
func BenchmarkPoolUnderLoad(b *testing.B) {
	p := testcases.Position(b, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1")
	rec := board.Record{Start: p}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			pool := engine.NewPool(engine.PoolOptions{Workers: workers, HashMB: 64})
			defer pool.Close()
			var worst time.Duration
			var nodes atomic.Uint64
			for b.Loop() {
				start := time.Now()
				var games sync.WaitGroup
				for g := range 8 {
					games.Go(func() {
						choice, err := pool.Choose(b.Context(), engine.Key{User: fmt.Sprint(g)}, &rec, rules.Asian(), engine.LevelMax)
						if err != nil {
							b.Error(err)
						}
						nodes.Add(choice.Nodes)
					})
				}
				games.Wait()
				worst = max(worst, time.Since(start))
			}
			b.ReportMetric(worst.Seconds(), "s/last-answer")
			b.ReportMetric(float64(nodes.Load())/float64(8*b.N), "nodes/move")
		})
	}
}

// An unhurried analysis rests while people wait for answers, and ends all the same. The search of a move and an
// analysis for which somebody waits do not ask.
func TestPoolAnalysesRest(t *testing.T) {
	const nodes = 20_000
	var asked atomic.Int64
	pool := engine.NewPool(engine.PoolOptions{Workers: 1, HashMB: 1, Busy: func() bool { asked.Add(1); return true }})
	defer pool.Close()
	rec := board.NewRecord()
	rec.Moves = append(rec.Moves, rec.Start.LegalMoves(nil)[0]) // far from the book
	if _, err := pool.Choose(t.Context(), engine.Key{}, &rec, rules.Asian(), 9); err != nil || asked.Load() > 0 {
		t.Errorf("%v; the search of a move asked %d times whether it should rest", err, asked.Load())
	}
	if _, err := pool.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: nodes}, nil); err != nil || asked.Load() > 0 {
		t.Errorf("%v; an analysis asked %d times whether it should rest", err, asked.Load())
	}
	res, err := engine.ThrottledPool{Pool: pool}.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: nodes}, nil)
	if err != nil || res.Nodes < nodes || asked.Load() < nodes/2000 {
		t.Errorf("%v; an analysis of %d nodes asked %d times", err, res.Nodes, asked.Load())
	}
}

// When the program is about to stop, the analyses that nobody waits for end at once, running or not yet begun; moves
// are still found.
func TestPoolAnalysesStop(t *testing.T) {
	pool := engine.NewPool(engine.PoolOptions{Workers: 1, HashMB: 1})
	defer pool.Close()
	stopping := make(chan struct{})
	throttled := engine.ThrottledPool{Pool: pool, Stopping: stopping}
	rec := board.NewRecord()
	begun := make(chan struct{}, 1000)
	progress := func(engine.Info) { begun <- struct{}{} }
	ended := make(chan error, 1)
	go func() {
		_, err := throttled.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: 1 << 40}, progress)
		ended <- err
	}()
	<-begun
	close(stopping)
	if err := <-ended; !errors.Is(err, engine.ErrPoolClosed) {
		t.Errorf("a running analysis ended with %v, want %v", err, engine.ErrPoolClosed)
	}
	if _, err := throttled.AnalyzeWhole(t.Context(), engine.Key{}, &rec, engine.Limits{Nodes: 1 << 40}, nil); !errors.Is(err, engine.ErrPoolClosed) {
		t.Errorf("a new analysis ended with %v, want %v", err, engine.ErrPoolClosed)
	}
	if _, err := pool.Choose(t.Context(), engine.Key{}, blunder(t), rules.Asian(), 1); err != nil {
		t.Errorf("a move: %v", err)
	}
}

// The thread of an analysis may get no processor for a long time. Who has canceled the analysis does not wait for it,
// and neither does the end of the program.
func TestPoolAnalysisIsCanceledAtOnce(t *testing.T) {
	running, release := make(chan struct{}, 1), make(chan struct{})
	held := func() bool { running <- struct{}{}; <-release; return false }
	pool := engine.NewPool(engine.PoolOptions{Workers: 2, HashMB: 2, Busy: held})
	defer pool.Close()
	defer close(release)
	stopping := make(chan struct{})
	throttled := engine.ThrottledPool{Pool: pool, Stopping: stopping}
	rec := board.NewRecord()
	for _, want := range []error{context.Canceled, engine.ErrPoolClosed} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := throttled.AnalyzeWhole(ctx, engine.Key{}, &rec, engine.Limits{Nodes: 1 << 40}, nil)
			ended <- err
		}()
		<-running
		if errors.Is(want, engine.ErrPoolClosed) {
			close(stopping)
		} else {
			cancel()
		}
		if err := <-ended; !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
		cancel()
	}
}

// played is a record of moves in coordinates.
func played(t testing.TB, moves ...string) *board.Record {
	return testcases.Record(t, board.StartFEN, moves...)
}

// blunder is a short game in which Red loses a cannon at ply 3.
func blunder(t testing.TB) *board.Record { return played(t, "h2e2", "h9g7", "e2e6", "g7e6", "h0g2") }
