package bot

import (
	"context"
	"sync"
	"time"

	"xiangqibot/bot/discord"
)

// underway counts what is in progress, such as requests, for each key. Unlike a [sync.WaitGroup] it can be waited for
// while more begins. The zero value is ready to use.
type underway struct {
	mu sync.Mutex
	of map[string]*progress // of the keys of which something is in progress
}

type progress struct {
	count int
	none  chan struct{} // closed when count is 0 again
}

// The keys of all requests that are being answered, and of all jobs in progress.
const (
	anyRequest = "request"
	anyJob     = "job"
)

// begin counts one more of a key, until done is called.
func (u *underway) begin(key string) (done func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = make(map[string]*progress)
	}
	if u.of[key] == nil {
		u.of[key] = &progress{none: make(chan struct{})}
	}
	u.of[key].count++
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		one := u.of[key]
		if one.count--; one.count == 0 {
			delete(u.of, key)
			close(one.none)
		}
	}
}

// any reports whether there is one of a key.
func (u *underway) any(key string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.of[key] != nil
}

// wait waits for a moment without any of a key, or until ctx ends.
func (u *underway) wait(ctx context.Context, key string) {
	u.mu.Lock()
	one := u.of[key]
	u.mu.Unlock()
	if one == nil {
		return
	}
	select {
	case <-one.none:
	case <-ctx.Done():
	}
}

// eventLoops records since when the loops that read events from Discord have been busy with one event. Passing an event
// on takes no time, so a loop that is busy for long hangs.
type eventLoops struct{ began sync.Map } // has a *time.Time for each event

// begin records that a loop handles an event, until end is called.
func (l *eventLoops) begin() (end func()) {
	began := new(time.Now())
	l.began.Store(began, nil)
	return func() { l.began.Delete(began) }
}

// longest returns for how long the oldest event has been handled; 0: there is none.
func (l *eventLoops) longest() (longest time.Duration) {
	for began := range l.began.Range {
		longest = max(longest, time.Since(*began.(*time.Time)))
	}
	return longest
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
func (r *recentInteractions) first(interaction string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == nil {
		r.since = make(map[string]time.Time)
	}
	if now.Sub(r.swept) > time.Minute {
		r.swept = now
		for id, at := range r.since {
			if now.Sub(at) > discord.TokenLifetime {
				delete(r.since, id)
			}
		}
	}
	if _, before := r.since[interaction]; before {
		return false
	}
	r.since[interaction] = now
	return true
}
