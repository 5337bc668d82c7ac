package game

import "time"

// Deleted replaces people in games whose data was deleted. No user has this id: Discord's ids are numbers.
const Deleted Person = "deleted"

// Leave removes p from an open game: a challenge is withdrawn or declined, a game is resigned, and in a vote game
// the team goes on without them and their vote. Others are told at once. It does nothing if the game has ended, also
// by a fallen flag.
func (g *Game) Leave(p Person, at time.Time) error {
	var err error
	c, plays := g.SeatOf(p)
	switch {
	case g.State == Offered && p == g.Challenger:
		err = g.Challenge().Cancel(p, at)
	case g.State == Offered && p == g.Opponent.Person:
		err = g.Challenge().Decline(p, at)
	case g.State != Active || !plays:
		return nil
	case g.Seats[c].Team:
		g.Vote.Leave(c, p)
		g.Ballot().tell(at)
		return nil
	case g.Timing().FallFlag(at):
	default:
		err = g.Resign(p, at)
	}
	if err != nil {
		return err
	}
	g.BoardMessage().Reannounce(at)
	return nil
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
