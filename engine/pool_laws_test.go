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
	"xiangqibot/engine/fairqueue"
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

// A crowd asks a pool for searches, and notes those that are begun.
type crowd struct {
	t     rapid.TB
	pool  *Pool
	calls sync.WaitGroup

	mu     sync.Mutex
	served []served
}

// served is a search that was begun.
type served struct {
	Key
	at     time.Time
	budget time.Duration
}

func newCrowd(t rapid.TB, workers int) *crowd {
	return &crowd{t: t, pool: NewPool(PoolOptions{Workers: workers, HashMB: 1})}
}

// ask asks for a search that takes so much time, or all that it is given if that is less, and goes on when the pool has
// begun what it can. The answer is one of these errors.
func (c *crowd) ask(ctx context.Context, key Key, queue *fairqueue.Queue[*request], takes time.Duration, errs ...error) {
	c.calls.Go(func() {
		err := c.pool.do(ctx, key, queue, func(ctx context.Context, _ *Engine, budget time.Duration) error {
			c.mu.Lock()
			c.served = append(c.served, served{key, time.Now(), budget})
			c.mu.Unlock()
			select {
			case <-time.After(min(takes, budget)):
				return nil
			case <-ctx.Done():
				if errors.Is(ctx.Err(), context.DeadlineExceeded) {
					return nil // it answers with what it has
				}
				return ctx.Err()
			}
		})
		if !slices.ContainsFunc(errs, func(want error) bool { return errors.Is(err, want) }) {
			c.t.Errorf("%v: error %v, want one of %v", key, err, errs)
		}
	})
	synctest.Wait()
}

// turn is how many searches were begun before the first of somebody; -1: there is none.
func (c *crowd) turn(key Key) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.IndexFunc(c.served, func(s served) bool { return s.Key == key })
}

// The strongest searches of a crowd that asks at the same moment share the time, so that the last of them is answered
// when the first would be if it were alone; later only by as much as the shortest of thoughts need that each of them
// has.
func TestPoolAnswersInTime(t *testing.T) {
	bubble(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 4).Draw(t, "workers")
		games := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 8).Draw(t, "games of each person")
		c, start := newCrowd(t, workers), time.Now()
		for p, n := range games {
			for g := range n {
				c.ask(context.Background(), Key{User: fmt.Sprint(p), Flow: fmt.Sprint(g)}, &c.pool.moves, time.Hour, nil)
			}
		}
		c.calls.Wait()
		c.pool.Close()
		rounds := (len(c.served) + workers - 1) / workers
		most := maxResponseTime + time.Duration(rounds)*minMoveTime
		if took := time.Since(start); took > most {
			t.Errorf("the last of %d answers came after %v, want %v at most", len(c.served), took, most)
		}
		for _, s := range c.served {
			if s.budget < minMoveTime {
				t.Errorf("a thought of %v", s.budget)
			}
		}
	})
}

// Eight people with a game each on two workers: what the bot promises.
func TestPoolSharesTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, start := newCrowd(t, 2), time.Now()
		defer c.pool.Close()
		for p := range 8 {
			c.ask(t.Context(), Key{User: fmt.Sprint(p)}, &c.pool.moves, time.Hour, nil)
		}
		c.calls.Wait()
		if took := time.Since(start); took > maxResponseTime || took < maxResponseTime*9/10 {
			t.Errorf("the last answer comes after %v, want nearly %v", took, maxResponseTime)
		}
		// A game alone has all the time.
		start = time.Now()
		c.ask(t.Context(), Key{}, &c.pool.moves, time.Hour, nil)
		c.calls.Wait()
		if took := time.Since(start); took != maxResponseTime {
			t.Errorf("a single game thought for %v, want %v", took, maxResponseTime)
		}
	})
}

