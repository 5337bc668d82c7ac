package game

import "time"

// Deleted is in games in the place of people who were erased. Nobody can be it: Discord's ids are numbers.
const Deleted Person = "deleted"

// Leave takes p out of an open game: a challenge is withdrawn or declined, a game is resigned, and in a vote game the
// side goes on without them and their vote. Others are told at once. It does nothing where the game has ended, also
// where a flag was down.
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
	g.boardMessage().reannounce(at)
	return nil
}

// Forget puts Deleted in the place of p, wherever they are in the game.
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
