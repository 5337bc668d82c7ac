package game

import "time"

// calendar tells which time counts on a clock.
type calendar struct {
	weekdays bool // Saturdays and Sundays, in UTC, do not count
}

const (
	week    = 7 * day
	workday = 5 * day // of a week: what counts, from Monday
)

// monday is the beginning of a week, long before any game.
var monday = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// between is how much of the time from one moment to a later one counts.
func (c calendar) between(from, to time.Time) time.Duration {
	if !c.weekdays {
		return to.Sub(from)
	}
	return countedTime(to) - countedTime(from)
}

// after is the moment at which so much time has counted since from: the last such moment, so that nothing ever falls
// due on a day that does not count.
func (c calendar) after(from time.Time, d time.Duration) time.Time {
	if !c.weekdays {
		return from.Add(d)
	}
	until := countedTime(from) + d
	return monday.Add(until/workday*week + until%workday)
}

// worked is what counts of the time since monday.
func countedTime(at time.Time) time.Duration {
	since := at.Sub(monday)
	return since/week*workday + min(since%week, workday)
}
