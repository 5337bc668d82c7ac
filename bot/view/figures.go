package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
)

// This file writes numbers: times and clocks, points, ratings and chances.

// DurationText formats a duration by its two largest units, rounded down: "9 days 3 h", "14 min 5 s".
func DurationText(w words.Words, d time.Duration) string {
	const day = 24 * time.Hour
	var parts []string
	for _, unit := range []struct {
		key    string
		length time.Duration
	}{{"clock.days", day}, {"clock.hours", time.Hour}, {"clock.minutes", time.Minute}, {"clock.seconds", time.Second}} {
		n := d / unit.length
		d %= unit.length
		if n > 0 {
			parts = append(parts, w.Count(unit.key, int(n)))
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	if len(parts) == 0 {
		return w.Count("clock.seconds", 0)
	}
	return strings.Join(parts, " ")
}

// ControlText formats a time control: "3 days a move", "10 days + 1 day a move", "15 min each + 10 s with every
// move".
func ControlText(w words.Words, t clocks.TimeControl) string {
	switch {
	case t.Class() == clocks.Untimed:
		return w.Say("clock.none")
	case t.PerMove > 0:
		return w.Say("clock.per-move", words.Vars{"Time": DurationText(w, t.PerMove)})
	case t.Increment == 0:
		return w.Say("clock.base", words.Vars{"Time": DurationText(w, t.Base)})
	case t.Class() == clocks.Live:
		return w.Say("clock.live", words.Vars{"Base": DurationText(w, t.Base), "Increment": DurationText(w, t.Increment)})
	}
	return w.Say("clock.bank", words.Vars{"Base": DurationText(w, t.Base), "Increment": DurationText(w, t.Increment)})
}

// LiveClock writes what is left as a clock shows it: "12:05", "1:02:03".
func LiveClock(d time.Duration) string {
	left := int(d / time.Second)
	if left >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", left/3600, left/60%60, left%60)
	}
	return fmt.Sprintf("%d:%02d", left/60, left%60)
}

// ZoneText names a time zone with its current time; the empty one is UTC.
func ZoneText(name string, now time.Time) string {
	zone, err := time.LoadLocation(name)
	if err != nil { // the list of zones of another version
		zone = time.UTC
	}
	return zone.String() + " (" + now.In(zone).Format("15:04") + ")"
}

// PointsText writes points with halves: "1½".
func PointsText(points float64) string {
	whole := strconv.Itoa(int(points))
	if points == float64(int(points)) {
		return whole
	}
	return strings.TrimPrefix(whole, "0") + "½"
}

// ScoreOf writes a record as a score: "2½ – 1½".
func ScoreOf(t standing.Tally) string {
	half := float64(t.Draws) / 2
	return PointsText(float64(t.Wins)+half) + " – " + PointsText(float64(t.Losses)+half)
}

// Percent is a chance as people read it, without the sign.
func Percent(chance float64) int { return int(math.Round(100 * chance)) }

// Rounded formats points without decimals.
func Rounded(points float64) string { return strconv.Itoa(int(math.Round(points))) }

// Gain writes a change of rating with its sign: +12, −7, ±0.
func Gain(points float64) string {
	switch n := Rounded(math.Abs(points)); {
	case n == "0":
		return "±0"
	case points > 0:
		return "+" + n
	default:
		return "−" + n
	}
}

// RatingText writes a rating in whole points, with a question mark while it is little more than a guess.
func RatingText(r glicko.Rating) string {
	if r.Provisional() {
		return Rounded(r.R) + "?"
	}
	return Rounded(r.R)
}

// DeviationText writes how far the true strength may be away, 95 times in 100: twice the deviation, in whole points.
func DeviationText(r glicko.Rating) string { return fmt.Sprintf("±%.0f", math.Round(2*r.RD)) }

// PlaceText numbers a line; the stroke keeps Discord from renumbering.
func PlaceText(place int) string {
	if place > standing.MaxRank {
		return strconv.Itoa(standing.MaxRank) + "+ "
	}
	return strconv.Itoa(place) + "\\. "
}
