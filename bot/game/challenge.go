package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Challenge holds the acts of a game that was offered and waits for its answer. In any other state they are refused.
type Challenge struct{ *Game }

// Challenge returns the acts of an offered game.
func (g *Game) Challenge() Challenge { return Challenge{g} }

// Accept starts an offered game. The coin is the challenger's color if that is chosen at random.
func (g Challenge) Accept(by Person, coin board.Color, at time.Time) error {
	if err := g.mayAnswer(by); err != nil {
		return err
	}
	g.Opponent.Person = by // an open seat is theirs now
	g.start(coin, at)
	return nil
}

// Decline declines an offered game.
func (g Challenge) Decline(by Person, at time.Time) error {
	if err := g.mayAnswer(by); err != nil {
		return err
	}
	if g.OpenSeat() {
		return g.Refuse(NotYourGame)
	}
	g.State = Declined
	g.note(Event{Kind: DeclinedEvent}, at, at.Add(AnswerTimeout))
	return nil
}

// Cancel withdraws the challenge. Only the challenger can, and only before it is answered.
func (g Challenge) Cancel(by Person, at time.Time) error {
	if !g.Involves(by) {
		return g.Refuse(NotYourGame)
	}
	if by != g.Challenger {
		return g.Refuse(NotYourChallenge)
	}
	if err := g.mustWait(); err != nil {
		return err
	}
	g.State = Cancelled
	g.note(Event{Kind: CancelledEvent}, at, at.Add(AnswerTimeout))
	return nil
}

// Lapse ends a challenge that nobody answered in time. It does nothing to a game that is no longer offered. Before
// the time is over it returns a *[NotYet].
func (g Challenge) Lapse(at time.Time) error {
	if g.State != Offered || g.Expires.IsZero() {
		return nil
	}
	if left := g.Expires.Sub(at); left > 0 {
		return &NotYet{After: left}
	}
	g.State = Lapsed
	g.note(Event{Kind: LapsedEvent}, at, at)
	return nil
}

// OpenSeat reports whether anybody may take the other side.
func (g *Game) OpenSeat() bool { return g.State == Offered && g.Anyone }

// mayAnswer checks that by is the one who was challenged, or anybody else if the seat is open, and that the
// challenge is still unanswered.
func (g Challenge) mayAnswer(by Person) error {
	switch {
	case by != "" && by == g.Challenger:
		return g.Refuse(OwnChallenge)
	case by == "" || by != g.Opponent.Person && !g.OpenSeat():
		if g.Anyone && g.State == Active {
			return g.Refuse(SeatTaken) // somebody was quicker
		}
		return g.Refuse(NotYourGame)
	}
	return g.mustWait()
}

func (g Challenge) mustWait() error {
	switch g.State {
	case Offered:
		return nil
	case Active:
		return g.Refuse(AlreadyStarted)
	default:
		return g.Refuse(GameOver)
	}
}

// start seats the two sides and begins the game.
func (g Challenge) start(coin board.Color, at time.Time) { g.startDue(coin, at, at.Add(AnswerTimeout)) }

// startDue is like start; due is when the channel must have been told.
func (g Challenge) startDue(coin board.Color, at, due time.Time) {
	var c board.Color
	switch g.ColorChoice {
	case RandomColor:
		c = coin
	case WantRed:
		c = board.Red
	case WantBlack:
		c = board.Black
	}
	g.Seats[c] = Seat{Person: g.Challenger}
	g.Seats[c.Opponent()] = g.Opponent
	g.seatTeam(c)
	by := c.Opponent()
	if g.Opponent.IsBot() {
		by = c
	}
	g.State = Active
	g.Clock.reset(g.Time)
	g.Timing().run(at)
	g.Ballot().openTurn(at)
	if g.Home != "" { // a rematch goes on in the thread of the game before it
		g.Enqueue(NameThread{g.ID}, at)
	}
	g.note(Event{Kind: Started, By: by}, at, due)
	g.Bot().ask(at)
}
