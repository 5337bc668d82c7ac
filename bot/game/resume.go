package game

import (
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// ResumeTime is how long after a loss on time the players may agree to play on.
const ResumeTime = day

// Resumption holds the acts by which a game lost on time goes on after all: its loser asks, and its winner agrees.
type Resumption struct{ *Game }

// Resumption returns the acts about resuming.
func (g *Game) Resumption() Resumption { return Resumption{g} }

// Open reports whether the players may still agree to play on: the game was lost on time, less than [ResumeTime] ago.
// The bot and teams never agree. The first game of a match cannot be resumed, because the second has begun, nor can
// a game that others arranged.
func (g Resumption) Open(at time.Time) bool {
	loser, lost := g.Outcome.Loser()
	return lost && g.State == Finished && g.End == ByTime && g.Leg != 1 && g.AtEnd == nil && at.Sub(g.Clock.Fell) < ResumeTime &&
		g.Seats[loser].Person != "" && g.Seats[loser.Opponent()].Person != "" && !g.Involves(Deleted)
}

// Ask asks the winner of a game lost on time to play on. Only the loser can.
//
// Refusals: [NotYourGame], [NotResumable], [NotYoursToAsk], [AlreadyOffered].
func (g Resumption) Ask(by Person, at time.Time) error {
	c, err := g.mayAct(by, at)
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
	g.note(Event{Kind: ResumeAsked, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// Grant resumes a game lost on time, as its loser has asked. Only the winner can. The result is undone, and the
// loser gets the time per move or the increment of the time control, but at least a day, or in a live game a minute.
//
// Refusals: [NotYourGame], [NotResumable], [NoOffer].
func (g Resumption) Grant(by Person, at time.Time) error {
	c, err := g.mayAct(by, at)
	if err != nil {
		return err
	}
	if winner, _ := g.Winner(); c != winner || !g.Clock.Asked {
		return g.Refuse(NoOffer)
	}
	late := c.Opponent()
	least := time.Minute
	if g.ByDay() {
		least = day
	}
	g.State, g.Outcome, g.End, g.Rule = Active, rules.Ongoing, NotEnded, rules.NoReason
	g.Clock = Clock{Left: g.Clock.Left}
	g.Clock.Left[late] = max(least, g.Time.PerMove, g.Time.Increment)
	g.Timing().run(at)
	if g.Simul != 0 {
		g.Enqueue(TellSimul{g.Simul}, at)
	}
	tellResult(g.Game, at)
	g.note(Event{Kind: Resumed, By: c}, at, at.Add(AnswerTimeout))
	return nil
}

// mayAct checks that the game can be resumed and that by plays in it, and returns that player's color.
func (g Resumption) mayAct(by Person, at time.Time) (board.Color, error) {
	c, ok := g.SeatOf(by)
	switch {
	case !ok:
		return c, g.Refuse(NotYourGame)
	case !g.Open(at):
		return c, g.Refuse(NotResumable)
	}
	return c, nil
}
