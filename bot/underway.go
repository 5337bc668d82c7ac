package bot

import (
	"context"
	"sync"
	"time"

	"xiangqibot/bot/discord"
)

// inFlight counts requests being answered, or jobs in progress. Unlike a [sync.WaitGroup] it can be waited for while
// new ones start.
type inFlight struct {
	mu    sync.Mutex
	count int
	none  chan struct{} // closed once count is 0 again; nil while nobody waits
}

// begin counts one more, until done is called.
func (u *inFlight) begin() (done func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.count++
	return u.end
}

func (u *inFlight) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.count--; u.count == 0 && u.none != nil {
		close(u.none)
		u.none = nil
	}
}

// any reports whether there is one.
func (u *inFlight) any() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.count > 0
}

// wait waits for a moment without any, or until ctx ends.
func (u *inFlight) wait(ctx context.Context) {
	u.mu.Lock()
	if u.count == 0 {
		u.mu.Unlock()
		return
	}
	if u.none == nil {
		u.none = make(chan struct{})
	}
	none := u.none
	u.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}

// eventLoops records for how long the loops that read events from Discord have been busy with one event. Passing an
// event on takes no time, so a loop that is busy for long hangs.
type eventLoops struct {
	mu    sync.Mutex
	began map[int]time.Time // by number
	last  int               // the latest number
}

// begin records that a loop handles an event, until end is called.
func (l *eventLoops) begin() (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.began == nil {
		l.began = map[int]time.Time{}
	}
	l.last++
	number := l.last
	l.began[number] = time.Now()
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.began, number)
	}
}

// longest is for how long the oldest event has been handled; 0: there is none.
func (l *eventLoops) longest() (longest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, began := range l.began {
		longest = max(longest, time.Since(began))
	}
	return longest
}

// inFlightBy counts for each key, such as a person or a game.
type inFlightBy struct {
	mu sync.Mutex
	of map[string]*inFlight // those that are not 0
}

// begin counts one more of a key, until done is called.
func (u *inFlightBy) begin(key string) (done func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	one := u.of[key]
	if one == nil {
		one = &inFlight{}
		if u.of == nil {
			u.of = map[string]*inFlight{}
		}
		u.of[key] = one
	}
	one.begin()
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if one.end(); !one.any() {
			delete(u.of, key)
		}
	}
}

// wait waits for a moment without any of a key, or until ctx ends.
func (u *inFlightBy) wait(ctx context.Context, key string) {
	u.mu.Lock()
	one := u.of[key]
	u.mu.Unlock()
	if one != nil {
		one.wait(ctx)
	}
}

// backlog runs work on a few goroutines, first in, first out. It is for work that arrives by the thousand at once, such
// as servers when the bot logs in.
type backlog struct {
	workers int

	mu      sync.Mutex
	waiting []func()
	working int
}

// add queues work and returns at once; group waits for the goroutines.
func (b *backlog) add(group *sync.WaitGroup, work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, work)
	if b.working < b.workers {
		b.working++
		group.Go(b.run)
	}
}

// run works until the queue is empty.
func (b *backlog) run() {
	for work := b.next(); work != nil; work = b.next() {
		work()
	}
}

// next removes the oldest work. If the queue is empty it returns nil and counts the worker as gone, so that the next
// add starts another.
func (b *backlog) next() (work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		b.waiting = nil
		b.working--
		return nil
	}
	work, b.waiting[0] = b.waiting[0], nil // it may hold the data of a server
	b.waiting = b.waiting[1:]
	return work
}

// queues keep the work of goroutines in order: within a named queue each waits for the one before it.
type queues struct {
	mu   sync.Mutex
	last map[string]chan struct{} // by name: closed when the last one of the queue is done
}

// join takes a place at the end of a queue. The caller waits until those before it are done or ctx ends, works, and
// calls done, once or more often, whatever the result.
func (q *queues) join(name string) (wait func(ctx context.Context), done func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last == nil {
		q.last = map[string]chan struct{}{}
	}
	before, current := q.last[name], make(chan struct{})
	q.last[name] = current
	wait = func(ctx context.Context) {
		if before == nil {
			return
		}
		select {
		case <-before:
		case <-ctx.Done():
		}
	}
	return wait, sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.last[name] == current { // nobody waits for it, and nobody will
			delete(q.last, name)
		}
		close(current)
	})
}

// recentInteractions detects interactions that Discord delivers twice: if both copies were answered at the same
// time, neither answer would be reliable. The idempotency keys in the database detect acts that were done before,
// perhaps by another process.
type recentInteractions struct {
	mu    sync.Mutex
	since map[string]time.Time // by interaction
	swept time.Time
}

// first reports whether the interaction is delivered for the first time.
func (h *recentInteractions) first(interaction string, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.since == nil {
		h.since = make(map[string]time.Time)
	}
	if now.Sub(h.swept) > time.Minute {
		h.swept = now
		for id, at := range h.since {
			if now.Sub(at) > discord.TokenLifetime {
				delete(h.since, id)
			}
		}
	}
	if _, before := h.since[interaction]; before {
		return false
	}
	h.since[interaction] = now
	return true
}
