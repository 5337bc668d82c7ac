package game

import (
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// OfferDraw offers a draw. If the other side has already offered one, it is accepted.
//
// The offer is open until it is answered or the other side moves. The bot answers in a [Think] job. After a draw was
// declined, the same side must move once before it offers again.
func OfferDraw(g *Game, by Person, at time.Time) error {
	c, err := mayDecide(g, by, NoCaptain, at)
	if err != nil {
		return err
	}
	other := c.Opponent()
	switch {
	case g.Seats[other].Team && g.Vote.CaptainOf(other) == "":
		return g.Refuse(NoCaptain) // nobody could answer
	case g.Offers.Draw.To(c):
		return AcceptDraw(g, by, at)
	case g.Offers.Draw.Pending:
		return g.Refuse(AlreadyOffered)
	case g.Ply() < g.Offers.NoDrawBefore[c]:
		return g.Refuse(OfferedTooSoon)
	}
	g.Offers.Draw = Offer{Pending: true, By: c}
	note(g, Event{Kind: DrawOffered, By: c}, at, at.Add(AnswerTimeout))
	askEngine(g, at)
	return nil
}

// AcceptDraw ends the game as a draw, if the other side has offered it.
func AcceptDraw(g *Game, by Person, at time.Time) error {
	c, err := mayDecide(g, by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.Offers.Draw.To(c) {
		return g.Refuse(NoOffer)
	}
	finish(g, Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at.Add(AnswerTimeout))
	return nil
}

// DeclineDraw declines the other side's draw offer, or withdraws one's own. If the side to move has a planned move that
// waited only because it had that offer to answer, the move is played once the offer is withdrawn: its planner may
// be absent.
func DeclineDraw(g *Game, by Person, at time.Time) error {
	c, err := mayDecide(g, by, NoCaptain, at)
	if err != nil {
		return err
	}
	if !g.Offers.Draw.Pending {
		return g.Refuse(NoOffer)
	}
	kind := DrawDeclined
	if g.Offers.Draw.By == c {
		kind = DrawWithdrawn
	}
	g.Offers.declineDraw(g.Ply(), g.Turn())
	if kind == DrawWithdrawn {
		if waiting, ok := playPlanned(g, at); ok {
			judge(g, waiting, at, at.Add(AnswerTimeout))
			return nil
		}
	}
	note(g, Event{Kind: kind, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// AskTakeback asks to undo one's latest move, and the reply to it if there was one. The bot agrees at once. If the
// other side has asked, that request must be answered first. Rated games and vote games have no takebacks.
func AskTakeback(g *Game, by Person, at time.Time) error {
	c, err := mayPlay(g, by, at)
	if err != nil {
		return err
	}
	plies, moved := g.PliesSinceMove(c)
	switch {
	case g.Rated:
		return g.Refuse(TakebackRated)
	case g.Vote != nil:
		return g.Refuse(TakebackVoted)
	case !moved:
		return g.Refuse(NothingToTakeBack)
	case g.Seats[c.Opponent()].IsBot():
		undo(g, c, plies, at)
		return nil
	case g.Offers.Takeback.To(c):
		return g.Refuse(AnswerFirst)
	case g.Offers.Takeback.Pending:
		return g.Refuse(AlreadyOffered)
	}
	g.Offers.Takeback = Offer{Pending: true, By: c, Plies: plies}
	note(g, Event{Kind: TakebackAsked, By: c, Plies: plies}, at, at.Add(AnswerTimeout))
	return nil
}

// AcceptTakeback undoes the moves as the other side has asked.
func AcceptTakeback(g *Game, by Person, at time.Time) error {
	c, err := mayPlay(g, by, at)
	if err != nil {
		return err
	}
	if !g.Offers.Takeback.To(c) {
		return g.Refuse(NoOffer)
	}
	undo(g, g.Offers.Takeback.By, g.Offers.Takeback.Plies, at)
	return nil
}

// DeclineTakeback declines the other side's request, or withdraws one's own.
func DeclineTakeback(g *Game, by Person, at time.Time) error {
	c, err := mayPlay(g, by, at)
	if err != nil {
		return err
	}
	if !g.Offers.Takeback.Pending {
		return g.Refuse(NoOffer)
	}
	kind, plies := TakebackDeclined, g.Offers.Takeback.Plies
	if g.Offers.Takeback.By == c {
		kind = TakebackWithdrawn
	}
	g.Offers.Takeback = Offer{}
	note(g, Event{Kind: kind, By: c, Plies: plies}, at, at.Add(AnswerTimeout))
	return nil
}

// undo undoes the last plies for the side that asked, and drops offers about positions that were taken back. The
// clock of the side to move starts now. Used time is not restored, and increments are removed.
func undo(g *Game, asked board.Color, plies int, at time.Time) {
	stopClock(g, at)
	for range plies {
		g.removeLast()
		g.Clock.TakeBack(g.Turn(), g.Time)
	}
	g.Offers.rewind(g.Ply())
	g.Plans = Plans{}
	beginTurn(g, Event{Kind: TakenBack, By: asked, Plies: plies}, at, at.Add(AnswerTimeout))
}

// ResumeTime is how long after a loss on time the players may agree to play on.
const ResumeTime = 24 * time.Hour

// Resumable reports whether the players may still agree to play on: the game was lost on time, less than [ResumeTime]
// ago. The bot and teams never agree. The first game of a match cannot be resumed, because the second has begun, nor
// can a game that others arranged.
func Resumable(g *Game, at time.Time) bool {
	loser, lost := g.Outcome.Loser()
	return lost && g.State == Finished && g.End == ByTime && g.Leg != 1 && g.AtEnd == nil && at.Sub(g.Clock.Fell) < ResumeTime &&
		g.Seats[loser].Person != "" && g.Seats[loser.Opponent()].Person != "" && !g.Involves(Deleted)
}

// AskResume asks the winner of a game lost on time to play on. Only the loser can.
func AskResume(g *Game, by Person, at time.Time) error {
	c, err := mayResume(g, by, at)
	if err != nil {
		return err
	}
	if winner, _ := g.Winner(); c == winner {
		return g.Refuse(NotYoursToAsk)
	}
	if g.Clock.Asked {
		return g.Refuse(AlreadyOffered)
	}
	g.Clock.Asked = true
	note(g, Event{Kind: ResumeAsked, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// Resume resumes a game lost on time, as its loser has asked. Only the winner can. The result is undone, and the
// loser gets the time per move or the increment of the time control, but at least a day, or in a live game a minute.
func Resume(g *Game, by Person, at time.Time) error {
	c, err := mayResume(g, by, at)
	if err != nil {
		return err
	}
	if winner, _ := g.Winner(); c != winner || !g.Clock.Asked {
		return g.Refuse(NoOffer)
	}
	late := c.Opponent()
	least := time.Minute
	if g.ByDay() {
		least = 24 * time.Hour
	}
	g.State, g.Outcome, g.End, g.Rule = Active, rules.Ongoing, NotEnded, rules.NoReason
	g.Clock = clocks.Clock{Left: g.Clock.Left}
	g.Clock.Left[late] = max(least, g.Time.PerMove, g.Time.Increment)
	if g.Simul != 0 {
		g.Outbox.Enqueue(UpdateDisplay{g.Simul}, at)
	}
	enqueueResult(g, at)
	beginTurn(g, Event{Kind: Resumed, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// mayResume checks that the game can be resumed and that by plays in it, and returns that player's color.
func mayResume(g *Game, by Person, at time.Time) (board.Color, error) {
	c, ok := g.SeatOf(by)
	switch {
	case !ok:
		return c, g.Refuse(NotYourGame)
	case !Resumable(g, at):
		return c, g.Refuse(NotResumable)
	}
	return c, nil
}
