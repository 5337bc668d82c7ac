package game

import "time"

// calendar defines which time counts on a clock.
type calendar struct {
	weekdays bool // Saturdays and Sundays, in UTC, do not count
}

const (
	week    = 7 * day
	workday = 5 * day // time that counts in a week, from Monday
)

// monday is the start of a week before any game.
var monday = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// between returns how much of the time between two moments counts.
func (c calendar) between(from, to time.Time) time.Duration {
	if !c.weekdays {
		return to.Sub(from)
	}
	return countedTime(to) - countedTime(from)
}

// After returns the moment at which d has been counted since from: the last such moment, so that nothing falls due
// on a day that does not count.
func (c calendar) after(from time.Time, d time.Duration) time.Time {
	if !c.weekdays {
		return from.Add(d)
	}
	until := countedTime(from) + d
	return monday.Add(until/workday*week + until%workday)
}

// countedTime returns how much of the time since monday counts.
func countedTime(at time.Time) time.Duration {
	since := at.Sub(monday)
	return since/week*workday + min(since%week, workday)
}
