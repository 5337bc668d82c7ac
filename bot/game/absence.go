package game

import (
	"time"

	"xiangqibot/engine/board"
)

// leastTime is what has to be left on a clock that a vacation would stop: a vacation is no way out at the last minute.
const minVacationTime = time.Hour

// Vacations is what vacations of its people do to the clocks of a game.
type Vacations struct{ *Game }

// Vacations is the game as one whose people may be on vacation.
func (g *Game) Vacations() Vacations { return Vacations{g} }

// Until finds out until when at most c's clock is stopped because its person is on vacation at a time; ok is false
// when they are not.
func (g Vacations) Until(c board.Color, at time.Time) (until time.Time, ok bool) {
	until = g.Players[g.Seats[c].Person].Away
	return until, g.ByDay() && !g.NoVacation && at.Before(until)
}

// Begin stops the clock of a person who goes on vacation until a time, now and whenever it would run.
// Refusal: VacationTooLate.
func (g Vacations) Begin(p Person, until, at time.Time) error {
	if g.stopClocks() && g.Seats[g.Turn()].Person == p && !g.Clock.Since.IsZero() {
		if g.Timing().Left(g.Turn(), at) < minVacationTime {
			return g.refuse(VacationTooLate)
		}
		g.Timing().stop(at)
	}
	g.SetVacation(p, until)
	if _, plays := g.SeatOf(p); plays && g.stopClocks() {
		g.redraw(at)
	}
	return nil
}

// End lets the clock of a person who is back from vacation run again.
func (g Vacations) End(p Person, at time.Time) {
	g.SetVacation(p, time.Time{})
	if g.stopClocks() && g.Seats[g.Turn()].Person == p && g.Clock.Since.IsZero() {
		g.Timing().run(at)
	}
	if _, plays := g.SeatOf(p); plays && g.stopClocks() {
		g.redraw(at)
	}
}

// Know notes until when a person is on vacation. Where their clock was started before that was known, it is stopped
// as if it never had been. The store calls it for those who came into the game in fn.
func (g Vacations) SetVacation(p Person, until time.Time) {
	player := g.Players[p]
	player.Person, player.Away = p, until
	if g.Players == nil {
		g.Players = map[Person]Player{}
	}
	g.Players[p] = player
	if since := g.Clock.Since; g.stopClocks() && g.Seats[g.Turn()].Person == p && !since.IsZero() && since.Before(until) {
		g.Timing().stop(since)
	}
}

// count reports whether vacations stop clocks in this game.
func (g Vacations) stopClocks() bool { return g.State == Active && g.ByDay() && !g.NoVacation }
