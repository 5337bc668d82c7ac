package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine/board"
)

// TimeControl is the thinking time of each side. The zero TimeControl is a game without a clock.
//
// A game has either a time per move, PerMove, or a bank: each side begins with Base and gets Increment for every
// move it makes.
type TimeControl struct {
	PerMove   time.Duration // whole days; 0 with a bank
	Base      time.Duration // whole minutes, or whole days; 0 with a time per move
	Increment time.Duration // whole seconds with minutes, whole hours with days
}

// Class classifies games by their clocks. Each class except Untimed has its own ratings.
type Class uint8

// The classes.
const (
	Untimed        Class = iota // no clock: casual games only
	Live                        // minutes and seconds
	Correspondence              // days
)

// String returns the name of the class in lower case, as used in logs and the database.
func (c Class) String() string {
	switch c {
	case Untimed:
		return "untimed"
	case Live:
		return "live"
	case Correspondence:
		return "correspondence"
	}
	return "unknown"
}

const day = 24 * time.Hour

// The limits of a [TimeControl].
const (
	MaxPerMove  = 14 * day
	MaxLiveBase = 3 * time.Hour
	MaxLiveInc  = 3 * time.Minute
	MaxBank     = 60 * day
	MaxBankInc  = 7 * day
)

// Class returns the class of games with this time control.
func (t TimeControl) Class() Class {
	switch {
	case t == TimeControl{}:
		return Untimed
	case t.PerMove > 0 || t.Base >= day:
		return Correspondence
	}
	return Live
}

// String formats the time control as [ParseTimeControl] reads it: "none", "3d" for three days a move, "10d+1d" and
// "10d+12h" for ten days plus a day or twelve hours per move, "15+10" for fifteen minutes plus ten seconds per move.
func (t TimeControl) String() string {
	switch class := t.Class(); {
	case class == Untimed:
		return "none"
	case class == Live:
		return fmt.Sprintf("%d+%d", t.Base/time.Minute, t.Increment/time.Second)
	case t.PerMove > 0:
		return fmt.Sprintf("%dd", t.PerMove/day)
	case t.Increment%day == 0:
		return fmt.Sprintf("%dd+%dd", t.Base/day, t.Increment/day)
	}
	return fmt.Sprintf("%dd+%dh", t.Base/day, t.Increment/time.Hour)
}

// ErrTimeRange is wrapped by an error of [ParseTimeControl] for times that are too short or too long.
var ErrTimeRange = errors.New("out of range")

// ParseTimeControl parses what String writes, ignoring spaces and case. It also accepts minutes and seconds with
// units, and minutes or hours alone: "15m+10s", "30m", "2h".
//
// The error says what was given and what is valid.
func ParseTimeControl(text string) (TimeControl, error) {
	spelled := strings.ToLower(strings.Join(strings.Fields(text), ""))
	if spelled == "none" {
		return TimeControl{}, nil
	}
	t, err := readTimeControl(strings.Cut(spelled, "+"))
	if err != nil {
		return TimeControl{}, fmt.Errorf("time control %q: want none, days for each move (1d to 14d), a bank of days (such as 10d+1d or 7d+12h), or minutes+seconds (such as 15+10): %w", text, err)
	}
	return t, nil
}

// readTimeControl parses the parts before and after the plus sign, or a time without one.
func readTimeControl(base, increment string, banked bool) (t TimeControl, err error) {
	number, unit := unitOf(base)
	more, moreUnit := unitOf(increment)
	var wrong error
	switch {
	case unit == 'd' && !banked:
		t.PerMove, err = count(number, day, 1, MaxPerMove)
	case unit == 'd':
		size := day
		if moreUnit == 'h' {
			size = time.Hour
		} else if moreUnit != 'd' {
			wrong = strconv.ErrSyntax
		}
		t.Base, err = count(number, day, 1, MaxBank)
		if err == nil {
			t.Increment, err = count(more, size, 0, MaxBankInc)
		}
	default:
		size, moreSize := time.Minute, time.Second
		if unit == 'h' {
			size = time.Hour
		}
		if moreUnit == 'm' {
			moreSize = time.Minute
		}
		if unit == 's' || unit == 0 && !banked || moreUnit == 'd' || moreUnit == 'h' {
			wrong = strconv.ErrSyntax
		}
		t.Base, err = count(number, size, 1, MaxLiveBase)
		if err == nil && banked {
			t.Increment, err = count(more, moreSize, 0, MaxLiveInc)
		}
	}
	return t, cmp.Or(wrong, err)
}

// unitOf splits the unit letter off the end of a time, 0 for none.
func unitOf(text string) (number string, unit byte) {
	if n := len(text) - 1; n >= 0 && strings.IndexByte("dhms", text[n]) >= 0 {
		return text[:n], text[n]
	}
	return text, 0
}

// count parses a number of units, at least least, at most longest in total.
func count(digits string, unit time.Duration, least int, longest time.Duration) (time.Duration, error) {
	n, err := strconv.ParseUint(digits, 10, 16)
	d := time.Duration(n) * unit
	if errors.Is(err, strconv.ErrRange) || err == nil && (int(n) < least || d > longest) {
		return 0, ErrTimeRange
	}
	return d, err
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (t TimeControl) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseTimeControl].
func (t *TimeControl) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTimeControl(string(text))
	return err
}

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
