package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// The laws below hold for any searches, so those here look at no board and take their time from the clock of a bubble.

// bubble runs a test in a bubble with a clock of its own, and many times with what is drawn.
func bubble(t *testing.T, property func(t *rapid.T)) {
	synctest.Test(t, func(t *testing.T) { rapid.Check(inBubble{t}, property) })
}

// inBubble keeps rapid from asking for the deadline of the test, which belongs to another clock.
type inBubble struct{ testing.TB }

// served is a search that was begun.
type served struct {
	name   string
	at     time.Time
	budget time.Duration
}

// journal notes the searches in their order.
type journal struct {
	mu   sync.Mutex
	list []served
}

// search needs so much time, or all that it is given if that is less.
func (j *journal) search(name string, need time.Duration) func(context.Context, *Engine, time.Duration) error {
	return func(ctx context.Context, _ *Engine, budget time.Duration) error {
		j.mu.Lock()
		j.list = append(j.list, served{name, time.Now(), budget})
		j.mu.Unlock()
		select {
		case <-time.After(min(need, budget)):
			return nil
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil // it answers with what it has
			}
			return ctx.Err()
		}
	}
}

func (j *journal) names() (names []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, s := range j.list {
		names = append(names, s.name)
	}
	return names
}

func testPool(workers int) *Pool { return NewPool(PoolOptions{Workers: workers, HashMB: 1}) }

// The strongest searches of a crowd that asks at the same moment share the time, so that the last of them is answered
// when the first would be if it were alone; later only by as much as the shortest of thoughts need that each of them
// has.
func TestPoolAnswersInTime(t *testing.T) {
	bubble(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 4).Draw(t, "workers")
		games := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 8).Draw(t, "games of each person")
		pool, start, total := testPool(workers), time.Now(), 0
		var j journal
		var calls sync.WaitGroup
		for p, n := range games {
			for g := range n {
				total++
				calls.Go(func() {
					key := Key{User: fmt.Sprint(p), Flow: fmt.Sprint(g)}
					if err := pool.do(context.Background(), key, &pool.moves, j.search(key.Flow, time.Hour)); err != nil {
						t.Errorf("%v: %v", key, err)
					}
				})
			}
		}
		calls.Wait()
		pool.Close()
		rounds := (total + workers - 1) / workers
		most := maxResponseTime + time.Duration(rounds)*minMoveTime
		if took := time.Since(start); took > most {
			t.Errorf("the last of %d answers came after %v, want %v at most", total, took, most)
		}
		for _, s := range j.list {
			if s.budget < minMoveTime {
				t.Errorf("a thought of %v", s.budget)
			}
		}
	})
}

// Eight people with a game each on two workers: what the bot promises.
func TestPoolSharesTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool, start := testPool(2), time.Now()
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		for p := range 8 {
			calls.Go(func() {
				if err := pool.do(t.Context(), Key{User: fmt.Sprint(p)}, &pool.moves, j.search("", time.Hour)); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if took := time.Since(start); took > maxResponseTime || took < maxResponseTime*9/10 {
			t.Errorf("the last answer comes after %v, want nearly %v", took, maxResponseTime)
		}
		// A game alone has all the time.
		start = time.Now()
		if err := pool.do(t.Context(), Key{}, &pool.moves, j.search("", time.Hour)); err != nil || time.Since(start) != maxResponseTime {
			t.Errorf("a single game thought for %v (%v), want %v", time.Since(start), err, maxResponseTime)
		}
	})
}

