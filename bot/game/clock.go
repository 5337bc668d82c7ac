package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Clock is the time that the sides of a game have left. It runs for the side to move, from the start of the game;
// the bot's never runs, nor does that of a person on vacation. In a game without a time control it stays the zero
// Clock.
//
// An act at a time after Flag is refused with [FlagFell] even if the job that ends the game is late: nobody gains
// from a busy server.
type Clock struct {
	Left  [2]time.Duration `json:"left"`           // by color: the time left when the clock was last started or stopped
	Since time.Time        `json:"since,omitzero"` // when the clock of the side to move was started; zero: stopped
	Flag  time.Time        `json:"flag,omitzero"`  // when its flag falls, pauses included; zero: never

	Reminders []time.Time `json:"reminders,omitempty"` // when the side to move is reminded before that
	Reminded  int         `json:"reminded,omitempty"`  // how many reminders were sent, or superseded by later ones

	Fell  time.Time `json:"fell,omitzero"`   // a game lost on time: when the flag fell
	Asked bool      `json:"asked,omitempty"` // its loser has asked to play on: Resumption.Ask
}

// reset gives both sides their starting time.
func (c *Clock) reset(t TimeControl) {
	for side := range c.Left {
		c.Left[side] = t.PerMove + t.Base // one of them is 0
	}
}

// add credits a side for a move: the time for its next move, or its increment.
func (c *Clock) add(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.Left[side] = t.PerMove
		return
	}
	c.Left[side] += t.Increment
}

// takeBack removes what add credited for a move; otherwise players could gain time by moving and taking back. If the
// side has used some of it since, it keeps at least one increment for the same move, as far as it has that. With a
// time per move both sides get the full time again, including the one that had begun to think.
func (c *Clock) takeBack(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.reset(t)
		return
	}
	c.Left[side] = max(c.Left[side]-t.Increment, min(c.Left[side], t.Increment))
}

// left returns the time that the side to move has left, never less than 0.
func (c *Clock) left(side board.Color, counts calendar, at time.Time) time.Duration {
	left := c.Left[side]
	if !c.Since.IsZero() {
		left -= max(0, counts.between(c.Since, at)) // the system clock may have been set back
	}
	return max(0, left)
}

// start runs the clock of the side to move.
func (c *Clock) start(side board.Color, counts calendar, at time.Time) {
	c.Since, c.Flag = at, counts.after(at, c.Left[side])
}

// stop deducts the time that the side to move has used.
func (c *Clock) stop(side board.Color, counts calendar, at time.Time) {
	if c.Since.IsZero() {
		return
	}
	c.Left[side] = c.left(side, counts, at)
	*c = Clock{Left: c.Left}
}

// excludeDowntime does not count the time between two moments on the running clock of the side to move.
func (c *Clock) excludeDowntime(side board.Color, counts calendar, from, to time.Time) {
	if c.Since.After(from) {
		from = c.Since
	}
	was := c.Flag
	c.Left[side] = c.left(side, counts, from)
	c.start(side, counts, to)
	later := slices.Clone(c.Reminders)
	for n := c.Reminded; n < len(later); n++ {
		later[n] = later[n].Add(c.Flag.Sub(was)) // not all of the downtime may have counted
	}
	c.Reminders = later
}

// isDown reports whether the flag has fallen.
func (c *Clock) isDown(at time.Time) bool { return !c.Flag.IsZero() && !at.Before(c.Flag) }
