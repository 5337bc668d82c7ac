package bot

import (
	"context"
	"sync"
	"time"
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
