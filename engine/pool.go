package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/fairqueue"
	"xiangqibot/engine/rules"
)

// PoolOptions configures a pool. The zero value is ready to use.
type PoolOptions struct {
	// Workers is the number of concurrent searches, each in one thread; 0 means one per processor, at most four.
	Workers int
	// HashMB is the size of all transposition tables together, in megabytes; 0 means DefaultHashMB. Each worker needs
	// about 6 MB more.
	HashMB int
	// Evaluation is as in Options.
	Evaluation eval.Factory
	// Tables are as in Options. All workers share them.
	Tables *endgame.Tables
	// Busy, if not nil, reports whether the program has users to respond to. See ThrottledPool.
	Busy func() bool
}

// Key identifies whose turn a request uses: the tenant, its user who waits for the answer, and the flow of requests,
// such as a game.
type Key = fairqueue.Key

// Pool shares a few engines among many games. Tenants take turns, then the users of each tenant, then the flows of each
// user; the requests of one flow are answered in order. So a user with many games, or a tenant with many users, delays
// others by at most one search per turn. See package fairqueue.
//
// Moves have priority over analyses ([Pool.AnalyzeWhole]), since a player is waiting for them. When a move is
// requested, a running analysis is preempted a quarter of a second after its start. While moves keep waiting, one in
// nine searches is an analysis. On Linux analyses run on a thread of low priority, so that they do not delay the
// rest of the program. Such a thread occupies one of Go's processors (GOMAXPROCS) even while it is not running, so an
// interactive program should raise GOMAXPROCS by one for each worker.
type Pool struct {
	workers    int
	maxWaiting int             // requests that may wait
	busy       func() bool     // may be nil
	ctx        context.Context // ends when the pool is closed
	cancel     context.CancelFunc

	mu                 sync.Mutex
	work               *sync.Cond
	moves              fairqueue.Queue[*request]
	analyses           fairqueue.Queue[*request]
	running            map[*request]bool // those that are being worked on
	movesSinceAnalysis int               // moves searched while an analysis waits, since the last one
	closed             bool
	done               sync.WaitGroup
}

// request is a waiting or running call. Its answer is sent once, or never if it was withdrawn.
type request struct {
	ctx    context.Context
	stop   context.CancelCauseFunc // ends ctx
	key    Key
	queue  *fairqueue.Queue[*request] // the queue of the pool in which it waits
	asked  time.Time
	search func(ctx context.Context, e *Engine, budget time.Duration) error
	answer chan error
	// Set while it is running:
	began, until time.Time
	timer        *time.Timer // stops it at until
}

// ErrPoolClosed is returned by a pool that is closed or closing, and by a throttled one when the program stops.
// ErrPoolFull is returned by a pool with too many waiting requests, or if a request got no turn, or found nothing,
// before its context's deadline: try again later. ErrPreempted is returned only by AnalyzeWhole.
var (
	ErrPoolClosed = errors.New("engine: the pool is closed")
	ErrPoolFull   = errors.New("engine: too many requests wait in the pool")
	ErrPreempted  = errors.New("engine: the analysis had to make room for moves")
)

const (
	maxWorkers = 4
	// maxWaiting is the number of requests that may wait. Each keeps a copy of its game, a few kilobytes.
	maxWaiting = 4096
)

// NewPool starts a pool. It must be closed.
func NewPool(o PoolOptions) *Pool {
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.HashMB <= 0 {
		o.HashMB = DefaultHashMB
	}
	p := &Pool{workers: o.Workers, maxWaiting: maxWaiting, busy: o.Busy, running: make(map[*request]bool)}
	// The pool lives until Close, longer than any caller.
	p.ctx, p.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	p.work = sync.NewCond(&p.mu)
	for range o.Workers {
		e := New(Options{HashMB: max(o.HashMB/o.Workers, 1), Evaluation: o.Evaluation, Tables: o.Tables})
		p.done.Go(func() { p.serve(e) })
	}
	return p
}

// Choose is [Engine.Play] for a game. A book move is returned at once. A search waits for its turn; if ctx ends
// before it starts, the request is withdrawn and the context's error returned. Searches are shortened while others
// wait, so that all are answered within two seconds, or as soon as possible.
func (p *Pool) Choose(
	ctx context.Context, key Key, rec *board.Record, ruleset rules.Ruleset, level Level,
) (Choice, error) {
	if profile, err := level.profile(); err == nil && ctx.Err() == nil && p.ctx.Err() == nil {
		if choice, ok := fromBook(book.Standard(), rec, profile, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))); ok {
			return choice, nil
		}
	}
	game := rec.Clone()
	var choice Choice // of the search alone if that is canceled
	err := p.do(ctx, key, &p.moves, func(ctx context.Context, e *Engine, budget time.Duration) (err error) {
		choice, err = e.Play(ctx, &game, level, Limits{MoveTime: budget, Ruleset: ruleset})
		if err == nil && errors.Is(ctx.Err(), context.Canceled) {
			err = ctx.Err()
		}
		return err
	})
	if err != nil {
		return Choice{}, err
	}
	return choice, nil
}

