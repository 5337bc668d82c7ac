package game

import (
	"time"

	"xiangqibot/engine/rules"
)

// Draws holds the acts by which the sides of a running game agree on a draw: one offers it, and the other accepts or
// declines.
type Draws struct{ *Game }

// Draws returns the acts about draws.
func (g *Game) Draws() Draws { return Draws{g} }

// Offer offers a draw. If the other side has already offered one, it is accepted.
//
// The offer is open until it is answered or the other side moves. The bot answers in a [Think] job. After a draw was
// declined, the same side must move once before it offers again.
func (g Draws) Offer(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	other := c.Opponent()
	switch {
	case g.Seats[other].Team && g.Vote.CaptainOf(other) == "":
		return g.Refuse(NoCaptain) // nobody could answer
	case g.DrawOffer.Pending && g.DrawOffer.By != c:
		return g.Accept(by, at)
	case g.DrawOffer.Pending:
		return g.Refuse(AlreadyOffered)
	case g.Ply() < g.NoDrawBefore[c]:
		return g.Refuse(OfferedTooSoon)
	}
	g.DrawOffer = Offer{Pending: true, By: c}
	g.note(Event{Kind: DrawOffered, By: c}, at, at.Add(AnswerTimeout))
	g.Bot().ask(at)
	return nil
}

// Accept ends the game as a draw, if the other side has offered it.
func (g Draws) Accept(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.DrawOffer.Pending || g.DrawOffer.By == c {
		return g.Refuse(NoOffer)
	}
	g.finish(Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at.Add(AnswerTimeout))
	return nil
}

// Decline declines the other side's draw offer, or withdraws one's own. If the side to move has a planned move that
// waited only because it had that offer to answer, the move is played once the offer is withdrawn: its planner may
// be absent.
func (g Draws) Decline(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.DrawOffer.Pending {
		return g.Refuse(NoOffer)
	}
	kind := DrawDeclined
	if g.DrawOffer.By == c {
		kind = DrawWithdrawn
	}
	g.declineDraw(g.Ply(), g.Turn())
	if kind == DrawWithdrawn && g.playWaiting(at) {
		return nil
	}
	g.note(Event{Kind: kind, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// playWaiting plays the planned reply to the previous move, and reports whether there was one.
func (g Draws) playWaiting(at time.Time) bool {
	m, planned := g.Plans[g.Turn()].Next()
	ev := Event{Kind: Moved, By: g.Turn(), Move: m}
	if !planned || g.push(m, at) != nil { // it was legal when it was planned, in the same position
		return false
	}
	g.judge(ev, at, at.Add(AnswerTimeout))
	return true
}
