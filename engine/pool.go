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
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/fairqueue"
	"xiangqibot/engine/rules"
)

// PoolOptions says how much a pool may use. The zero value is fine.
type PoolOptions struct {
	// Workers is how many searches run at the same time, each in one thread; 0 means one for each processor, at most four.
	Workers int
	// HashMB is the memory of all tables together, in megabytes; 0 means DefaultHashMB. Each worker needs about 6 MB
	// besides.
	HashMB int
	// Waiting is how many requests may wait; 0 means DefaultWaiting. Each keeps a copy of its game, some kilobytes.
	Waiting int
	// Network is as in Options. All workers share it.
	Network *nnue.Network
	// Tables are as in Options. All workers share them.
	Tables *endgame.Tables
	// Busy, if not nil, reports whether the program has people to answer. See Unhurried.
	Busy func() bool
	// Chance is as in Options. It is used to seed the dice of each worker.
	Chance rand.Source
}

// DefaultWaiting is how many requests may wait in a pool when nothing is said.
const DefaultWaiting = 4096

// Key says whose turn a request takes: the person who waits for the answer, in which server, and the game it is about.
type Key = fairqueue.Key

// Pool shares a few engines among many games. Servers take turns, then the people of each server, then the games of each
// person, and the requests of one game are answered in their order: a person with many games, and a server with many
// people, delays the others by at most one search a turn. See package fairqueue.
//
// Moves come first, since somebody sits before the board. Positions are analyzed ([Pool.AnalyzeWhole]) while no moves
// are waited for: an analysis that is under way when a move is asked for has a quarter of a second from its beginning,
// and while moves are waited for without a break one in nine searches is an analysis. On Linux it has a thread of the
// lowest priority, so that it does not keep the rest of the program waiting; as that thread holds on to one of Go's
// processors (GOMAXPROCS) even while it does not run, a program that answers people should have one more of these for
// each worker.
type Pool struct {
	workers int
	most    int // requests that may wait
	now     func() time.Time
	busy    func() bool     // nil: that is not known
	ctx     context.Context // ends when the pool is closed
	cancel  context.CancelFunc

	mu       sync.Mutex
	work     *sync.Cond
	moves    fairqueue.Queue[*request]
	analyses fairqueue.Queue[*request]
	running  map[*request]bool // those that are being worked on
	passed   int               // moves searched since an analysis that waits had its last turn
	closed   bool
	done     sync.WaitGroup

	book  *book.Book
	drawn sync.Mutex // locks dice
	dice  *rand.Rand
}

// request is a call on its way. Its answer is sent once, or never if it was withdrawn.
type request struct {
	ctx    context.Context
	stop   context.CancelCauseFunc // ends ctx
	key    Key
	queue  *fairqueue.Queue[*request] // the one of the pool in which it waits
	asked  time.Time
	search func(ctx context.Context, e *Engine, budget time.Duration) error
	answer chan error
	// While it is worked on:
	began, until time.Time
	timer        *time.Timer // stops it at until
}

// ErrPoolClosed is returned by a pool that is closed or being closed, ErrPoolFull by one in which too many requests
// wait already: what it may remember is bounded. Ask again later. ErrCutShort comes from AnalyzeWhole alone.
var (
	ErrPoolClosed = errors.New("engine: the pool is closed")
	ErrPoolFull   = errors.New("engine: too many requests wait in the pool")
	ErrCutShort   = errors.New("engine: the analysis had to make room for moves")
)

const maxWorkers = 4

// NewPool starts a pool. It must be closed.
func NewPool(o PoolOptions) *Pool {
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.HashMB <= 0 {
		o.HashMB = DefaultHashMB
	}
	if o.Waiting <= 0 {
		o.Waiting = DefaultWaiting
	}
	if o.Chance == nil {
		o.Chance = rand.NewPCG(rand.Uint64(), rand.Uint64())
	}
	p := &Pool{workers: o.Workers, most: o.Waiting, now: time.Now, busy: o.Busy, running: make(map[*request]bool), book: book.Standard()}
	// The pool lives until Close, longer than any caller.
	p.ctx, p.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	p.work = sync.NewCond(&p.mu)
	for range o.Workers {
		e := New(Options{
			HashMB: max(o.HashMB/o.Workers, 1), Network: o.Network, Tables: o.Tables,
			Chance: rand.NewPCG(o.Chance.Uint64(), o.Chance.Uint64()),
		})
		p.done.Go(func() { p.serve(e) })
	}
	p.dice = rand.New(rand.NewPCG(o.Chance.Uint64(), o.Chance.Uint64()))
	return p
}

// fromBook draws a move of the book for a strength.
func (p *Pool) fromBook(rec *board.Record, level Level) (Choice, bool) {
	profile, err := level.profile()
	if err != nil {
		return Choice{}, false // the engine says what is wrong
	}
	p.drawn.Lock()
	defer p.drawn.Unlock()
	return fromBook(p.book, rec, profile, p.dice)
}

