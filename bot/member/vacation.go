package member

import (
	"time"

	"xiangqibot/bot/game"
)

// Refusal codes for vacations.
const (
	OnVacation     game.Code = "on-vacation"      // their vacation has already begun
	NotOnVacation  game.Code = "not-on-vacation"  // there is no vacation to end
	NoVacationLeft game.Code = "no-vacation-left" // this year's days are used up; Limit: days per year, 0 if there is no vacation
)

// Vacation is a person's leave from the games of one server. While it lasts, their own clocks are stopped in
// correspondence games unless the players have excluded that; they may still move. Vacation time is counted per
// calendar year, in UTC, to the millisecond.
type Vacation struct {
	Since time.Time     `json:"since,omitzero"` // when it began; zero: they are not on vacation
	Until time.Time     `json:"until,omitzero"` // when it ends by itself
	Year  int           `json:"year,omitempty"` // the year to which Used belongs
	Used  time.Duration `json:"used,omitempty"` // used up in Year before Since
}

// Away reports whether the person is on vacation at a time.
func (v Vacation) Away(at time.Time) bool { return !v.Since.IsZero() && at.Before(v.Until) }

// Spent returns how much vacation was taken in the calendar year of a time, up to that time.
func (v Vacation) Spent(at time.Time) time.Duration {
	spent := time.Duration(0)
	if v.Year == at.Year() {
		spent = v.Used
	}
	if v.Since.IsZero() {
		return spent
	}
	from, to := v.Since, at
	if begun := newYear(at.Year()); from.Before(begun) {
		from = begun
	}
	if to.After(v.Until) {
		to = v.Until
	}
	return spent + max(0, to.Sub(from))
}

// maxEnd returns the latest end of a vacation that begins now: after what is left of this year's days, plus the next
// year's days if it reaches the end of the year.
func (v Vacation) maxEnd(now time.Time, perYear time.Duration) time.Time {
	left := max(0, perYear-v.Spent(now))
	next := newYear(now.Year() + 1)
	if now.Add(left).Before(next) {
		return now.Add(left)
	}
	return next.Add(perYear)
}

// ended returns the vacation after it has ended at a time, or earlier if it would have ended by itself.
func (v Vacation) ended(at time.Time) Vacation {
	if at.After(v.Until) {
		at = v.Until
	}
	return Vacation{Year: at.Year(), Used: v.Spent(at)}
}

func newYear(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC) }

// Absence is a person's vacation in one server with their open games there. A change applies to all of them or to none.
type Absence struct {
	Person   game.Person
	Guild    string // empty: direct messages
	Vacation Vacation
	Games    []*game.Game // all of them, challenges included; the oldest first

	game.Outbox // jobs about a game are enqueued by that game itself
}

// VacationEnds is the job that ends a vacation when its time is up.
type VacationEnds struct {
	Person game.Person `json:"person"`
	Guild  string      `json:"guild"`
}

// Kind is "vacation-ends".
func (VacationEnds) Kind() string { return "vacation-ends" }

// Start stops the person's clocks for the given number of days, or with days 0 for as long as they have days left; they
// have perYear days in a calendar year.
//
// Refusals: [OnVacation], [NoVacationLeft], VacationTooLate with the game whose clock is too low.
func (a *Absence) Start(days, perYear int, at time.Time) error {
	if a.Vacation.Away(at) {
		return &game.Refusal{Code: OnVacation}
	}
	if !a.Vacation.Since.IsZero() { // its job is still pending: do not wait for it
		a.end(at)
	}
	until := a.Vacation.maxEnd(at, time.Duration(perYear)*day)
	if asked := at.Add(time.Duration(days) * day); days > 0 && asked.Before(until) {
		until = asked
	}
	if !until.After(at) {
		return &game.Refusal{Code: NoVacationLeft, Limit: perYear}
	}
	for _, g := range a.Games {
		if err := game.BeginVacation(g, a.Person, until, at); err != nil {
			return err
		}
	}
	a.Vacation = Vacation{Since: at, Until: until, Year: at.Year(), Used: a.Vacation.Spent(at)}
	a.Enqueue(VacationEnds{Person: a.Person, Guild: a.Guild}, until)
	return nil
}

// Stop lets the person's clocks run again.
func (a *Absence) Stop(at time.Time) error {
	if a.Vacation.Since.IsZero() {
		return &game.Refusal{Code: NotOnVacation}
	}
	a.end(at)
	return nil
}

func (a *Absence) end(at time.Time) {
	a.Vacation = a.Vacation.ended(at)
	for _, g := range a.Games {
		game.EndVacation(g, a.Person, at)
	}
}
