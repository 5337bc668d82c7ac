package game

import (
	"time"

	"xiangqibot/engine/rules"
)

// Draws is how the sides of a running game agree on a draw: one offers it, and the other accepts or declines.
type Draws struct{ *Game }

// Draws is the game as one that may end by agreement.
func (g *Game) Draws() Draws { return Draws{g} }

// Offer proposes a draw. Where the other side has proposed one already, that accepts it.
//
// The offer is open until it is answered or until the other side moves. The bot answers with a Think.
// After a draw was declined, the same side moves once before it offers again.
func (g Draws) Offer(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	other := c.Opponent()
	switch {
	case g.Seats[other].Team && g.Vote.CaptainOf(other) == "":
		return g.refuse(NoCaptain) // nobody could answer
	case g.DrawOffer.Pending && g.DrawOffer.By != c:
		return g.Accept(by, at)
	case g.DrawOffer.Pending:
		return g.refuse(AlreadyOffered)
	case g.Ply() < g.NoDrawBefore[c]:
		return g.refuse(OfferedTooSoon)
	}
	g.DrawOffer = Offer{Pending: true, By: c}
	g.note(Event{Kind: DrawOffered, By: c}, at, at.Add(AnswerTimeout))
	g.Bot().ask(at)
	return nil
}

// Accept ends the game as drawn, if the other side has proposed it.
func (g Draws) Accept(by Person, at time.Time) error {
	c, err := g.mayDecide(by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.DrawOffer.Pending || g.DrawOffer.By == c {
		return g.refuse(NoOffer)
	}
	g.finish(Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at.Add(AnswerTimeout))
	return nil
}

// Decline says no to the other side's draw, or takes one's own offer back. What the side to move had planned, and has
// not played because it had that offer to answer, is played once it is taken back: its planner may not be there.
func (g Draws) Decline(by Person, at time.Time) error {
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
	g.declineDraw(g.Ply(), g.Turn())
	if kind == DrawWithdrawn && g.playWaiting(at) {
		return nil
	}
	g.note(Event{Kind: kind, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// playWaiting plays what the side to move has planned for the move before, and reports whether it had planned anything.
func (g Draws) playWaiting(at time.Time) bool {
	m, planned := g.Plans[g.Turn()].next()
	ev := Event{Kind: Moved, By: g.Turn(), Move: m}
	if !planned || g.push(m, at) != nil { // it was legal when it was planned, in the same position
		return false
	}
	g.judge(ev, at, at.Add(AnswerTimeout))
	return true
}