// Choose is Engine.Choose for a game. A move of the book is there at once. Any other waits for its turn; when ctx ends
// before, the request is withdrawn and the context's error returned. A search is cut short when others wait, so that all
// have their answers within two seconds or as soon as can be.
func (p *Pool) Choose(
	ctx context.Context, key Key, rec *board.Record, code rules.Code, level Level,
) (choice Choice, err error) {
	if ctx.Err() == nil && p.ctx.Err() == nil {
		if choice, ok := p.fromBook(rec, level); ok {
			return choice, nil
		}
	}
	game := rec.Clone()
	err = p.do(ctx, key, &p.moves, func(ctx context.Context, e *Engine, budget time.Duration) (err error) {
		choice, err = e.choose(ctx, &game, level, Limits{MoveTime: budget, Code: code})
		return err
	})
	if err != nil {
		return Choice{}, err
	}
	return choice, nil
}

// AnalyzeWhole is Engine.Analyze for a position that a person asks about. It waits for its turn as Choose does. An
// analysis that keeps moves waiting is cut off: what it has found before it came to its limits is returned with
// ErrCutShort. The engine's table is kept, so that another try gets further in the same time; see RetryCutShort.
// progress is called from another goroutine, before AnalyzeWhole returns.
func (p *Pool) AnalyzeWhole(
	ctx context.Context, key Key, rec *board.Record, limits Limits, progress func(Info),
) (res Result, err error) {
	game := rec.Clone()
	err = p.do(ctx, key, &p.analyses, func(ctx context.Context, e *Engine, _ time.Duration) (err error) {
		res, err = e.Analyze(ctx, &game, limits, progress)
		switch {
		case err != nil:
		case errors.Is(ctx.Err(), context.Canceled):
			err = ctx.Err()
		case ctx.Err() != nil && (limits.Nodes == 0 || res.Nodes < limits.Nodes):
			err = ErrCutShort
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrCutShort) {
		return Result{}, err
	}
	return res, err
}

// Unhurried is a pool for analyses for which nobody waits, as in a review: while the program has people to answer they
// rest for a millisecond in every two.
type Unhurried struct{ *Pool }

// AnalyzeWhole is Pool.AnalyzeWhole with rests.
func (u Unhurried) AnalyzeWhole(
	ctx context.Context, key Key, rec *board.Record, limits Limits, progress func(Info),
) (Result, error) {
	limits.Yield = u.rest
	return u.Pool.AnalyzeWhole(ctx, key, rec, limits, progress)
}

// retries is how often RetryCutShort asks.
const retries = 4

// RetryCutShort asks for an analysis until it is not cut short. After the fourth time it is content with one that is,
// if it has come to depth 1 at least. Each search gets further than the one before, whose table it finds.
func RetryCutShort(ask func() (Result, error)) (Result, error) {
	for try := 1; ; try++ {
		res, err := ask()
		switch {
		case !errors.Is(err, ErrCutShort):
			return res, err
		case try >= retries && res.Depth > 0:
			return res, nil
		}
	}
}

// do lets a search wait in a queue of the pool for its turn, and then for its end.
func (p *Pool) do(ctx context.Context, key Key, queue *fairqueue.Queue[*request], search func(context.Context, *Engine, time.Duration) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{key: key, queue: queue, asked: p.now(), search: search, answer: make(chan error, 1)}
	r.ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	if err := p.enqueue(r); err != nil {
		return err
	}
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
		if p.withdraw(r) {
			return ctx.Err()
		}
		// It is being worked on; the search ends with the context.
		return <-r.answer
	}
}

// Close refuses new requests and those that wait, stops the running searches and returns when they have ended. All of
// them get ErrPoolClosed. Closing twice is allowed.
func (p *Pool) Close() {
	p.cancel()
	p.mu.Lock()
	p.closed = true
	for _, queue := range []*fairqueue.Queue[*request]{&p.moves, &p.analyses} {
		for _, r := range queue.All() {
			r.answer <- ErrPoolClosed
		}
		queue.Clear()
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
	case p.moves.Len()+p.analyses.Len() >= p.most:
		return fmt.Errorf("%w: %d", ErrPoolFull, p.most)
	}
	r.queue.Add(r.key, r)
	p.hurry()
	p.work.Signal()
	return nil
}

// withdraw takes a request back that nobody has begun to work on.
func (p *Pool) withdraw(r *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return r.queue.Remove(r.key, r)
}

// serve is the life of one worker.
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

// think answers one request. The search ends with the request's context, with the pool, and when its time is over.
func (p *Pool) think(e *Engine, r *request, budget time.Duration) error {
	defer context.AfterFunc(p.ctx, func() { r.stop(ErrPoolClosed) })()
	var err error
	search := func() { err = r.search(timed{r.ctx}, e, budget) }
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
