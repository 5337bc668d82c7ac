package story

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"
)

var moment = regexp.MustCompile(`<t:(-?\d{1,13})(?::([tTdDfFR]))?>`)

// dated puts words in the place of Discord's timestamps, by the clock of the playground. The world's lock is held.
func (w *world) dated(s string) string {
	return moment.ReplaceAllStringFunc(s, func(found string) string {
		parts := moment.FindStringSubmatch(found)
		seconds, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil {
			return found
		}
		return inWords(time.Unix(seconds, 0).UTC(), parts[2], time.Now().Add(w.ahead))
	})
}

// inWords writes a moment as <t:…:STYLE> asks for it, in English and UTC.
func inWords(t time.Time, style string, now time.Time) string {
	switch style {
	case "t":
		return t.Format("15:04")
	case "T":
		return t.Format("15:04:05")
	case "d":
		return t.Format("2006-01-02")
	case "D":
		return t.Format("2 January 2006")
	case "F":
		return t.Format("Monday, 2 January 2006 15:04")
	case "R":
		return relative(t.Sub(now))
	}
	return t.Format("2 January 2006 15:04")
}

// relative tells how far away a moment is, in the largest unit of which there is one when it is rounded: "in 3 days",
// "1 hour ago". What is a moment less than a day away is a day away.
func relative(d time.Duration) string {
	const day = 24 * time.Hour
	units := []struct {
		name string
		size time.Duration
		most float64 // how many there are at most before the next unit counts
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
	return "" // the last unit has no end
}