// Five hundred games of one person wait, then somebody else makes a move: they wait for the running search and for at
// most one more.
func TestPoolManyGamesStarveNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		var j journal
		var calls sync.WaitGroup
		ask := func(ctx context.Context, key Key, need time.Duration) {
			calls.Go(func() {
				if err := pool.do(ctx, key, &pool.moves, j.search(key.User+key.Flow, need)); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("%v: %v", key, err)
				}
			})
			synctest.Wait()
		}
		many, cancel := context.WithCancel(t.Context())
		for g := range 500 {
			ask(many, Key{User: "many", Flow: fmt.Sprint(g)}, time.Hour)
		}
		began := time.Now()
		ask(t.Context(), Key{User: "one", Flow: "game"}, 10*time.Millisecond)
		for !slices.Contains(j.names(), "onegame") {
			<-time.After(time.Millisecond)
			synctest.Wait()
		}
		if waited := time.Since(began); waited > 2*minMoveTime+time.Millisecond {
			t.Errorf("somebody with one game waited %v", waited)
		}
		if i := slices.Index(j.names(), "onegame"); i > 2 {
			t.Errorf("the newcomer was the %dth", i+1)
		}
		// Of those five hundred, the first were not forgotten for the last.
		<-time.After(10 * minMoveTime)
		for i, name := range j.names() {
			want := fmt.Sprint("many", i)
			if at := slices.Index(j.names(), "onegame"); i > at {
				want = fmt.Sprint("many", i-1)
			}
			if name != "onegame" && name != want {
				t.Fatalf("served %v, want the games in the order in which they came", j.names())
			}
		}
		cancel()
		calls.Wait()
		if pool.moves.Len() != 0 {
			t.Errorf("%d requests are left of those canceled", pool.moves.Len())
		}
		pool.Close()
	})
}

// In a server hundreds of people move at once; then somebody moves in another server: they wait for the running search
// and for at most one more, and think for as long as one of two servers may.
func TestPoolAFloodSlowsItsOwnServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		ask := func(ctx context.Context, key Key) {
			calls.Go(func() {
				if err := pool.do(ctx, key, &pool.moves, j.search(key.Tenant, time.Hour)); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("%v: %v", key, err)
				}
			})
			synctest.Wait()
		}
		flood, cancel := context.WithCancel(t.Context())
		for p := range 400 {
			ask(flood, Key{Tenant: "flooded", User: fmt.Sprint(p), Flow: "game"})
		}
		began := time.Now()
		ask(t.Context(), Key{Tenant: "quiet", User: "one", Flow: "game"})
		quiet := -1
		for quiet < 0 {
			<-time.After(time.Millisecond)
			synctest.Wait()
			quiet = slices.Index(j.names(), "quiet")
		}
		if waited := time.Since(began); waited > 2*minMoveTime+time.Millisecond {
			t.Errorf("the other server waited %v", waited)
		}
		cancel()
		calls.Wait()
		if got := j.list[quiet].budget; got < maxResponseTime/4 {
			t.Errorf("its search was given %v, and those of the flood at least %v", got, minMoveTime)
		}
	})
}

// Reviews wait while moves are asked for, but not forever; and a review does not keep a move waiting for longer than
// one step.
func TestPoolMovesBeforeReviews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		ask := func(name string, reviews bool) {
			queue := &pool.moves
			if reviews {
				queue = &pool.analyses
			}
			calls.Go(func() {
				if err := pool.do(t.Context(), Key{User: name}, queue, j.search(name, time.Hour)); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		ask("review 1", true)
		ask("review 2", true)
		ask("review 3", true)
		for n := range 20 {
			ask(fmt.Sprint("move ", n), false)
		}
		calls.Wait()
		names := j.names()
		if waited := j.list[1].at.Sub(j.list[0].at); names[0] != "review 1" || names[1] != "move 0" || waited != analysisGrace {
			t.Errorf("served %v, the first after %v; want one review for %v and then moves", names, waited, analysisGrace)
		}
		if a, b := slices.Index(names, "review 2"), slices.Index(names, "review 3"); a != 1+movesPerAnalysis || b != a+1+movesPerAnalysis {
			t.Errorf("reviews had the turns %d and %d, want one after every %d moves", a, b, movesPerAnalysis)
		}
	})
}

