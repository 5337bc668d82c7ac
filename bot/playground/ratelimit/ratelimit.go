// Package ratelimit limits the rates of requests as Discord does, and writes the headers that say so.
package ratelimit

import (
	"maps"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"xiangqibot/bot/playground/simclock"
)

// A Rate allows N requests per duration.
type Rate struct {
	N   int
	Per time.Duration
}

// Rates are the rate limits of REST requests. Discord does not document them, but sends them in the headers of each
// response. A [Rate] with N 0 is unlimited, and has no headers.
type Rates struct {
	Global   Rate // all requests, except those for interactions
	Send     Rate // new messages, per channel
	Edit     Rate // edits of messages, per channel
	Delete   Rate // deletions, per channel
	Read     Rate // reading a channel or its messages, per channel
	Threads  Rate // opening and changing threads, per channel
	Commands Rate // registering commands
	Webhook  Rate // edits and follow-ups, per interaction
	Other    Rate // every other route
}

// DiscordRates returns the limits that were observed on Discord.
func DiscordRates() Rates {
	return Rates{
		Global:   Rate{50, time.Second},
		Send:     Rate{5, 5 * time.Second},
		Edit:     Rate{5, 5 * time.Second},
		Delete:   Rate{5, time.Second},
		Read:     Rate{10, 2 * time.Second},
		Threads:  Rate{10, 10 * time.Second},
		Commands: Rate{20, 20 * time.Second},
		Webhook:  Rate{5, 2 * time.Second},
		Other:    Rate{20, 5 * time.Second},
	}
}

// A Limiter counts requests in buckets, by the simulated clock. It is safe for concurrent use.
type Limiter struct {
	clock      *simclock.Clock
	globalRate Rate

	mu      sync.Mutex
	buckets map[string]*bucket // by route and major parameter
	global  bucket
}

// A bucket counts requests in a fixed window.
type bucket struct {
	used  int
	reset time.Time
}

// NewLimiter returns a limiter that goes by a clock. The global rate is that of all requests together.
func NewLimiter(c *simclock.Clock, global Rate) *Limiter {
	return &Limiter{clock: c, globalRate: global, buckets: map[string]*bucket{}}
}

// A Result is the outcome of [Limiter.Take].
type Result struct {
	limited   bool // the route has a limit, which the headers report
	remaining int
	reset     time.Duration // until the bucket is reset
	wait      time.Duration // positive: the request is refused
	global    bool          // it is refused by the global limit
}

// Take counts a request to a route with a major parameter (a channel, a server or a token). If global is set, the
// request counts towards the global limit too.
func (l *Limiter) Take(global bool, rate Rate, route, parameter string) Result {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if global && l.globalRate.N > 0 {
		if wait := l.global.take(now, l.globalRate); wait > 0 {
			return Result{wait: wait, global: true}
		}
	}
	if rate.N == 0 {
		return Result{}
	}
	b := l.buckets[route+" "+parameter]
	if b == nil {
		if len(l.buckets) > maxBuckets {
			maps.DeleteFunc(l.buckets, func(_ string, old *bucket) bool { return !now.Before(old.reset) })
		}
		b = &bucket{}
		l.buckets[route+" "+parameter] = b
	}
	wait := b.take(now, rate)
	return Result{limited: true, remaining: max(rate.N-b.used, 0), reset: b.reset.Sub(now), wait: wait}
}

// maxBuckets is how many buckets are kept before those that have expired are removed.
const maxBuckets = 1000

// take counts a request and returns 0, or returns how long to wait if the bucket is exhausted.
func (b *bucket) take(now time.Time, rate Rate) time.Duration {
	if !now.Before(b.reset) {
		b.used, b.reset = 0, now.Add(rate.Per)
	}
	if b.used >= rate.N {
		return b.reset.Sub(now)
	}
	b.used++
	return 0
}

// SetHeaders sets the rate limit headers that bots need. X-RateLimit-Reset-After is in seconds with three decimals.
func (r Result) SetHeaders(h http.Header) {
	if r.limited {
		h.Set("X-RateLimit-Remaining", strconv.Itoa(r.remaining))
		h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(math.Ceil(r.reset.Seconds()*1000)/1000, 'f', 3, 64))
	}
	if r.wait <= 0 {
		return
	}
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(r.wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if r.global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
}

// Err returns the *[Error] of a request that is refused, and nil for others.
func (r Result) Err() error {
	if r.wait <= 0 {
		return nil
	}
	return NewError(r.wait, r.global)
}

// An Error is the body of a 429.
type Error struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"` // seconds
	Global     bool    `json:"global"`
}

// NewError returns the error of a request that may be repeated after a time.
func NewError(after time.Duration, global bool) *Error {
	return &Error{Message: "You are being rate limited.", RetryAfter: after.Seconds(), Global: global}
}

func (e *Error) Error() string { return e.Message }
