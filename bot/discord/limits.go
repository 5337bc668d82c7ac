package discord

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limits remembers the rate limits that Discord tells with every answer and holds calls back before they would be
// refused. Too many refusals get an address banned, so asking first is not only politer but also quicker.
//
// It knows one bucket for each thing that calls name, and the limit on the bot as a whole. Of a bucket that it knows
// nothing of, or nothing current, one call finds out, and the others wait for what that one is told: many at once
// would be as many refusals. Buckets whose time has passed are dropped, so that a bot that has spoken in a million
// channels remembers only the last few.
type limits struct {
	mu      sync.Mutex
	buckets map[string]bucket
	sweepAt int       // the number of buckets that brings the next sweep
	global  time.Time // no call of a bucket before this moment
	pace    pace      // of the calls of buckets
	stopped time.Time // and none at all before this one
}

type bucket struct {
	remaining int
	reset     time.Time
	scout     chan struct{} // not nil while the call is under way that finds out the rest; closed by its answer
}

const sweepFirst = 256

func newLimits() *limits {
	return &limits{buckets: make(map[string]bucket), sweepAt: sweepFirst}
}

// wait blocks until a call of this bucket may be made, and counts it. Once it has returned nil, learn must be told how
// the call ended. The empty bucket is free of all limits but that of the front before Discord. A call that does not
// wait gets a *RateLimited where it would have to.
func (l *limits) wait(ctx context.Context, name string, how patience) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for {
		pause, scout := l.reserve(name, how.perSecond())
		switch {
		case scout != nil:
			select {
			case <-scout:
			case <-ctx.Done():
				return ctx.Err()
			}
		case pause <= 0:
			return nil
		case how != waits:
			return &RateLimited{After: pause}
		default:
			if err := wait(ctx, pause); err != nil {
				return err
			}
		}
	}
}

// hold blocks until a refusal of such calls is over. It counts nothing, for nothing is known of such a limit but that.
func (l *limits) hold(ctx context.Context, name string, how patience) error {
	for pause := l.held(name); pause > 0; pause = l.held(name) {
		if how != waits {
			return &RateLimited{After: pause}
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
	return nil
}

// held is how long such calls are still refused.
func (l *limits) held(name string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.buckets[name].reset)
}

// reserve takes one call out of the bucket, or returns how long there is none to take, or the call to wait for. With
// the call, no second holds more than perSecond calls of buckets.
func (l *limits) reserve(name string, perSecond int) (pause time.Duration, scout <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if pause := l.stopped.Sub(now); pause > 0 {
		return pause, nil
	}
	if name == "" {
		return 0, nil
	}
	if pause := l.global.Sub(now); pause > 0 {
		return pause, nil
	}
	if pause := l.pace.pause(now, perSecond); pause > 0 {
		return pause, nil
	}
	b, known := l.buckets[name]
	switch {
	case b.scout != nil:
		return 0, b.scout
	case !known || !b.reset.After(now):
		l.buckets[name] = bucket{scout: make(chan struct{})}
	case b.remaining <= 0:
		return b.reset.Sub(now), nil
	default:
		b.remaining--
		l.buckets[name] = b
	}
	l.pace.count(now)
	return 0, nil
}

// learn takes over what an answer's headers say about its bucket. They say nothing where there was no answer. After a
// refusal, which may not have told how much is left in the bucket, there is nothing in it for so long. Who waits for the
// call sees both or neither.
func (l *limits) learn(name string, header http.Header, refused time.Duration) {
	if name == "" {
		return
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets[name]
	if b.scout != nil {
		close(b.scout)
		delete(l.buckets, name)
		b, known = bucket{}, false
	}
	told, tells := bucketOf(header, now)
	if tells && known && b.reset.After(now) {
		// Answers may arrive out of order: within one window the smallest number is the latest.
		told.remaining = min(told.remaining, b.remaining)
	}
	if tells {
		b = told
	}
	if until := now.Add(refused); refused > 0 && (b.remaining > 0 || until.After(b.reset)) {
		b, tells = bucket{reset: until}, true
	}
	if tells {
		l.buckets[name] = b
		l.sweep(now)
	}
}

// bucketOf is what headers say about a bucket. It reports whether they say anything.
func bucketOf(header http.Header, now time.Time) (bucket, bool) {
	remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	if err != nil {
		return bucket{}, false
	}
	after, err := strconv.ParseFloat(header.Get("X-RateLimit-Reset-After"), 64)
	if err != nil {
		return bucket{}, false
	}
	return bucket{remaining: remaining, reset: now.Add(time.Duration(after * float64(time.Second)))}, true
}

// sweep drops the buckets whose time has passed, once there are many.
func (l *limits) sweep(now time.Time) {
	if len(l.buckets) < l.sweepAt {
		return
	}
	for name, b := range l.buckets {
		if b.scout == nil && !b.reset.After(now) {
			delete(l.buckets, name)
		}
	}
	l.sweepAt = max(sweepFirst, 2*len(l.buckets))
}

// pauseAll holds every call of a bucket back, after Discord has said that the bot as a whole is too fast.
func (l *limits) pauseAll(pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(pause); until.After(l.global) {
		l.global = until
	}
}

// stop holds every call back, after the front has said that the bot's address is too fast.
func (l *limits) stop(pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(pause); until.After(l.stopped) {
		l.stopped = until
	}
}
