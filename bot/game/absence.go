package game

import (
	"time"

	"xiangqibot/engine/board"
)

// leastTime is what has to be left on a clock that a vacation would stop: a vacation is no way out at the last minute.
const leastTime = time.Hour

// ByDay reports whether the game is played by a clock that counts days. Only there are vacations and reminders.
func (g *Game) ByDay() bool { return g.Time.Class() == Correspondence }

// OnVacation finds out until when at most c's clock is stopped because its person is on vacation at a time; ok is false
// when they are not.
func (g *Game) OnVacation(c board.Color, at time.Time) (until time.Time, ok bool) {
	until = g.Players[g.Seats[c].Person].Away
	return until, g.ByDay() && !g.NoVacation && at.Before(until)
}

// PauseFor stops the clock of a person who goes on vacation until a time, now and whenever it would run.
// Refusal: VacationTooLate.
func (g *Game) PauseFor(p Person, until, at time.Time) error {
	if g.pausable() && g.Seats[g.Turn()].Person == p && !g.Clock.Since.IsZero() {
		if g.TimeLeft(g.Turn(), at) < leastTime {
			return g.refuse(VacationTooLate)
		}
		g.stopClock(at)
	}
	g.KnowAway(p, until)
	if _, plays := g.SeatOf(p); plays && g.pausable() {
		g.enqueueRedraw(at)
	}
	return nil
}

// UnpauseFor lets the clock of a person who is back from vacation run again.
func (g *Game) UnpauseFor(p Person, at time.Time) {
	g.KnowAway(p, time.Time{})
	if g.pausable() && g.Seats[g.Turn()].Person == p && g.Clock.Since.IsZero() {
		g.runClock(at)
	}
	if _, plays := g.SeatOf(p); plays && g.pausable() {
		g.enqueueRedraw(at)
	}
}

// KnowAway notes until when a person is on vacation. Where their clock was started before that was known, it is stopped
// as if it never had been. The store calls it for those who came into the game in fn.
func (g *Game) KnowAway(p Person, until time.Time) {
	player := g.Players[p]
	player.Person, player.Away = p, until
	if g.Players == nil {
		g.Players = map[Person]Player{}
	}
	g.Players[p] = player
	if since := g.Clock.Since; g.pausable() && g.Seats[g.Turn()].Person == p && !since.IsZero() && since.Before(until) {
		g.stopClock(since)
	}
}

// pausable reports whether vacations stop clocks in this game.
func (g *Game) pausable() bool { return g.State == Active && g.ByDay() && !g.NoVacation }