// AnalyzeWhole is [Engine.Analyze] on an engine of the pool. It waits for its turn as Choose does. An analysis that
// keeps moves waiting is preempted: what it has found before reaching its limits is returned with [ErrPreempted]. The
// engine keeps its transposition table, so that a retry gets further in the same time; see [RetryPreempted]. progress
// is called from another goroutine, before AnalyzeWhole returns or ctx is canceled.
func (p *Pool) AnalyzeWhole(
	ctx context.Context, key Key, rec *board.Record, limits Limits, progress func(Info),
) (Result, error) {
	game := rec.Clone()
	var res Result // of the search alone if that is canceled
	err := p.do(ctx, key, &p.analyses, func(ctx context.Context, e *Engine, _ time.Duration) (err error) {
		res, err = e.Analyze(ctx, &game, limits, progress)
		switch {
		case err != nil:
		case errors.Is(ctx.Err(), context.Canceled):
			err = ctx.Err()
		case ctx.Err() != nil && (limits.Nodes == 0 || res.Nodes < limits.Nodes):
			err = ErrPreempted
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrPreempted) {
		return Result{}, err
	}
	return res, err
}

// ThrottledPool is a [Pool] for analyses that nobody waits for, as in a review: while the program is busy responding to
// users, they sleep for one millisecond in every two.
type ThrottledPool struct {
	*Pool
	// Stopping is closed when the program is about to stop. The analyses end then, and the pool is closed later: moves
	// and what people wait for are finished in between. Nil: never.
	Stopping <-chan struct{}
}

// AnalyzeWhole is [Pool.AnalyzeWhole], throttled. It returns [ErrPoolClosed] when the program is about to stop.
func (u ThrottledPool) AnalyzeWhole(
	ctx context.Context, key Key, rec *board.Record, limits Limits, progress func(Info),
) (Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-u.Stopping:
			stop(ErrPoolClosed)
		case <-ctx.Done():
		}
	}()
	limits.Yield = u.throttle
	res, err := u.Pool.AnalyzeWhole(ctx, key, rec, limits, progress)
	if err != nil && errors.Is(context.Cause(ctx), ErrPoolClosed) {
		return Result{}, ErrPoolClosed
	}
	return res, err
}

const (
	// maxAttempts is the number of attempts of [RetryPreempted].
	maxAttempts = 4
	// answerTime is how long before the caller's deadline a search ends: the result must still be saved, drawn and
	// sent.
	answerTime = 5 * time.Second
)

// RetryPreempted repeats an analysis until it is not preempted. From the fourth attempt on it accepts a preempted
// result of depth 1 or more. Each search gets further than the one before because it reuses the transposition table.
//
// If ctx has a deadline, the searches end five seconds before it. The result is then the deepest that was found, and
// the error [ErrPoolFull] if there is none. ask gets the context of a search.
func RetryPreempted(ctx context.Context, ask func(context.Context) (Result, error)) (Result, error) {
	if end, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-answerTime))
		defer cancel()
	}
	var deepest Result
	for try := 1; ; try++ {
		res, err := ask(ctx)
		late := errors.Is(err, context.DeadlineExceeded)
		switch {
		case late && deepest.Depth > 0:
			return deepest, nil
		case late && !errors.Is(err, ErrPoolFull):
			return Result{}, fmt.Errorf("%w: no analysis in time: %w", ErrPoolFull, err)
		case !errors.Is(err, ErrPreempted):
			return res, err
		case res.Depth >= deepest.Depth:
			deepest = res
		}
		if try >= maxAttempts && deepest.Depth > 0 {
			return deepest, nil
		}
	}
}

// do enqueues a search, waits for its turn and runs it to its end. If ctx is canceled, it does not wait for that end: on
// a busy machine the thread of an analysis gets no processor for seconds. The search may then still run for a while.
func (p *Pool) do(ctx context.Context, key Key, queue *fairqueue.Queue[*request], search func(context.Context, *Engine, time.Duration) error) error {
	if err := ctx.Err(); err != nil {
		return noTurn(err)
	}
	r := &request{key: key, queue: queue, asked: time.Now(), search: search, answer: make(chan error, 1)}
	r.ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	if err := p.enqueue(r); err != nil {
		return err
	}
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
	}
	switch err := ctx.Err(); {
	case p.withdraw(r):
		return noTurn(err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return <-r.answer // at a deadline the search ends, too, and what it has found counts
}

// noTurn is the error of a request whose context ended before its turn.
func noTurn(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: a request had no turn in time: %w", ErrPoolFull, err)
	}
	return err
}

// Close rejects new and waiting requests, stops the running searches and returns when they have ended. All of them
// return [ErrPoolClosed]. Close may be called more than once.
func (p *Pool) Close() {
	p.cancel()
	p.mu.Lock()
	p.closed = true
	for _, queue := range []*fairqueue.Queue[*request]{&p.moves, &p.analyses} {
		for _, r := range queue.All() {
			r.answer <- ErrPoolClosed
		}
		*queue = fairqueue.Queue[*request]{}
	}
	p.work.Broadcast()
	p.mu.Unlock()
	p.done.Wait()
}

func (p *Pool) enqueue(r *request) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return ErrPoolClosed
	case p.moves.Len()+p.analyses.Len() >= p.maxWaiting:
		return fmt.Errorf("%w: %d", ErrPoolFull, p.maxWaiting)
	}
	r.queue.Add(r.key, r)
	p.rebalance()
	p.work.Signal()
	return nil
}

// withdraw removes a request that is still waiting.
func (p *Pool) withdraw(r *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return r.queue.Remove(r.key, r)
}

// serve is the loop of one worker.
func (p *Pool) serve(e *Engine) {
	for {
		r, budget, ok := p.next()
		if !ok {
			return
		}
		err := p.think(e, r, budget)
		p.finished(r)
		r.answer <- err
	}
}

// think runs one request. The search ends when the request's context ends, the pool closes or its time is up.
func (p *Pool) think(e *Engine, r *request, budget time.Duration) error {
	defer context.AfterFunc(p.ctx, func() { r.stop(ErrPoolClosed) })()
	var err error
	search := func() { err = r.search(searchContext{r.ctx}, e, budget) }
	if r.queue == &p.analyses {
		inBackground(search)
	} else {
		search()
	}
	if err != nil && p.ctx.Err() != nil {
		return ErrPoolClosed
	}
	return err
}
