package bot

import (
	"context"
	"sync"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Limits say how much is taken in a time: commands, presses, choices, forms and written moves, and the fifth part of a
// completion. Who has asked for nothing in that time may ask for all of it at once; after that it comes back evenly. The
// zero value takes everything.
type Limits struct {
	Person int           // from one person, wherever they are; 0: any number
	Server int           // from all people in one server together; 0: any number. Direct messages belong to none
	Every  time.Duration // the time; needed where a number is not 0
}

// What an interaction costs of a limit. Somebody who types is asked for completions again and again.
const (
	whole  = 1.0
	typing = 0.2
)

// limiter keeps who asks for more than Limits allow from keeping others waiting: what they ask for is refused before it
// costs anything. It counts what it has taken, not what it has refused. A nil limiter takes everything.
type limiter struct {
	Limits
	now func() time.Time

	mu      sync.Mutex
	people  map[string]*bucket
	servers map[string]*bucket
	swept   time.Time
}

func newLimiter(limits Limits, now func() time.Time) *limiter {
	return &limiter{Limits: limits, now: now, people: make(map[string]*bucket), servers: make(map[string]*bucket)}
}

// excess is what somebody asked for beyond a limit.
type excess struct {
	server bool      // beyond the server's; else the person's own
	until  time.Time // when there is room for some more
	news   bool      // the first in Limits.Every
}

// whose names the limit, as a counter does.
func (e *excess) whose() string {
	if e.server {
		return "server"
	}
	return "person"
}

// take counts what a person asks for in a server, "" for none. It returns nil if that is within the limits.
func (l *limiter) take(server string, person game.Person, cost float64) *excess {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.sweep(now)
	theirs := fill(l.people, string(person), l.Person, l.Every, now)
	all := fill(l.servers, server, l.Server, l.Every, now)
	switch {
	case !theirs.has(cost):
		return theirs.refuse(now, l.Person, l.Every, false)
	case !all.has(cost):
		return all.refuse(now, l.Server, l.Every, true)
	}
	theirs.spend(cost)
	all.spend(cost)
	return nil
}

// sweep forgets those who have asked for nothing in Limits.Every: they may ask for all of it again.
func (l *limiter) sweep(now time.Time) {
	if since := now.Sub(l.swept); since >= 0 && since < l.Every {
		return
	}
	l.swept = now
	for _, buckets := range []map[string]*bucket{l.people, l.servers} {
		for name, b := range buckets {
			if now.Sub(b.filled) >= l.Every {
				delete(buckets, name)
			}
		}
	}
}

// bucket is what somebody may still ask for. A nil one has no bottom.
type bucket struct {
	left   float64
	filled time.Time // when left was right
	told   time.Time // when something was last refused as news
}

// fill is the bucket of that name as it is now: one more thing for each equal part of the time, up to n; nil where there
// is no limit.
func fill(buckets map[string]*bucket, name string, n int, every time.Duration, now time.Time) *bucket {
	if n == 0 || name == "" {
		return nil
	}
	b := buckets[name]
	if b == nil {
		b = &bucket{left: float64(n)}
		buckets[name] = b
	} else if passed := now.Sub(b.filled); passed > 0 { // a clock may go backward
		b.left = min(float64(n), b.left+float64(n)*passed.Seconds()/every.Seconds())
	}
	b.filled = now
	return b
}

func (b *bucket) has(cost float64) bool { return b == nil || b.left >= cost }

func (b *bucket) spend(cost float64) {
	if b != nil {
		b.left -= cost
	}
}

// refuse tells when a tenth of the limit is there again: with less they would be refused again in a moment.
func (b *bucket) refuse(now time.Time, n int, every time.Duration, server bool) *excess {
	missing := max(whole, float64(n)/10) - b.left
	wait := time.Duration(missing / float64(n) * float64(every))
	e := &excess{server: server, until: now.Add(wait).Truncate(time.Second).Add(time.Second)} // people are shown seconds
	if since := now.Sub(b.told); since < 0 || since >= every {
		e.news, b.told = true, now
	}
	return e
}

// admit returns what handles a request within the limits, and what refuses it beyond them. The excess is nil within them.
func (r *router) admit(i *interaction, handle handler) (handler, *excess) {
	over := r.limits.take(i.GuildID, i.person(), whole)
	if over == nil {
		return handle, nil
	}
	r.metrics.excess.WithLabelValues(over.whose()).Inc()
	if over.server && over.news {
		r.log.Warn("a server asks for more than its limit; what is beyond it is refused", "guild", i.GuildID,
			"limit", r.limits.Server, "every", r.limits.Every)
	}
	return func(context.Context, *Request) (view.Reply, error) {
		return view.Reply{}, view.ProblemTooMuch(over.server, over.until)
	}, over
}
