package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how long the sides may think. The zero TimeControl is a game without a clock.
//
// A game is either by the move, each of which may take PerMove whatever the others took, or by a bank: each side begins
// with Base and gets Increment back with every move it makes.
type TimeControl struct {
	PerMove   time.Duration // whole days; 0 for a bank
	Base      time.Duration // whole minutes, or whole days; 0 for a game by the move
	Increment time.Duration // whole seconds beside minutes, whole hours beside days
}

// Class divides games by their clocks. Ratings are kept for each class but Untimed.
type Class uint8

// The classes.
const (
	Untimed        Class = iota // no clock: casual games only
	Live                        // minutes and seconds
	Correspondence              // days
)

// String gives the name of the class in lower case, as logs and the database write it.
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

// The limits of a TimeControl.
const (
	MaxPerMove  = 14 * day
	MaxLiveBase = 3 * time.Hour
	MaxLiveInc  = 3 * time.Minute
	MaxBank     = 60 * day
	MaxBankInc  = 7 * day
)

// Class tells to which class games with this time control belong.
func (t TimeControl) Class() Class {
	switch {
	case t == TimeControl{}:
		return Untimed
	case t.PerMove > 0 || t.Base >= day:
		return Correspondence
	}
	return Live
}

// String spells the time control as ParseTimeControl reads it: "none", "3d" for three days a move, "10d+1d" and
// "10d+12h" for ten days and a day or twelve hours with each move, "15+10" for fifteen minutes and ten seconds with
// each move.
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

// ParseTimeControl reads what String writes; blanks and capital letters do no harm.
//
// The error tells what was given and what would be right.
func ParseTimeControl(text string) (TimeControl, error) {
	wrong := func() error {
		return fmt.Errorf("time control %q: want none, days for each move (1d to 14d), a bank of days (such as 10d+1d or 7d+12h), or minutes+seconds (such as 15+10)", text)
	}
	spelled := strings.ToLower(strings.Join(strings.Fields(text), ""))
	if spelled == "none" {
		return TimeControl{}, nil
	}
	base, increment, banked := strings.Cut(spelled, "+")
	var t TimeControl
	var ok bool
	switch days, isDays := strings.CutSuffix(base, "d"); {
	case isDays && !banked:
		if t.PerMove, ok = count(days, day, 1, MaxPerMove); !ok {
			return TimeControl{}, wrong()
		}
		return t, nil
	case !banked:
		return TimeControl{}, wrong()
	case isDays:
		if t.Base, ok = count(days, day, 1, MaxBank); !ok {
			return TimeControl{}, wrong()
		}
		unit := day
		number, isDays := strings.CutSuffix(increment, "d")
		if !isDays {
			unit = time.Hour
			number, ok = strings.CutSuffix(increment, "h")
		}
		if ok {
			t.Increment, ok = count(number, unit, 0, MaxBankInc)
		}
	default:
		if t.Base, ok = count(base, time.Minute, 1, MaxLiveBase); ok {
			t.Increment, ok = count(increment, time.Second, 0, MaxLiveInc)
		}
	}
	if !ok {
		return TimeControl{}, wrong()
	}
	return t, nil
}

// count reads a whole number of units, from least of them up to a longest time.
func count(digits string, unit time.Duration, least int, longest time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseUint(digits, 10, 16)
	d := time.Duration(n) * unit
	return d, err == nil && int(n) >= least && d <= longest
}

// MarshalText writes the time control as String does.
func (t TimeControl) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads it as ParseTimeControl does.
func (t *TimeControl) UnmarshalText(text []byte) (err error) {
	*t, err = ParseTimeControl(string(text))
	return err
}
