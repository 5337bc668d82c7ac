// Package clocks implements the clocks of games: time controls as people write them, and the time that both sides have
// left. It knows no game: whose turn it is, and the time, are arguments.
package clocks

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
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
	names := [...]string{"untimed", "live", "correspondence"}
	if int(c) >= len(names) {
		return "unknown"
	}
	return names[c]
}

const day = 24 * time.Hour

// Usual returns the time controls that are suggested: none, then those of minutes, then those of days.
func Usual() []TimeControl {
	all := []TimeControl{{}}
	for _, live := range [][2]int{{10, 10}, {15, 10}, {20, 20}, {30, 20}, {60, 30}} {
		minutes, seconds := time.Duration(live[0]), time.Duration(live[1])
		all = append(all, TimeControl{Base: minutes * time.Minute, Increment: seconds * time.Second})
	}
	for _, days := range []int{1, 2, 3, 5, 7, 10, 14} {
		all = append(all, TimeControl{PerMove: time.Duration(days) * day})
	}
	return append(all, TimeControl{Base: 7 * day, Increment: 12 * time.Hour}, TimeControl{Base: 10 * day, Increment: day})
}

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
		return TimeControl{}, fmt.Errorf("time control %q: want none, days for each move (1d to 14d), "+
			"a bank of days (such as 10d+1d or 7d+12h), or minutes+seconds (such as 15+10): %w", text, err)
	}
	return t, nil
}

// readTimeControl parses the parts before and after the plus sign, or a time without one.
func readTimeControl(base, increment string, banked bool) (t TimeControl, err error) {
	number, unit := unitOf(base)
	more, moreUnit := unitOf(increment)
	var syntaxErr error
	switch {
	case unit == 'd' && !banked:
		t.PerMove, err = count(number, day, 1, MaxPerMove)
	case unit == 'd':
		size := day
		if moreUnit == 'h' {
			size = time.Hour
		} else if moreUnit != 'd' {
			syntaxErr = strconv.ErrSyntax
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
			syntaxErr = strconv.ErrSyntax
		}
		t.Base, err = count(number, size, 1, MaxLiveBase)
		if err == nil && banked {
			t.Increment, err = count(more, moreSize, 0, MaxLiveInc)
		}
	}
	return t, cmp.Or(syntaxErr, err)
}

// unitOf splits off the unit letter at the end of a time; 0: there is none.
func unitOf(text string) (number string, unit byte) {
	if n := len(text) - 1; n >= 0 && strings.IndexByte("dhms", text[n]) >= 0 {
		return text[:n], text[n]
	}
	return text, 0
}

// count parses a number of units, which must be at least least, and with its unit at most longest.
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
