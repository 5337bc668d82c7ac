package publish

import (
	"fmt"
	"testing"
	"time"
)

// Those who wait in one channel come back one after the other, those in many channels a little apart, and what is over
// is forgotten.
func TestTimetable(t *testing.T) {
	var table timetable
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	wants := func(channel string, pause, want time.Duration) {
		t.Helper()
		if got := table.reserve(channel, pause, now); got != want {
			t.Errorf("%s: comes back after %v, want %v", channel, got, want)
		}
	}
	for n := range 5 {
		wants("busy", 3*time.Second, 3*time.Second+time.Duration(n)*editEvery)
	}
	for n := range 5 {
		wants(fmt.Sprint("other ", n), time.Second, time.Second+time.Duration(5+n)*callEvery)
	}
	now = now.Add(2 * time.Minute)
	wants("busy", time.Second, time.Second)
	if len(table.channels) != 1 {
		t.Errorf("%d channels are remembered, want one", len(table.channels))
	}
}

// A channel that has no room for long delays nobody else.
func TestTimetableOfOneThatWaitsLong(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var table timetable
	if after := table.reserve("a thread", 10*time.Minute, now); after != 10*time.Minute {
		t.Errorf("who waits for ten minutes comes after %v", after)
	}
	if after := table.reserve("elsewhere", time.Second, now); after > 2*time.Second {
		t.Errorf("another one, who waits for a second, comes after %v", after)
	}
}
