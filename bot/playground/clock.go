package playground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Clock is the simulated time. It runs with the machine's clock, or is frozen, and can be moved forward:
// three days of a game pass in a test without anybody waiting. What was to happen in between happens at once.
// Give its Now to everything else that should live in the same time. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	frozen bool
	start  time.Time     // of a frozen clock
	ahead  time.Duration // how far the clock was moved forward in all
	alarms []*alarm
}

// alarm is something to do at a moment. Its timer is nil on a frozen clock.
type alarm struct {
	at    time.Time
	do    func()
	timer *time.Timer
}

// NewClock returns a clock that shows the machine's time and runs.
func NewClock() *Clock { return &Clock{} }

// NewFrozenClock returns a clock that shows t and only moves when it is told to.
func NewFrozenClock(t time.Time) *Clock { return &Clock{frozen: true, start: t} }

// Now is the moment that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	if c.frozen {
		return c.start.Add(c.ahead)
	}
	return time.Now().Add(c.ahead).Round(0) // without the monotonic reading, which does not know of the jumps
}

// Ahead tells how far the clock has been moved forward in all.
func (c *Clock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// Advance moves the clock forward by d and runs what falls due, in its order, before it returns. A negative d is
// ignored: time does not go back.
func (c *Clock) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	c.mu.Lock()
	c.ahead += d
	now := c.now()
	var due []*alarm
	c.alarms = slices.DeleteFunc(c.alarms, func(a *alarm) bool {
		if a.at.After(now) {
			if a.timer != nil {
				a.timer.Reset(a.at.Sub(now))
			}
			return false
		}
		due = append(due, a)
		return true
	})
	c.mu.Unlock()
	slices.SortStableFunc(due, func(a, b *alarm) int { return a.at.Compare(b.at) })
	for _, a := range due {
		if a.timer != nil {
			a.timer.Stop()
		}
		a.do()
	}
}

// After calls do once the clock shows d more than now. The returned function cancels it.
func (c *Clock) After(d time.Duration, do func()) (cancel func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{at: c.now().Add(d), do: do}
	c.alarms = append(c.alarms, a)
	if !c.frozen {
		a.timer = time.AfterFunc(d, func() {
			if c.take(a) {
				do()
			}
		})
	}
	return func() {
		if c.take(a) && a.timer != nil {
			a.timer.Stop()
		}
	}
}

// take removes an alarm; it is true for the one caller that found it there.
func (c *Clock) take(a *alarm) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.alarms, a)
	if i < 0 {
		return false
	}
	c.alarms = slices.Delete(c.alarms, i, i+1)
	return true
}

// ParseSpan reads a length of time as Go writes it, with days besides: "90s", "72h", "3d", "1d12h".
func ParseSpan(s string) (time.Duration, error) {
	total := time.Duration(0)
	rest := s
	if days, after, ok := strings.Cut(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, fmt.Errorf("%q is no length of time: write 90s, 72h, 3d or 1d12h", s)
		}
		total, rest = time.Duration(n)*24*time.Hour, after
	}
	if rest != "" {
		d, err := time.ParseDuration(rest)
		if err != nil || d < 0 {
			return 0, fmt.Errorf("%q is no length of time: write 90s, 72h, 3d or 1d12h", s)
		}
		total += d
	}
	if total <= 0 {
		return 0, fmt.Errorf("%q does not move the clock: write 90s, 72h, 3d or 1d12h", s)
	}
	return total, nil
}
