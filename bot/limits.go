package bot

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limits remembers the rate limits that Discord tells with every answer and holds calls back before they would be refused.
// Too many refusals get an address banned, so asking first is not only politer but also quicker.
//
// It knows one bucket for each thing that calls name, and the limit on the bot as a whole. Buckets whose time has passed are
// dropped, so that a bot that has spoken in a million channels remembers only the last few.
type limits struct {
	mu      sync.Mutex
	buckets map[string]bucket
	sweepAt int       // the number of buckets that brings the next sweep
	global  time.Time // no call before this moment
}

type bucket struct {
	remaining int
	reset     time.Time
}

const sweepFirst = 256

func newLimits() *limits {
	return &limits{buckets: make(map[string]bucket), sweepAt: sweepFirst}
}

// wait blocks until a call of this bucket may be made, and counts it. The empty bucket is free of all limits.
func (l *limits) wait(ctx context.Context, name string) error {
	if name == "" {
		return ctx.Err()
	}
	for {
		pause := l.reserve(name)
		if err := wait(ctx, pause); err != nil || pause <= 0 {
			return err
		}
	}
}

// reserve takes one call out of the bucket and returns 0, or returns how long there is none to take.
func (l *limits) reserve(name string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if pause := l.global.Sub(now); pause > 0 {
		return pause
	}
	b, known := l.buckets[name]
	switch {
	case !known:
		return 0
	case !b.reset.After(now):
		delete(l.buckets, name)
		return 0
	case b.remaining <= 0:
		return b.reset.Sub(now)
	}
	b.remaining--
	l.buckets[name] = b
	return 0
}

// learn takes over what an answer's headers say about its bucket.
func (l *limits) learn(name string, header http.Header) {
	remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	if name == "" || err != nil {
		return
	}
	after, err := strconv.ParseFloat(header.Get("X-RateLimit-Reset-After"), 64)
	if err != nil {
		return
	}
	now := time.Now()
	reset := now.Add(time.Duration(after * float64(time.Second)))
	l.mu.Lock()
	defer l.mu.Unlock()
	// Answers may arrive out of order: within one window the smallest number is the latest.
	if old, known := l.buckets[name]; known && old.reset.After(now) && old.remaining < remaining {
		remaining = old.remaining
	}
	l.buckets[name] = bucket{remaining, reset}
	if len(l.buckets) >= l.sweepAt {
		for name, b := range l.buckets {
			if !b.reset.After(now) {
				delete(l.buckets, name)
			}
		}
		l.sweepAt = max(sweepFirst, 2*len(l.buckets))
	}
}

// pauseAll holds every call back, after Discord has said that the bot as a whole is too fast.
func (l *limits) pauseAll(pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(pause); until.After(l.global) {
		l.global = until
	}
}
