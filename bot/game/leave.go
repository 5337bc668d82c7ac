package game

import (
	"time"

	"xiangqibot/engine/rules"
)

// Leave removes p from an open game: a challenge is withdrawn or declined, a game is resigned, and in a vote game
// the team goes on without them and their vote. The others are notified at once. It does nothing if the game has ended,
// also by a fallen flag.
func Leave(g *Game, p Person, at time.Time) error {
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
		showVotes(g, at)
		return nil
	case FallFlag(g, at):
	default:
		err = Resign(g, p, at)
	}
	if err != nil {
		return err
	}
	Reannounce(g, at)
	return nil
}

// Void calls the game off, in whatever state it is: a challenge is withdrawn, a game that goes on ends without a
// result, and one that is over no longer counts, so that its ratings are taken back. Its people are notified at once.
// It does nothing to a challenge that was not accepted, nor to a game that was called off before.
func Void(g *Game, at time.Time) {
	switch {
	case g.State == Offered:
		g.State = Cancelled
		note(g, Event{Kind: CancelledEvent}, at, at)
	case g.State == Active:
		finish(g, Event{Kind: Ended, By: g.Turn()}, rules.Ongoing, Voided, at, at)
	case g.State == Finished && !g.CalledOff():
		g.Outcome, g.End, g.Rule = rules.Ongoing, Voided, rules.NoReason
		g.Plans = Plans{}
		enqueueResult(g, at)
		note(g, Event{Kind: Ended, By: g.Turn()}, at, at)
	default:
		return
	}
	Reannounce(g, at)
}

// Forget replaces p with Deleted everywhere in the game.
func Forget(g *Game, p Person) {
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