// A pool remembers a limited number of requests; what is withdrawn makes room.
func TestPoolIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := NewPool(PoolOptions{Workers: 1, HashMB: 1})
		pool.maxWaiting = 3
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		for g := range 4 { // one is searched, three wait
			calls.Go(func() {
				err := pool.do(ctx, Key{Flow: fmt.Sprint(g)}, &pool.moves, j.search("", time.Hour))
				if !errors.Is(err, context.Canceled) {
					t.Errorf("game %d: %v, want a cancellation", g, err)
				}
			})
			synctest.Wait()
		}
		known := board.NewRecord()
		if choice, err := pool.Choose(t.Context(), Key{}, &known, rules.Asian(), 1); err != nil || !choice.FromBook {
			t.Errorf("%+v, %v; want a move of the book, which waits for nobody", choice, err)
		}
		start := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1")
		rec := board.Record{Start: start}
		if _, err := pool.Choose(t.Context(), Key{}, &rec, rules.Asian(), 1); !errors.Is(err, ErrPoolFull) {
			t.Errorf("error %v, want ErrPoolFull", err)
		}
		cancel()
		calls.Wait()
		if _, err := pool.Choose(t.Context(), Key{}, &rec, rules.Asian(), 1); err != nil {
			t.Errorf("after the others have left: %v", err)
		}
	})
}

// Whoever waits when the pool is closed gets an error, and the search that runs is ended.
func TestPoolCloseAnswersAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		var j journal
		var calls sync.WaitGroup
		for g := range 5 {
			calls.Go(func() {
				queue := &pool.moves
				if g%2 == 0 {
					queue = &pool.analyses
				}
				if err := pool.do(t.Context(), Key{Flow: fmt.Sprint(g)}, queue, j.search("", time.Hour)); !errors.Is(err, ErrPoolClosed) {
					t.Errorf("error %v, want ErrPoolClosed", err)
				}
			})
			synctest.Wait()
		}
		start := time.Now()
		pool.Close()
		calls.Wait()
		if took := time.Since(start); took != 0 {
			t.Errorf("closing took %v", took)
		}
		rec := board.NewRecord()
		if _, err := pool.Choose(t.Context(), Key{Flow: "late"}, &rec, rules.Asian(), 1); !errors.Is(err, ErrPoolClosed) {
			t.Errorf("later: error %v, want ErrPoolClosed", err)
		}
		pool.Close()
	})
}

// An analysis ends before its deadline, with the deepest result that was found or with ErrPoolFull.
func TestAnalysesEndBeforeTheDeadline(t *testing.T) {
	const limit = time.Minute
	for _, test := range []struct {
		name   string
		depths []int // of the searches that are preempted; the last one lasts until it is stopped
		depth  int
	}{
		{"one search", []int{9}, 9}, {"preempted before", []int{7, 6, 3}, 7}, {"nothing found", []int{0, 0}, 0}, {"no turn", nil, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			start, asked := time.Now(), 0
			res, err := RetryPreempted(ctx, func(ctx context.Context) (Result, error) {
				if asked++; asked >= max(len(test.depths), 1) {
					<-ctx.Done()
				}
				if asked > len(test.depths) {
					return Result{}, ctx.Err()
				}
				return Result{Info: Info{Depth: test.depths[asked-1]}}, ErrPreempted
			})
			if took := time.Since(start); took != limit-answerTime {
				t.Errorf("%s: the answer comes after %v, %v before the deadline is wanted", test.name, took, answerTime)
			}
			if res.Depth != test.depth || (err == nil) != (test.depth > 0) || err != nil && !errors.Is(err, ErrPoolFull) {
				t.Errorf("%s: depth %d, %v; want depth %d", test.name, res.Depth, err, test.depth)
			}
		})
	}
}

// Whoever waits in the queue until their time is over learns that the pool is busy.
func TestWaitingTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		calls.Go(func() { _ = pool.do(t.Context(), Key{}, &pool.moves, j.search("", time.Second)) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		for range 2 { // waiting, and too late even to wait
			err := pool.do(ctx, Key{User: "2"}, &pool.moves, j.search("", time.Second))
			if !errors.Is(err, ErrPoolFull) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		}
		calls.Wait()
	})
}