// Hundreds of people of a server, or hundreds of games of one person, wait; then somebody moves elsewhere: they wait for
// the running search and for at most one more, and think for as long as one of two may.
func TestPoolAFloodSlowsItsOwnServer(t *testing.T) {
	for _, flooded := range []func(n int) Key{
		func(n int) Key { return Key{Tenant: "flooded", User: fmt.Sprint(n), Flow: "game"} },
		func(n int) Key { return Key{User: "many", Flow: fmt.Sprint(n)} },
	} {
		synctest.Test(t, func(t *testing.T) {
			c, quiet := newCrowd(t, 1), Key{Tenant: "quiet", User: "one", Flow: "game"}
			defer c.pool.Close()
			flood, cancel := context.WithCancel(t.Context())
			for n := range 400 {
				c.ask(flood, flooded(n), &c.pool.moves, time.Hour, nil, context.Canceled)
			}
			began := time.Now()
			c.ask(t.Context(), quiet, &c.pool.moves, time.Hour, nil)
			for c.turn(quiet) < 0 {
				<-time.After(time.Millisecond)
				synctest.Wait()
			}
			if waited := time.Since(began); waited > 2*minMoveTime+time.Millisecond {
				t.Errorf("beside %v the other one waited %v", flooded(0), waited)
			}
			cancel()
			c.calls.Wait()
			if got := c.served[c.turn(quiet)].budget; got < maxResponseTime/4 {
				t.Errorf("beside %v the search was given %v, and those of the flood at least %v", flooded(0), got, minMoveTime)
			}
			if n := c.pool.moves.Len(); n != 0 {
				t.Errorf("%d requests are left of those canceled", n)
			}
		})
	}
}

// Reviews wait while moves are asked for, but not forever; and a review does not keep a move waiting for longer than
// one step.
func TestPoolMovesBeforeReviews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		defer c.pool.Close()
		review := func(n int) Key { return Key{User: fmt.Sprint("review ", n)} }
		for n := range 3 {
			c.ask(t.Context(), review(n), &c.pool.analyses, time.Hour, nil)
		}
		for n := range 20 {
			c.ask(t.Context(), Key{User: fmt.Sprint("move ", n)}, &c.pool.moves, time.Hour, nil)
		}
		c.calls.Wait()
		waited := c.served[1].at.Sub(c.served[0].at)
		if c.turn(review(0)) != 0 || c.turn(Key{User: "move 0"}) != 1 || waited != analysisGrace {
			t.Errorf("served %v, the first for %v; want one review for %v and then moves", c.served, waited, analysisGrace)
		}
		if a, b := c.turn(review(1)), c.turn(review(2)); a != 1+movesPerAnalysis || b != a+1+movesPerAnalysis {
			t.Errorf("reviews had the turns %d and %d, want one after every %d moves", a, b, movesPerAnalysis)
		}
	})
}

// A pool remembers a limited number of requests; what is withdrawn makes room.
func TestPoolIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		pool := c.pool
		pool.maxWaiting = 3
		defer pool.Close()
		ctx, cancel := context.WithCancel(t.Context())
		for g := range 4 { // one is searched, three wait
			c.ask(ctx, Key{Flow: fmt.Sprint(g)}, &pool.moves, time.Hour, context.Canceled)
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
		c.calls.Wait()
		if _, err := pool.Choose(t.Context(), Key{}, &rec, rules.Asian(), 1); err != nil {
			t.Errorf("after the others have left: %v", err)
		}
	})
}

// Whoever waits when the pool is closed gets an error, and the search that runs is ended.
func TestPoolCloseAnswersAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		pool := c.pool
		for g := range 5 {
			queue := []*fairqueue.Queue[*request]{&pool.analyses, &pool.moves}[g%2]
			c.ask(t.Context(), Key{Flow: fmt.Sprint(g)}, queue, time.Hour, ErrPoolClosed)
		}
		start := time.Now()
		pool.Close()
		c.calls.Wait()
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
		c := newCrowd(t, 1)
		defer c.pool.Close()
		c.ask(t.Context(), Key{}, &c.pool.moves, time.Second, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		for range 2 { // waiting, and too late even to wait
			err := c.pool.do(ctx, Key{User: "2"}, &c.pool.moves, nil)
			if !errors.Is(err, ErrPoolFull) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		}
		c.calls.Wait()
	})
}

// Load counts a request while it waits and while it runs, and no longer.
func TestPoolLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(t, 1)
		defer c.pool.Close()
		ctx, cancel := context.WithCancel(t.Context())
		for n := range 5 {
			queue := &c.pool.moves
			if n >= 2 {
				queue = &c.pool.analyses
			}
			c.ask(ctx, Key{User: fmt.Sprint(n)}, queue, time.Hour, context.Canceled)
		}
		if got, want := c.pool.Load(), (Load{Moves: QueueLoad{Running: 1, Waiting: 1}, Analyses: QueueLoad{Waiting: 3}}); got != want {
			t.Errorf("the load is %+v, want %+v", got, want)
		}
		cancel()
		c.calls.Wait()
		synctest.Wait()
		if got := c.pool.Load(); got != (Load{}) {
			t.Errorf("the load of an idle pool is %+v", got)
		}
	})
}
