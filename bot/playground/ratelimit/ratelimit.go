// Package ratelimit limits the rates of requests as Discord does, and writes the headers that say so.
package ratelimit

import (
	"hash/fnv"
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

// Rates are the rate limits of REST requests. Discord does not document them but
// sends them in the headers of each response; [DiscordRates] are the observed ones. A [Rate] with N 0 is unlimited; the
// headers then show a very large limit.
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

// noLimit is the limit in the headers of an unlimited route.
const noLimit = 1 << 20

// A Limiter counts requests in buckets, by the simulated clock. It has its own lock.
type Limiter struct {
	clock  *simclock.Clock
	global Rate // of all requests together

	mu      sync.Mutex
	buckets map[string]*bucket
	all     bucket // of all requests together
	swept   time.Time
}

// A bucket counts requests in a fixed window.
type bucket struct {
	used  int
	reset time.Time
}

// NewLimiter returns a limiter that goes by a clock, with the limit of all requests together.
func NewLimiter(c *simclock.Clock, together Rate) *Limiter {
	return &Limiter{clock: c, global: together, buckets: map[string]*bucket{}}
}

// A Result says what became of counting a request: refused where Wait is positive, by the global limit where Global is
// set.
type Result struct {
	limit, remaining int
	reset            time.Time
	Wait             time.Duration
	Global           bool
	name             string
}

// Take counts a request to a route on a major parameter (a channel or token), and in all towards the global limit.
func (l *Limiter) Take(inAll bool, rate Rate, route, on string) Result {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	if inAll && l.global.N > 0 {
		if wait := l.all.take(now, l.global); wait > 0 {
			return Result{limit: l.global.N, reset: l.all.reset, Wait: wait, Global: true}
		}
	}
	t := Result{limit: noLimit, remaining: noLimit - 1, reset: now.Add(time.Second), name: bucketName(route)}
	if rate.N == 0 {
		return t
	}
	b := l.buckets[route+" "+on]
	if b == nil {
		b = &bucket{}
		l.buckets[route+" "+on] = b
	}
	t.Wait = b.take(now, rate)
	t.limit, t.remaining, t.reset = rate.N, max(rate.N-b.used, 0), b.reset
	return t
}

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

// sweep removes expired buckets, once a minute.
func (l *Limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	for key, b := range l.buckets {
		if !now.Before(b.reset) {
			delete(l.buckets, key)
		}
	}
}

// bucketName returns a bucket name like Discord's: it identifies the route, not the channel.
func bucketName(route string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(route)) // never fails
	return strconv.FormatUint(h.Sum64(), 16)
}

// Headers writes the rate limit headers. Seconds are decimal fractions.
func (t *Result) Headers(h http.Header, now time.Time) {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(math.Ceil(d.Seconds()*1000)/1000, 'f', 3, 64) }
	if !t.Global {
		h.Set("X-RateLimit-Limit", strconv.Itoa(t.limit))
		h.Set("X-RateLimit-Remaining", strconv.Itoa(t.remaining))
		h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(t.reset.UnixMilli())/1000, 'f', 3, 64))
		h.Set("X-RateLimit-Reset-After", seconds(t.reset.Sub(now)))
		h.Set("X-RateLimit-Bucket", t.name)
	}
	if t.Wait <= 0 {
		return
	}
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(t.Wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if t.Global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
}
