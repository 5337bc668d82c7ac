package clocks

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Calendar defines which time counts on a clock.
type Calendar struct {
	Weekdays bool // Saturdays and Sundays, in UTC, do not count
}

const (
	week    = 7 * day
	workday = 5 * day // time that counts in a week, from Monday
)

// monday is the start of a week before any game.
var monday = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// between returns how much of the time between two moments counts.
func (c Calendar) between(from, to time.Time) time.Duration {
	if !c.Weekdays {
		return to.Sub(from)
	}
	return countedTime(to) - countedTime(from)
}

// after returns the moment at which d has been counted since from: the last such moment, so that nothing falls due
// on a day that does not count.
func (c Calendar) after(from time.Time, d time.Duration) time.Time {
	if !c.Weekdays {
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

// Clock is the time that the sides of a game have left. It runs for the side to move, from the start of the game;
// the bot's never runs, nor does that of a person on vacation. In a game without a time control it stays the zero
// Clock.
//
// An act at a time after Flag is refused even if the job that ends the game is late: nobody gains from
// a busy server.
type Clock struct {
	Left  [2]time.Duration `json:"left"`           // by color: the time left when the clock was last started or stopped
	Since time.Time        `json:"since,omitzero"` // when the clock of the side to move was started; zero: stopped
	Flag  time.Time        `json:"flag,omitzero"`  // when its flag falls, pauses included; zero: never

	Reminders []time.Time `json:"reminders,omitempty"` // when the side to move is reminded before that
	Reminded  int         `json:"reminded,omitempty"`  // how many reminders were sent, or superseded by later ones

	Fell  time.Time `json:"fell,omitzero"`   // a game lost on time: when the flag fell
	Asked bool      `json:"asked,omitempty"` // its loser has asked to play on
}

// Reset gives both sides their starting time.
func (c *Clock) Reset(t TimeControl) {
	for side := range c.Left {
		c.Left[side] = t.PerMove + t.Base // one of them is 0
	}
}

// Add credits a side for a move: the time for its next move, or its increment.
func (c *Clock) Add(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.Left[side] = t.PerMove
		return
	}
	c.Left[side] += t.Increment
}

// TakeBack removes what Add credited for a move; otherwise players could gain time by moving and taking back. If the
// side has used some of it since, it keeps at least one increment for the same move, as far as it has that. With a
// time per move both sides get the full time again, including the one that had begun to think.
func (c *Clock) TakeBack(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.Reset(t)
		return
	}
	c.Left[side] = max(c.Left[side]-t.Increment, min(c.Left[side], t.Increment))
}

// Remaining returns the time that the side to move has left, never less than 0.
func (c *Clock) Remaining(side board.Color, counts Calendar, at time.Time) time.Duration {
	left := c.Left[side]
	if !c.Since.IsZero() {
		left -= max(0, counts.between(c.Since, at)) // the system clock may have been set back
	}
	return max(0, left)
}

// Start runs the clock of the side to move.
func (c *Clock) Start(side board.Color, counts Calendar, at time.Time) {
	c.Since, c.Flag = at, counts.after(at, c.Left[side])
}

// Stop deducts the time that the side to move has used.
func (c *Clock) Stop(side board.Color, counts Calendar, at time.Time) {
	if c.Since.IsZero() {
		return
	}
	c.Left[side] = c.Remaining(side, counts, at)
	*c = Clock{Left: c.Left}
}

// ExcludeDowntime does not count the time between two moments on the running clock of the side to move.
func (c *Clock) ExcludeDowntime(side board.Color, counts Calendar, from, to time.Time) {
	if c.Since.After(from) {
		from = c.Since
	}
	oldFlag := c.Flag
	c.Left[side] = c.Remaining(side, counts, from)
	c.Start(side, counts, to)
	reminders := slices.Clone(c.Reminders)
	for n := c.Reminded; n < len(reminders); n++ {
		reminders[n] = reminders[n].Add(c.Flag.Sub(oldFlag)) // not all of the downtime may have counted
	}
	c.Reminders = reminders
}

// IsDown reports whether the flag has fallen.
func (c *Clock) IsDown(at time.Time) bool { return !c.Flag.IsZero() && !at.Before(c.Flag) }
