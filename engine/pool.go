package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// PoolOptions says how much a pool may use. The zero value is fine.
type PoolOptions struct {
	// Workers is how many searches run at the same time; 0 means one for each processor, at most four.
	Workers int
	// HashMB is the memory of all tables together, in megabytes; 0 means DefaultHashMB. Each worker needs about 6 MB besides.
	HashMB int
	// Chance is as in Options. It is used to seed the dice of each worker.
	Chance rand.Source
}

// Pool shares a few engines among many games. A game is known by its key; requests of one key are answered in their order,
// and the keys take turns, so that a game with many requests delays the others by one search at most.
type Pool struct {
	workers int
	now     func() time.Time
	ctx     context.Context // ends when the pool is closed
	cancel  context.CancelFunc

	mu     sync.Mutex
	work   *sync.Cond
	queues map[string][]*request
	turns  []string // keys with waiting requests, the next one first
	closed bool
	done   sync.WaitGroup
}

// request is a call of Choose on its way. Its answer is sent once, or never if it was withdrawn.
type request struct {
	ctx    context.Context
	rec    board.Record
	code   rules.Code
	level  Level
	asked  time.Time
	answer chan answer
}

type answer struct {
	choice Choice
	err    error
}

// ErrPoolClosed is returned by a pool that is closed or being closed.
var ErrPoolClosed = errors.New("engine: the pool is closed")

const maxWorkers = 4

// NewPool starts a pool. It must be closed.
func NewPool(o PoolOptions) *Pool {
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.HashMB <= 0 {
		o.HashMB = DefaultHashMB
	}
	if o.Chance == nil {
		o.Chance = rand.NewPCG(rand.Uint64(), rand.Uint64())
	}
	p := &Pool{workers: o.Workers, now: time.Now, queues: make(map[string][]*request)}
	// The pool lives until Close, longer than any caller.
	p.ctx, p.cancel = context.WithCancel(context.Background()) //nolint:forbidigo // see above
	p.work = sync.NewCond(&p.mu)
	for range o.Workers {
		e := New(Options{HashMB: max(o.HashMB/o.Workers, 1), Chance: rand.NewPCG(o.Chance.Uint64(), o.Chance.Uint64())})
		p.done.Go(func() { p.serve(e) })
	}
	return p
}

// Choose is Engine.Choose for the game of that key. It waits for its turn; when ctx ends before, the request is withdrawn and the
// context's error returned.
func (p *Pool) Choose(ctx context.Context, key string, rec *board.Record, code rules.Code, level Level) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	r := &request{ctx: ctx, rec: rec.Clone(), code: code, level: level, asked: p.now(), answer: make(chan answer, 1)}
	if err := p.enqueue(key, r); err != nil {
		return Choice{}, err
	}
	select {
	case a := <-r.answer:
		return a.choice, a.err
	case <-ctx.Done():
		if p.withdraw(key, r) {
			return Choice{}, ctx.Err()
		}
		// It is being worked on; the search ends with the context.
		a := <-r.answer
		return a.choice, a.err
	}
}

// Close refuses new requests and those that wait, stops the running searches and returns when they have ended. All of
// them get ErrPoolClosed. Closing twice is allowed.
func (p *Pool) Close() {
	p.cancel()
	p.mu.Lock()
	p.closed = true
	for _, queue := range p.queues {
		for _, r := range queue {
			r.answer <- answer{err: ErrPoolClosed}
		}
	}
	p.queues, p.turns = nil, nil
	p.work.Broadcast()
	p.mu.Unlock()
	p.done.Wait()
}

func (p *Pool) enqueue(key string, r *request) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrPoolClosed
	}
	if len(p.queues[key]) == 0 {
		p.turns = append(p.turns, key)
	}
	p.queues[key] = append(p.queues[key], r)
	p.work.Signal()
	return nil
}

// withdraw takes a request back that nobody has begun to work on.
func (p *Pool) withdraw(key string, r *request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	queue := p.queues[key]
	i := slices.Index(queue, r)
	if i < 0 {
		return false
	}
	p.keep(key, slices.Delete(queue, i, i+1))
	if len(p.queues[key]) == 0 {
		at := slices.Index(p.turns, key)
		p.turns = slices.Delete(p.turns, at, at+1)
	}
	return true
}

// keep stores what is left of a queue. Empty ones are forgotten, so that finished games leave nothing behind.
func (p *Pool) keep(key string, queue []*request) {
	if len(queue) == 0 {
		delete(p.queues, key)
	} else {
		p.queues[key] = queue
	}
}

// serve is the life of one worker.
func (p *Pool) serve(e *Engine) {
	for {
		r, budget, ok := p.next()
		if !ok {
			return
		}
		choice, err := p.think(e, r, budget)
		r.answer <- answer{choice, err}
	}
}

// think answers one request. The search ends with the request's context and with the pool.
func (p *Pool) think(e *Engine, r *request, budget time.Duration) (Choice, error) {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	choice, err := e.choose(ctx, &r.rec, r.level, Limits{MoveTime: budget, Code: r.code})
	if err != nil && p.ctx.Err() != nil {
		return Choice{}, ErrPoolClosed
	}
	return choice, err
}

// answerTime is how long a game should wait for its answer, its turn included.
const answerTime = 1800 * time.Millisecond

// next waits for the request whose turn it is and says how long its search may take. It returns false when the pool is closed.
func (p *Pool) next() (r *request, budget time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.turns) == 0 {
		if p.closed {
			return nil, 0, false
		}
		p.work.Wait()
	}
	budget = p.budget()
	key := p.turns[0]
	p.turns = slices.Delete(p.turns, 0, 1)
	queue := p.queues[key]
	r = queue[0]
	p.keep(key, slices.Delete(queue, 0, 1))
	if len(p.queues[key]) > 0 {
		p.turns = append(p.turns, key) // behind all who wait already
	}
	return r, budget, true
}

// budget divides the time until all who wait now should have their answers among the rounds of searches that takes.
func (p *Pool) budget() time.Duration {
	waiting, last := 0, time.Time{}
	for _, queue := range p.queues {
		waiting += len(queue)
		for _, r := range queue {
			if due := r.asked.Add(answerTime); due.After(last) {
				last = due
			}
		}
	}
	rounds := (waiting + p.workers - 1) / p.workers
	return max(last.Sub(p.now())/time.Duration(rounds), shortestThought)
}

// shortestThought is the least time that a search gets, however many games wait.
const shortestThought = 50 * time.Millisecond
