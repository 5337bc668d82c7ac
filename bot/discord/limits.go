package discord

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// pace says how the calls of a client meet rate limits.
type pace struct {
	waits     bool // where they would have to wait, they do
	perSecond int  // how many calls a second may be made, one of this client included
}

// patient is the pace of a new client.
var patient = pace{waits: true, perSecond: maxPerSecond}

// limits tracks the rate limits that Discord reports with every response and delays calls that would be refused. Too
// many refusals get an IP address banned.
//
// It has one bucket per name and the limit on the bot as a whole. If the state of a bucket is unknown or outdated, one
// call probes it and the others wait for the result: many calls at once would bring as many refusals. Expired buckets
// are dropped, so that a bot that has posted in a million channels remembers only the latest few.
type limits struct {
	now     func() time.Time // Discord's clock
	mu      sync.Mutex
	buckets map[string]bucket
	sweepAt int                  // the number of buckets that triggers the next sweep
	window  slidingWindow        // of the calls of buckets
	blocked map[string]time.Time // by scope: no call that it concerns before this time
}

type bucket struct {
	remaining int
	reset     time.Time
	probe     chan struct{} // not nil while a call probes the bucket's state; closed by its response
}

const sweepFirst = 256

func newLimits(now func() time.Time) *limits {
	return &limits{
		now: now, buckets: make(map[string]bucket), sweepAt: sweepFirst, blocked: make(map[string]time.Time),
	}
}

// wait blocks until the call may be made, and counts it. After it has returned nil, the caller must pass the call's
// result to update. A call that may not wait gets a *[RateLimitError] instead.
func (l *limits) wait(ctx context.Context, q call, how pace) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for {
		pause, probe := l.reserve(q, how.perSecond)
		switch {
		case probe != nil:
			select {
			case <-probe:
			case <-ctx.Done():
				return ctx.Err()
			}
		case pause <= 0:
			return nil
		case !how.waits:
			return &RateLimitError{After: pause}
		default:
			if err := sleep(ctx, pause); err != nil {
				return err
			}
		}
	}
}

// check returns a *[RateLimitError] if it is known that the call would have to wait.
func (l *limits) check(q call, how pace) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pause := l.pause(q, l.now(), how.perSecond); pause > 0 {
		return &RateLimitError{After: pause}
	}
	return nil
}

// reserve counts a call, or returns how long it has to wait, or the probe to wait for.
func (l *limits) reserve(q call, perSecond int) (pause time.Duration, probe <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, name := l.now(), q.bucket()
	pause = l.pause(q, now, perSecond)
	if pause > 0 || name == "" {
		return pause, nil
	}
	b := l.buckets[name]
	if b.probe != nil {
		return 0, b.probe
	}
	if b.reset.After(now) {
		b.remaining--
	} else {
		b = bucket{probe: make(chan struct{})}
	}
	l.buckets[name] = b
	l.window.count(now)
	return 0, nil
}

// pause returns how long a call has to wait as far as is known, so that at most perSecond calls of buckets are made in
// any second. An interaction's calls are subject only to the limit of the proxy in front of Discord.
func (l *limits) pause(q call, now time.Time, perSecond int) time.Duration {
	pause, name := l.blocked[scopeProxy].Sub(now), q.bucket()
	if name == "" {
		return pause
	}
	pause = max(pause, l.blocked[scopeGlobal].Sub(now), l.window.pause(now, perSecond),
		l.buckets[q.oldEdits()].reset.Sub(now))
	if b := l.buckets[name]; b.remaining <= 0 {
		pause = max(pause, b.reset.Sub(now))
	}
	return pause
}

// update applies what a response's headers say about its bucket; there are none if there was no response. A refusal,
// whose headers may be missing, empties the bucket for that long. Both become visible together to those who wait for
// the probe.
func (l *limits) update(name string, header http.Header, refused time.Duration) {
	if name == "" {
		return
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[name]
	if b.probe != nil {
		close(b.probe)
		delete(l.buckets, name)
		b = bucket{}
	}
	if reported, ok := bucketOf(header, now); ok {
		if b.reset.After(now) {
			// Responses may arrive out of order: within one window the smallest number is the latest.
			reported.remaining = min(reported.remaining, b.remaining)
		}
		b = reported
	}
	if until := now.Add(refused); refused > 0 && (b.remaining > 0 || until.After(b.reset)) {
		b = bucket{reset: until}
	}
	if b != (bucket{}) {
		l.buckets[name] = b
		l.sweep(now)
	}
}

// bucketOf parses the headers that describe a bucket. It reports whether they are present.
func bucketOf(header http.Header, now time.Time) (bucket, bool) {
	remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	after, afterErr := strconv.ParseFloat(header.Get("X-RateLimit-Reset-After"), 64)
	reset := now.Add(time.Duration(after * float64(time.Second)))
	return bucket{remaining: remaining, reset: reset}, err == nil && afterErr == nil
}

// sweep drops expired buckets once there are many.
func (l *limits) sweep(now time.Time) {
	if len(l.buckets) < l.sweepAt {
		return
	}
	for name, b := range l.buckets {
		if b.probe == nil && !b.reset.After(now) {
			delete(l.buckets, name)
		}
	}
	l.sweepAt = max(sweepFirst, 2*len(l.buckets))
}

// block delays the calls that a refusal of this scope concerns: all of buckets after Discord's global rate limit was
// hit, and all of the bot after the proxy in front of Discord has limited its IP address.
func (l *limits) block(scope string, pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := l.now().Add(pause); until.After(l.blocked[scope]) {
		l.blocked[scope] = until
	}
}

// Discord accepts 50 calls a second from a bot, not counting interactions, and answers 429 to the rest. A refusal
// delays all calls, so the client stays a little below: calls that are sent evenly may arrive in bursts.
//
// Source: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
const (
	maxPerSecond           = 45 // calls in any one second
	maxPerSecondBackground = 20 // as many of them may be made before a background call has to wait
)

// slidingWindow records the calls of the last second. The zero value is empty.
type slidingWindow struct {
	made [maxPerSecond]time.Time // the latest calls, a ring
	next int                     // the oldest of them
}

// pause returns how long a call has to wait at now so that no second contains more than n calls; n is at most
// maxPerSecond.
func (p *slidingWindow) pause(now time.Time, n int) time.Duration {
	oldest := p.made[(p.next+maxPerSecond-n)%maxPerSecond]
	return oldest.Add(time.Second).Sub(now)
}

// count records a call made now.
func (p *slidingWindow) count(now time.Time) {
	p.made[p.next] = now
	p.next = (p.next + 1) % maxPerSecond
}
