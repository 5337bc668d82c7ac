package simclock_test

import (
	"testing"
	"time"

	"xiangqibot/bot/playground/simclock"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func TestAFrozenClock(t *testing.T) {
	c := simclock.NewFrozen(noon)
	var order []string
	c.After(2*time.Hour, func() { order = append(order, "second") })
	c.After(time.Hour, func() { order = append(order, "first") })
	cancel := c.After(time.Minute, func() { order = append(order, "called off") })
	c.After(4*time.Hour, func() { order = append(order, "too early") })
	cancel()
	c.Advance(3 * time.Hour)
	c.Advance(-time.Hour)
	if len(order) != 2 || order[0] != "first" || order[1] != "second" {
		t.Errorf("what happened is %q", order)
	}
	if now := c.Now(); !now.Equal(noon.Add(3*time.Hour)) || c.Ahead() != 3*time.Hour {
		t.Errorf("the clock shows %v", now)
	}
}

// TestARunningClock: alarms fire by themselves, and a jump fires those that it passes.
func TestARunningClock(t *testing.T) {
	c := simclock.New()
	rang := make(chan string, 3)
	c.After(time.Millisecond, func() { rang <- "soon" })
	if got := <-rang; got != "soon" {
		t.Errorf("%q rang", got)
	}
	c.After(24*time.Hour, func() { rang <- "tomorrow" })
	cancel := c.After(48*time.Hour, func() { rang <- "never" })
	before := c.Now()
	c.Advance(47 * time.Hour)
	if got := <-rang; got != "tomorrow" {
		t.Errorf("%q rang", got)
	}
	if d := c.Now().Sub(before); d < 47*time.Hour || d > 47*time.Hour+time.Minute {
		t.Errorf("the clock went on by %v", d)
	}
	cancel()
	c.Advance(48 * time.Hour)
	select {
	case got := <-rang:
		t.Errorf("%q rang, which was called off", got)
	default:
	}
}

func TestSpans(t *testing.T) {
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "72h": 72 * time.Hour,
		"3d": 72 * time.Hour, "1d12h": 36 * time.Hour} {
		if got, err := simclock.ParseDuration(text); err != nil || got != want {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "d", "3", "-3h", "3days", "0s", "1d-2h", "three"} {
		if got, err := simclock.ParseDuration(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
