package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Clock is how long the two sides of a game may still think. It runs for the side to move, from the moment the game
// starts; the bot's never runs, and that of a person on vacation does not. In a game without a time control it stays
// the zero Clock.
//
// What an act does at a time after Flag is refused with FlagFell, even while the job that lets the flag fall is late:
// nobody gains by a busy server.
type Clock struct {
	Left  [2]time.Duration `json:"left"`           // by color: what was left when the clock was last started or stopped
	Since time.Time        `json:"since,omitzero"` // the side to move thinks since then; zero: its clock does not run
	Flag  time.Time        `json:"flag,omitzero"`  // when its flag falls, pauses counted; zero: never

	Reminders []time.Time `json:"reminders,omitempty"` // when the side to move is reminded before that
	Reminded  int         `json:"reminded,omitempty"`  // so many of them have been sent, or overtaken by later ones

	Fell  time.Time `json:"fell,omitzero"`   // a game lost on time: when the flag fell
	Asked bool      `json:"asked,omitempty"` // and its loser has asked to play on: Resumption.Ask
}

// wind gives both sides the time with which they begin.
func (c *Clock) reset(t TimeControl) {
	for side := range c.Left {
		c.Left[side] = t.PerMove + t.Base // one of them is 0
	}
}

// add gives a side what it gets for a move: the time for its next one, or its increment.
func (c *Clock) add(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.Left[side] = t.PerMove
		return
	}
	c.Left[side] += t.Increment
}

// takeBack takes from a side what add gave it for a move: otherwise one could move and take back for its sake. If the
// side has used some of it since, it keeps at least as much as an increment, for the same move again, as far as it has
// that. By the move both sides have the whole time again, also the one that had begun to think about its answer.
func (c *Clock) takeBack(side board.Color, t TimeControl) {
	if t.PerMove > 0 {
		c.reset(t)
		return
	}
	c.Left[side] = max(c.Left[side]-t.Increment, min(c.Left[side], t.Increment))
}

// left is how long the side to move may still think at a time, never less than 0.
func (c *Clock) left(side board.Color, counts calendar, at time.Time) time.Duration {
	left := c.Left[side]
	if !c.Since.IsZero() {
		left -= max(0, counts.between(c.Since, at)) // the program's clock may have been set back
	}
	return max(0, left)
}

// start lets the side to move think from now on.
func (c *Clock) start(side board.Color, counts calendar, at time.Time) {
	c.Since, c.Flag = at, counts.after(at, c.Left[side])
}

// stop books what the side to move has used.
func (c *Clock) stop(side board.Color, counts calendar, at time.Time) {
	if c.Since.IsZero() {
		return
	}
	c.Left[side] = c.left(side, counts, at)
	*c = Clock{Left: c.Left}
}

// excuse takes the time from one moment to another off the running clock of the side to move.
func (c *Clock) excludeDowntime(side board.Color, counts calendar, from, to time.Time) {
	if c.Since.After(from) {
		from = c.Since
	}
	was := c.Flag
	c.Left[side] = c.left(side, counts, from)
	c.start(side, counts, to)
	later := slices.Clone(c.Reminders)
	for n := c.Reminded; n < len(later); n++ {
		later[n] = later[n].Add(c.Flag.Sub(was)) // not all of the time that was missed need have counted
	}
	c.Reminders = later
}

// isDown reports whether the flag has fallen by then.
func (c *Clock) isDown(at time.Time) bool { return !c.Flag.IsZero() && !at.Before(c.Flag) }

// jobs are what a running clock has to do in time, in a game that has ply moves.
func (c *Clock) jobs(id ID, ply int) []QueuedJob {
	jobs := []QueuedJob{{Flag{id, ply}, c.Flag}}
	for n := c.Reminded; n < len(c.Reminders); n++ {
		jobs = append(jobs, QueuedJob{Remind{id, ply, n}, c.Reminders[n]})
	}
	return jobs
}
