package story

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTimestamps(t *testing.T) {
	now := time.Date(2026, time.November, 21, 15, 4, 0, 0, time.UTC)
	for _, c := range []struct {
		style string
		after time.Duration
		want  string
	}{
		{"R", 72 * time.Hour, "in 3 days"}, {"R", 72*time.Hour - time.Second, "in 3 days"}, {"R", time.Hour - time.Second,
			"in 1 hour"},
		{"R", 24*time.Hour - 20*time.Minute, "in 1 day"}, {"R", 90 * time.Second, "in 2 minutes"}, {"R", 0, "in 0 seconds"},
		{"R", -time.Hour, "1 hour ago"}, {"R", -45 * 24 * time.Hour, "2 months ago"}, {"R", 800 * 24 * time.Hour,
			"in 2 years"},
		{"f", 0, "21 November 2026 15:04"}, {"D", 0, "21 November 2026"}, {"T", 0, "15:04:00"},
	} {
		if got := formatTimestamp(now.Add(c.after), c.style, now); got != c.want {
			t.Errorf("%v from now as %q reads %q, want %q", c.after, c.style, got, c.want)
		}
	}
}

// TestRelativeTimestamps: every distance has a text, and it is the same in both directions.
func TestRelativeTimestamps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(1, 1<<62).Draw(t, "distance"))
		if ahead, ago := relative(d), relative(-d); ahead[len("in "):]+" ago" != ago {
			t.Fatalf("%v reads %q and %q", d, ahead, ago)
		}
	})
}
