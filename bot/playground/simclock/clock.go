// Package simclock is a clock that tests and the simulated Discord can advance, with timers that follow it.
package simclock

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Clock is a simulated clock. It runs with the system clock, or is frozen, and can be advanced, so that tests need
// not wait for time to pass. Timers that fall due are run at once. Pass its Now to everything that should use the same
// time. It is safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	frozen bool
	start  time.Time     // of a frozen clock
	ahead  time.Duration // how far the clock was advanced in total
	alarms []*alarm
}

// alarm is a function to call at a time. Its timer is nil on a frozen clock.
type alarm struct {
	at    time.Time
	do    func()
	timer *time.Timer
}

// New returns a clock that runs with the system clock.
func New() *Clock { return &Clock{} }

// NewFrozen returns a clock that shows t and moves only by Advance.
func NewFrozen(t time.Time) *Clock { return &Clock{frozen: true, start: t} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	if c.frozen {
		return c.start.Add(c.ahead)
	}
	return time.Now().Add(c.ahead).Round(0) // strips the monotonic reading, which ignores the jumps
}

// Ahead returns how far the clock has been advanced in total.
func (c *Clock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ahead
}

// Advance advances the clock by d and, before it returns, runs the timers that fall due, in order. A negative d is
// ignored.
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

// After calls do after a duration d of the clock's time. The returned function cancels it.
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

// take removes an alarm. It returns true only to the caller that removed it.
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

// ParseDuration parses a positive duration in Go's format, with days in addition: "90s", "72h", "3d", "1d12h".
func ParseDuration(s string) (time.Duration, error) {
	days, rest, ok := strings.Cut(s, "d")
	if !ok {
		days, rest = "0", s
	}
	n, invalid := strconv.ParseUint(days, 10, 16)
	d, err := time.ParseDuration(cmp.Or(rest, "0"))
	total := time.Duration(n)*24*time.Hour + d
	switch {
	case invalid != nil || err != nil || d < 0 || s == "":
		return 0, fmt.Errorf("%q is not a length of time: write 90s, 72h, 3d or 1d12h", s)
	case total == 0:
		return 0, fmt.Errorf("%q does not move the clock: write 90s, 72h, 3d or 1d12h", s)
	}
	return total, nil
}
