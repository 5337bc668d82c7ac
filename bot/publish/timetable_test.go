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
		if got := table.appoint(channel, pause, now); got != want {
			t.Errorf("%s: comes back after %v, want %v", channel, got, want)
		}
	}
	for n := range 5 {
		wants("busy", 3*time.Second, 3*time.Second+time.Duration(n)*editEvery)
	}
	for n := range 5 {
		wants(fmt.Sprint("other ", n), time.Second, 3*time.Second+time.Duration(5+n)*callEvery)
	}
	now = now.Add(2 * time.Minute)
	wants("busy", time.Second, time.Second)
	if len(table.channels) != 1 {
		t.Errorf("%d channels are remembered, want one", len(table.channels))
	}
}
