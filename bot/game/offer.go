package game

import (
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// OfferDraw proposes a draw. Where the other side has proposed one already, that accepts it.
//
// The offer stands until it is answered or until the other side moves. The bot answers with a Think.
// After a draw was declined, the same side moves once before it offers again.
func (g *Game) OfferDraw(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	other := c.Opponent()
	switch {
	case g.Seats[other].Team && g.Vote.CaptainOf(other) == "":
		return g.refuse(NoCaptain) // nobody could answer
	case g.DrawOffer.Pending && g.DrawOffer.By != c:
		return g.AcceptDraw(by, at)
	case g.DrawOffer.Pending:
		return g.refuse(AlreadyOffered)
	case g.Ply() < g.NoDrawBefore[c]:
		return g.refuse(OfferedTooSoon)
	}
	g.DrawOffer = Offer{Pending: true, By: c}
	g.note(Event{Kind: DrawOffered, By: c}, at, at.Add(AnswerTime))
	g.askBot(at)
	return nil
}

// AcceptDraw ends the game as drawn, if the other side has proposed it.
func (g *Game) AcceptDraw(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.DrawOffer.Pending || g.DrawOffer.By == c {
		return g.refuse(NoOffer)
	}
	g.finish(Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at.Add(AnswerTime))
	return nil
}

// DeclineDraw says no to the other side's draw, or takes one's own offer back.
func (g *Game) DeclineDraw(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.DrawOffer.Pending {
		return g.refuse(NoOffer)
	}
	kind := DrawDeclined
	if g.DrawOffer.By == c {
		kind = DrawWithdrawn
	}
	g.declineDraw()
	g.note(Event{Kind: kind, By: c}, at, at.Add(AnswerTime))
	return nil
}

// declineDraw clears the offer and makes its side wait: one move of each side must come before the next.
func (g *Game) declineDraw() {
	g.NoDrawBefore[g.DrawOffer.By] = g.Ply() + 2
	g.DrawOffer = Offer{}
}

// LatestMove tells how many moves stand on the board since the latest one of c, that one counted; false where c has not
// moved yet.
func LatestMove(g *Game, c board.Color) (plies int, moved bool) {
	plies = 1
	if g.Turn() == c {
		plies = 2
	}
	return plies, g.Ply() >= plies
}

// AskTakeback asks to undo one's latest move, with the other side's answer to it if that was given. The bot grants it
// at once. Where the other side has asked, that request must be answered first. Rated games and vote games know no
// takebacks.
func (g *Game) AskTakeback(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if g.Rated {
		return g.refuse(TakebackRated)
	}
	if g.Vote != nil {
		return g.refuse(TakebackVoted)
	}
	plies, moved := LatestMove(g, c)
	if !moved {
		return g.refuse(NothingToTakeBack)
	}
	if g.Seats[c.Opponent()].IsBot() {
		g.takeBack(c, plies, at)
		return nil
	}
	if g.Takeback.Pending && g.Takeback.By == c {
		return g.refuse(AlreadyOffered)
	}
	if g.Takeback.Pending {
		return g.refuse(AnswerFirst)
	}
	g.Takeback = Offer{Pending: true, By: c, Plies: plies}
	g.note(Event{Kind: TakebackAsked, By: c, Plies: plies}, at, at.Add(AnswerTime))
	return nil
}

// AcceptTakeback undoes the moves that the other side asked to undo.
func (g *Game) AcceptTakeback(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if !g.Takeback.Pending || g.Takeback.By == c {
		return g.refuse(NoOffer)
	}
	g.takeBack(g.Takeback.By, g.Takeback.Plies, at)
	return nil
}

// DeclineTakeback says no to the other side's request, or withdraws one's own.
func (g *Game) DeclineTakeback(by Person, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if !g.Takeback.Pending {
		return g.refuse(NoOffer)
	}
	kind, plies := TakebackDeclined, g.Takeback.Plies
	if g.Takeback.By == c {
		kind = TakebackWithdrawn
	}
	g.Takeback = Offer{}
	g.note(Event{Kind: kind, By: c, Plies: plies}, at, at.Add(AnswerTime))
	return nil
}

// takeBack undoes the last plies for the side that asked. Offers made about a position that is gone are gone with it.
// It brings no time back and costs none: the side that is to move now thinks from now on, with what it had left.
func (g *Game) takeBack(asked board.Color, plies int, at time.Time) {
	left := g.Ply() - plies
	g.stopClock(at)
	g.Record.Moves = g.Record.Moves[:left]
	g.MovedAt = g.MovedAt[:left]
	g.DrawOffer, g.Takeback = Offer{}, Offer{}
	g.Plans = [2]Plan{}
	for c := range g.NoDrawBefore {
		g.NoDrawBefore[c] = min(g.NoDrawBefore[c], left+2)
	}
	g.runClock(at)
	g.note(Event{Kind: TakenBack, By: asked, Plies: plies}, at, at.Add(AnswerTime))
	g.askBot(at)
}
