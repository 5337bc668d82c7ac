package game

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/engine/board"
)

// Vacation is a person's leave from the games of one server. While it lasts his own clocks stand, in the games by the day whose sides did not
// rule that out; he may play on. The days are counted by the calendar year, in UTC, to the millisecond.
type Vacation struct {
	Since time.Time     `json:"since,omitzero"` // when it began; zero: he is not on vacation
	Until time.Time     `json:"until,omitzero"` // it ends then by itself
	Year  int           `json:"year,omitempty"` // in which Used was spent
	Used  time.Duration `json:"used,omitempty"` // spent in Year before Since
}

// Away tells whether the vacation lasts at a time.
func (v Vacation) Away(at time.Time) bool { return !v.Since.IsZero() && at.Before(v.Until) }

// Spent is how much vacation was taken in the calendar year of a time, up to that time.
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

// lasts is until when a vacation can last that begins now: what is left of this year, and where it reaches the end of the year, what the next
// one allows.
func (v Vacation) lasts(now time.Time, perYear time.Duration) time.Time {
	left := max(0, perYear-v.Spent(now))
	next := newYear(now.Year() + 1)
	if now.Add(left).Before(next) {
		return now.Add(left)
	}
	return next.Add(perYear)
}

// ended is the vacation after it has ended, at the latest when it would have by itself.
func (v Vacation) ended(at time.Time) Vacation {
	if at.After(v.Until) {
		at = v.Until
	}
	return Vacation{Year: at.Year(), Used: v.Spent(at)}
}

func newYear(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC) }

// leastTime is what has to be left on each clock that a vacation would stop: it is no way out at the last minute.
const leastTime = time.Hour

// StartVacation stops the person's clocks for so many days, or with days 0 for all that he has left; of perYear days in a calendar year.
//
// Refusals: OnVacation, NoVacationLeft, VacationTooLate with the game whose clock is too low.
func (a *Account) StartVacation(days, perYear int, at time.Time) error {
	if a.Vacation.Away(at) {
		return &Refusal{Code: OnVacation}
	}
	if !a.Vacation.Since.IsZero() { // its end is under way: nobody has to wait for that
		a.comeBack(at)
	}
	until := a.Vacation.lasts(at, time.Duration(perYear)*day)
	if asked := at.Add(time.Duration(days) * day); days > 0 && asked.Before(until) {
		until = asked
	}
	if !until.After(at) {
		return &Refusal{Code: NoVacationLeft, Limit: perYear}
	}
	for _, g := range a.Games {
		if c := g.Turn(); a.stops(g) && !g.Clock.Since.IsZero() && g.TimeLeft(c, at) < leastTime {
			return g.refuse(VacationTooLate)
		}
	}
	spent := a.Vacation.Spent(at)
	a.Vacation = Vacation{Since: at, Until: until, Year: at.Year(), Used: spent}
	for _, g := range a.Games {
		g.setHabits(a.Person, a.habits())
		if a.stops(g) {
			g.stopClock(at)
		}
		g.redrawFor(a.Person, at)
	}
	a.Owe(VacationEnds{a.Person, a.Guild}, until)
	return nil
}

// StopVacation lets the person's clocks run again. Refusal: NotOnVacation.
func (a *Account) StopVacation(at time.Time) error {
	if a.Vacation.Since.IsZero() {
		return &Refusal{Code: NotOnVacation}
	}
	a.comeBack(at)
	return nil
}

// comeBack ends the vacation.
func (a *Account) comeBack(at time.Time) {
	a.Waive(VacationEnds{a.Person, a.Guild})
	a.Vacation = a.Vacation.ended(at)
	for _, g := range a.Games {
		g.setHabits(a.Person, a.habits())
		if a.stops(g) && g.Clock.Since.IsZero() {
			g.runClock(at)
		}
		g.redrawFor(a.Person, at)
	}
}

// redrawFor owes the board of a game in which vacations count a line about that of a player.
func (g *Game) redrawFor(p Person, at time.Time) {
	if _, plays := g.SeatOf(p); plays && g.State == Active && g.ByDay() && !g.NoVacation {
		g.oweRedraw(at)
	}
}

// stops tells whether the clock of g that runs now, or would, is one that a vacation of the person stops.
func (a *Account) stops(g *Game) bool {
	return g.State == Active && g.ByDay() && !g.NoVacation && g.Seats[g.Turn()].Person == a.Person
}

// OnVacation tells until when at most c's clock stands because its person is on vacation at a time; ok is false when he is not.
func (g *Game) OnVacation(c board.Color, at time.Time) (until time.Time, ok bool) {
	v := g.Habits[g.Seats[c].Person].Vacation
	return v.Until, g.ByDay() && !g.NoVacation && v.Away(at)
}

// setHabits remembers new habits of one of the people.
func (g *Game) setHabits(p Person, h Habits) {
	if g.Habits == nil {
		g.Habits = map[Person]Habits{}
	}
	g.Habits[p] = h
}

// StartVacation begins the actor's vacation in the server where he is, for so many days or with 0 for as long as he has days left.
//
// Refusals: OnVacation, NoVacationLeft (Limit: the days of a year here, 0 where there is no vacation), VacationTooLate with the game.
func (s *Service) StartVacation(ctx context.Context, act Act, days int) (Vacation, error) {
	server, err := s.Server(ctx, act.Guild)
	if err != nil {
		return Vacation{}, err
	}
	at := s.now()
	return s.vacation(ctx, act, func(a *Account) error { return a.StartVacation(days, server.Vacation(), at) })
}

// StopVacation ends it. Refusal: NotOnVacation.
func (s *Service) StopVacation(ctx context.Context, act Act) (Vacation, error) {
	at := s.now()
	return s.vacation(ctx, act, func(a *Account) error { return a.StopVacation(at) })
}

func (s *Service) vacation(ctx context.Context, act Act, do func(*Account) error) (Vacation, error) {
	a, err := s.store.UpdateOf(ctx, act.Claim, act.Actor, act.Guild, do)
	if err != nil {
		return Vacation{}, err
	}
	return a.Vacation, nil
}

// Vacation tells of the actor's vacation in the server where he is, how much of it he has left of this calendar year, and how many days each
// year has there.
func (s *Service) Vacation(ctx context.Context, act Act) (v Vacation, left time.Duration, perYear int, err error) {
	server, err := s.Server(ctx, act.Guild)
	if err != nil {
		return Vacation{}, 0, 0, err
	}
	if v, err = s.store.Vacation(ctx, act.Actor, act.Guild); err != nil {
		return Vacation{}, 0, 0, err
	}
	at := s.now()
	if !v.Since.IsZero() && !v.Away(at) {
		v = v.ended(at)
	}
	perYear = server.Vacation()
	return v, max(0, time.Duration(perYear)*day-v.Spent(at)), perYear, nil
}

// VacationEnds lets a vacation end whose days are over.
func (s *Service) VacationEnds(ctx context.Context, job VacationEnds) error {
	at := s.now()
	_, err := s.store.UpdateOf(ctx, "", job.Person, job.Guild, func(a *Account) error {
		if a.Vacation.Since.IsZero() || a.Vacation.Away(at) {
			return &Refusal{Code: Outdated}
		}
		a.comeBack(at)
		return nil
	})
	if err != nil && !errors.Is(err, &Refusal{Code: Outdated}) {
		return fmt.Errorf("the vacation of %s ends: %w", job.Person, err)
	}
	return nil
}
