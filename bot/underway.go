package bot

import (
	"context"
	"sync"
	"time"
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
