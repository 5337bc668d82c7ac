package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

// Limits limit the rate of requests: commands, presses, choices, forms and written moves; a completion counts as a
// fifth of one. Whoever has made no request in that time has the full allowance at once; after that it is refilled
// evenly. The zero value means no limit.
type Limits struct {
	Person int           // per person, in all servers; 0: no limit
	Server int           // per server, for all its people; 0: no limit. Direct messages belong to none
	Every  time.Duration // the period; required if a limit is not 0
}

// The costs of interactions, in fifths. Typing causes many completions.
const (
	whole  = 5
	typing = 1
)

// limiter refuses requests beyond [Limits] before they cost anything, so that nobody delays others. It counts
// accepted requests, not refused ones.
type limiter struct {
	Limits
	now func() time.Time

	mu      sync.Mutex
	people  map[string]*allowance
	servers map[string]*allowance
	swept   time.Time
}

func newLimiter(limits Limits, now func() time.Time) *limiter {
	return &limiter{Limits: limits, now: now, people: make(map[string]*allowance), servers: make(map[string]*allowance)}
}

// limitExceeded describes a request beyond a limit.
type limitExceeded struct {
	server bool      // beyond the server's; else the person's own
	until  time.Time // when there is room for some more
	first  bool      // the first refusal within Limits.Every: the only one that is reported
}

// whose names the limit for the metric's label.
func (e *limitExceeded) whose() string {
	if e.server {
		return "server"
	}
	return "person"
}

// take counts a request of a person in a server, "" for none. It returns nil if it is within the limits.
func (l *limiter) take(server string, person game.Person, cost int) *limitExceeded {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.sweep(now)
	personal := l.allow(l.people, string(person), l.Person, now)
	shared := l.allow(l.servers, server, l.Server, now)
	limits := slices.DeleteFunc([]*allowance{personal, shared}, func(a *allowance) bool { return a == nil })
	for _, a := range limits {
		if a.TokensAt(now) < float64(cost) {
			return a.refuse(l.Every, now, a == shared)
		}
	}
	for _, a := range limits {
		a.AllowN(now, cost)
	}
	return nil
}

// sweep deletes the allowances that have not been used in [Limits.Every]: they are full again.
func (l *limiter) sweep(now time.Time) {
	if since := now.Sub(l.swept); since >= 0 && since < l.Every {
		return
	}
	l.swept = now
	for _, list := range []map[string]*allowance{l.people, l.servers} {
		for name, a := range list {
			if now.Sub(a.used) >= l.Every {
				delete(list, name)
			}
		}
	}
}

// allowance is what is left of a limit, in fifths.
type allowance struct {
	*rate.Limiter
	used     time.Time // when the last request was made
	reported time.Time // when a refusal was last reported
}

// allow returns the allowance of that name, up to n; nil if there is no limit.
func (l *limiter) allow(list map[string]*allowance, name string, n int, now time.Time) *allowance {
	if n == 0 || name == "" {
		return nil
	}
	a := list[name]
	if a == nil {
		a = &allowance{Limiter: rate.NewLimiter(rate.Limit(float64(n*whole)/l.Every.Seconds()), n*whole)}
		list[name] = a
	} else if now.Before(a.used) { // the clock was set back: nobody waits until it catches up
		a.SetLimitAt(now, a.Limit())
	}
	a.used = now
	return a
}

// refuse returns when a tenth of the limit is available again: with less, the next request would soon be refused
// again.
func (a *allowance) refuse(every time.Duration, now time.Time, server bool) *limitExceeded {
	missing := max(whole, float64(a.Burst())/10) - a.TokensAt(now)
	wait := time.Duration(missing / float64(a.Limit()) * float64(time.Second))
	// People are shown whole seconds.
	e := &limitExceeded{server: server, until: now.Add(wait).Truncate(time.Second).Add(time.Second)}
	if since := now.Sub(a.reported); since < 0 || since >= every {
		e.first, a.reported = true, now
	}
	return e
}

// problem says when there is room again.
func (e *limitExceeded) problem() error { return view.ProblemRateLimited(e.server, e.until) }

// refuse handles a request that exceeds a limit.
func (e *limitExceeded) refuse(context.Context, *handlers.Request) (view.Reply, error) {
	return view.Reply{}, e.problem()
}
