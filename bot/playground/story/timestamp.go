package story

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"
)

var timestamp = regexp.MustCompile(`<t:(-?\d{1,13})(?::([TDfR]))?>`)

// formatTimestamps formats the Discord timestamps in a text, by the playground's clock. The client's lock is held.
func (w *client) formatTimestamps(s string) string {
	return timestamp.ReplaceAllStringFunc(s, func(found string) string {
		parts := timestamp.FindStringSubmatch(found)
		seconds, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			return found
		}
		return formatTimestamp(time.Unix(seconds, 0).UTC(), parts[2], time.Now().Add(w.clockOffset))
	})
}

// formatTimestamp formats a time in the style of <t:…:STYLE>, in English and UTC.
func formatTimestamp(t time.Time, style string, now time.Time) string {
	switch style {
	case "T":
		return t.Format("15:04:05")
	case "D":
		return t.Format("2 January 2006")
	case "R":
		return relative(t.Sub(now))
	}
	return t.Format("2 January 2006 15:04")
}

// relative formats the distance of a time in the largest unit that rounds to at least one: "in 3 days", "1 hour ago". A
// time slightly less than a day away is a day away.
func relative(d time.Duration) string {
	const day = 24 * time.Hour
	units := []struct {
		name string
		size time.Duration
		most float64 // from this number on the next unit is used
	}{
		{"second", time.Second, 60}, {"minute", time.Minute, 60}, {"hour", time.Hour, 24}, {"day", day, 30},
		{"month", 30 * day, 12}, {"year", 365 * day, math.Inf(1)},
	}
	for _, u := range units {
		n := math.Round(math.Abs(d.Seconds()) / u.size.Seconds())
		if n >= u.most {
			continue
		}
		name := u.name
		if n != 1 {
			name += "s"
		}
		if d < 0 {
			return fmt.Sprintf("%.0f %s ago", n, name)
		}
		return fmt.Sprintf("in %.0f %s", n, name)
	}
	return "" // not reached: the last unit has no limit
}
