package game

import (
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// minVacationTime is the least time that must be left on a clock for a vacation to stop it, so that nobody escapes a
// falling flag by going on vacation.
const minVacationTime = time.Hour

// Vacations is the effect of people's vacations on the clocks of a game.
type Vacations struct{ *Game }

// Vacations returns the acts about vacations.
func (g *Game) Vacations() Vacations { return Vacations{g} }

// Until returns the latest time until which c's clock is stopped because its person is on vacation; ok is false when
// they are not.
func (g Vacations) Until(c board.Color, at time.Time) (until time.Time, ok bool) {
	until = g.Players[g.Seats[c].Person].Away
	return until, g.ByDay() && !g.NoVacation && at.Before(until)
}

// Begin stops the clock of a person who is on vacation until the given time, now and whenever it would run.
func (g Vacations) Begin(p Person, until, at time.Time) error {
	if g.stopClocks() && g.Seats[g.Turn()].Person == p && !g.Clock.Since.IsZero() {
		if g.Timing().Left(g.Turn(), at) < minVacationTime {
			return g.Refuse(VacationTooLate)
		}
		g.Timing().stop(at)
	}
	g.SetVacation(p, until)
	if _, plays := g.SeatOf(p); plays && g.stopClocks() {
		g.redraw(at)
	}
	return nil
}

// End restarts the clock of a person who is back from vacation.
func (g Vacations) End(p Person, at time.Time) {
	g.SetVacation(p, time.Time{})
	if g.stopClocks() && g.Seats[g.Turn()].Person == p && g.Clock.Since.IsZero() {
		g.Timing().run(at)
	}
	if _, plays := g.SeatOf(p); plays && g.stopClocks() {
		g.redraw(at)
	}
}

// SetVacation records until when a person is on vacation. If their clock was started before that was known, it is
// stopped as if it had never been started. The store calls it for those who joined the game in fn.
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

// stopClocks reports whether vacations stop clocks in this game.
func (g Vacations) stopClocks() bool { return g.State == Active && g.ByDay() && !g.NoVacation }

// Deleted replaces people in games whose data was deleted. No user has this id: Discord's ids are numbers.
const Deleted Person = "deleted"

// Leave removes p from an open game: a challenge is withdrawn or declined, a game is resigned, and in a vote game
// the team goes on without them and their vote. The others are notified at once. It does nothing if the game has ended,
// also by a fallen flag.
func (g *Game) Leave(p Person, at time.Time) error {
	var err error
	c, plays := g.SeatOf(p)
	switch {
	case g.State == Offered && p == g.Challenger:
		err = CancelChallenge(g, p, at)
	case g.State == Offered && p == g.Opponent.Person:
		err = DeclineChallenge(g, p, at)
	case g.State != Active || !plays:
		return nil
	case g.Seats[c].Team:
		g.Vote.Leave(c, p)
		g.Ballot().showVotes(at)
		return nil
	case g.Timing().FallFlag(at):
	default:
		err = Resign(g, p, at)
	}
	if err != nil {
		return err
	}
	g.Reannounce(at)
	return nil
}

// Void calls the game off, in whatever state it is: a challenge is withdrawn, a game that goes on ends without a
// result, and one that is over no longer counts, so that its ratings are taken back. Its people are notified at once.
// It does nothing to a challenge that was not accepted, nor to a game that was called off before.
func Void(g *Game, at time.Time) {
	switch {
	case g.State == Offered:
		g.State = Cancelled
		g.note(Event{Kind: CancelledEvent}, at, at)
	case g.State == Active:
		g.finish(Event{Kind: Ended, By: g.Turn()}, rules.Ongoing, Voided, at, at)
	case g.State == Finished && !g.CalledOff():
		g.Outcome, g.End, g.Rule = rules.Ongoing, Voided, rules.NoReason
		g.Plans = Plans{}
		enqueueResult(g, at)
		g.note(Event{Kind: Ended, By: g.Turn()}, at, at)
	default:
		return
	}
	g.Reannounce(at)
}

// Forget replaces p with Deleted everywhere in the game.
func (g *Game) Forget(p Person) {
	forget := func(q *Person) {
		if *q == p {
			*q = Deleted
		}
	}
	forget(&g.Challenger)
	forget(&g.Opponent.Person)
	for c := range g.Seats {
		if g.Seats[c].Person == p {
			g.Plans[c] = nil
		}
		forget(&g.Seats[c].Person)
	}
	delete(g.Players, p)
	delete(g.Board.Direct, p)
	if g.Vote != nil {
		g.Vote.Replace(p, Deleted)
	}
}
