package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Takebacks holds the acts by which a side of a running game takes its latest move back: it asks, and the other side
// accepts or declines.
type Takebacks struct{ *Game }

// Takebacks returns the acts about takebacks.
func (g *Game) Takebacks() Takebacks { return Takebacks{g} }

// Ask asks to undo one's latest move, and the reply to it if there was one. The bot agrees at once. If the other
// side has asked, that request must be answered first. Rated games and vote games have no takebacks.
func (g Takebacks) Ask(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if g.Rated {
		return g.Refuse(TakebackRated)
	}
	if g.Vote != nil {
		return g.Refuse(TakebackVoted)
	}
	plies, moved := g.PliesSinceMove(c)
	if !moved {
		return g.Refuse(NothingToTakeBack)
	}
	if g.Seats[c.Opponent()].IsBot() {
		g.undo(c, plies, at)
		return nil
	}
	if g.Takeback.Pending && g.Takeback.By == c {
		return g.Refuse(AlreadyOffered)
	}
	if g.Takeback.Pending {
		return g.Refuse(AnswerFirst)
	}
	g.Takeback = Offer{Pending: true, By: c, Plies: plies}
	g.note(Event{Kind: TakebackAsked, By: c, Plies: plies}, at, at.Add(AnswerTimeout))
	return nil
}

// Accept undoes the moves as the other side has asked.
func (g Takebacks) Accept(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if !g.Takeback.Pending || g.Takeback.By == c {
		return g.Refuse(NoOffer)
	}
	g.undo(g.Takeback.By, g.Takeback.Plies, at)
	return nil
}

// Decline declines the other side's request, or withdraws one's own.
func (g Takebacks) Decline(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if !g.Takeback.Pending {
		return g.Refuse(NoOffer)
	}
	kind, plies := TakebackDeclined, g.Takeback.Plies
	if g.Takeback.By == c {
		kind = TakebackWithdrawn
	}
	g.Takeback = Offer{}
	g.note(Event{Kind: kind, By: c, Plies: plies}, at, at.Add(AnswerTimeout))
	return nil
}

// undo undoes the last plies for the side that asked, and drops offers about positions that were taken back. The
// clock of the side to move starts now. Used time is not restored, and increments are removed.
func (g Takebacks) undo(asked board.Color, plies int, at time.Time) {
	g.Timing().stop(at)
	for range plies {
		g.removeLast(1)
		g.Clock.takeBack(g.Turn(), g.Time)
	}
	g.rewindOffers(g.Ply())
	g.Plans = Plans{}
	g.Timing().run(at)
	g.note(Event{Kind: TakenBack, By: asked, Plies: plies}, at, at.Add(AnswerTimeout))
	g.Bot().ask(at)
}
