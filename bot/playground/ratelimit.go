package playground

import (
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"xiangqibot/bot/playground/wire"
)

// A Rate allows N requests in a span of time.
type Rate struct {
	N   int
	Per time.Duration
}

// Rates are the limits of REST requests, for each bot its own. Discord does not promise them but tells them in the
// headers of each answer; DiscordRates are those that were seen. A Rate with N 0 is no limit; its headers then tell of a
// very large one.
type Rates struct {
	Global   Rate // all requests of a bot together, interactions apart
	Send     Rate // new messages, in each channel
	Edit     Rate // edits of messages, in each channel
	Delete   Rate // deletions, in each channel
	Read     Rate // of a channel or its messages, for each channel
	Threads  Rate // opening and changing threads, in each channel
	Commands Rate // registering commands
	Webhook  Rate // edits and follow-ups, for each interaction
	Other    Rate // each other route
}

// DiscordRates are the limits that bots meet on Discord.
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

// noLimit is what the headers say where there is no limit.
const noLimit = 1 << 20

// A limiter counts requests in buckets, by the simulated clock. It has a lock of its own.
type limiter struct {
	clock    *Clock
	together Rate // of all requests of an application together

	mu      sync.Mutex
	buckets map[string]*bucket
	all     map[wire.ID]*bucket // by application
	swept   time.Time
}

// A bucket is empty at first and forgets what is in it when its time is over.
type bucket struct {
	used  int
	reset time.Time
}

func newLimiter(c *Clock, together Rate) *limiter {
	return &limiter{clock: c, together: together, buckets: map[string]*bucket{}, all: map[wire.ID]*bucket{}}
}

// A toll is what one request met.
type toll struct {
	limit, remaining int
	reset            time.Time
	wait             time.Duration // more than 0: refused
	global           bool
	name             string
}

// take counts a request of an application to a route (the kind of bucket) on one thing (a channel, a token). Without an
// application it does not count among all of them together.
func (l *limiter) take(app wire.ID, rate Rate, route, on string) toll {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	if app != "" && l.together.N > 0 {
		all := made(l.all, app)
		if wait := all.take(now, l.together); wait > 0 {
			return toll{limit: l.together.N, reset: all.reset, wait: wait, global: true}
		}
	}
	t := toll{limit: noLimit, remaining: noLimit - 1, reset: now.Add(time.Second), name: bucketName(route)}
	if rate.N == 0 {
		return t
	}
	b := made(l.buckets, string(app)+" "+route+" "+on)
	t.wait = b.take(now, rate)
	t.limit, t.remaining, t.reset = rate.N, max(rate.N-b.used, 0), b.reset
	return t
}

// made is the bucket under a key, a new one at first.
func made[K comparable](buckets map[K]*bucket, key K) *bucket {
	b := buckets[key]
	if b == nil {
		b = &bucket{}
		buckets[key] = b
	}
	return b
}

// take returns how long to wait, 0 when the request may pass.
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

// sweep drops buckets whose time is over, once a minute.
func (l *limiter) sweep(now time.Time) {
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

// bucketName looks like Discord's: it tells routes apart, not channels.
func bucketName(route string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(route)) // never fails
	return strconv.FormatUint(h.Sum64(), 16)
}

// headers writes what was met. Seconds are decimal fractions.
func (t *toll) headers(h http.Header, now time.Time) {
	seconds := func(d time.Duration) string { return strconv.FormatFloat(math.Ceil(d.Seconds()*1000)/1000, 'f', 3, 64) }
	if !t.global {
		h.Set("X-RateLimit-Limit", strconv.Itoa(t.limit))
		h.Set("X-RateLimit-Remaining", strconv.Itoa(t.remaining))
		h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(t.reset.UnixMilli())/1000, 'f', 3, 64))
		h.Set("X-RateLimit-Reset-After", seconds(t.reset.Sub(now)))
		h.Set("X-RateLimit-Bucket", t.name)
	}
	if t.wait <= 0 {
		return
	}
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(t.wait.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if t.global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
}
