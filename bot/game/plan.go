package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Planning holds the acts by which the sides of a running game plan replies to the opponent's next moves.
type Planning struct{ *Game }

// Planning returns the acts about conditional moves.
func (g *Game) Planning() Planning { return Planning{g} }

// Add adds a line to the plan of by, see [Plan.Add]. A planned reply is played at once when the opponent plays the
// expected move, even before an offer of the planner's own is answered. While an offer of the opponent is unanswered
// it waits, and is played if that is withdrawn.
//
// Moves must be legal one after the other: otherwise the error is that of notation.Explain. Refusals, besides those
// of every move and of Plan.Add: [PlanOnTurn] if by is to move, [PutToVote] for a team, [PlanPartner].
func (g Planning) Add(by Person, line Line, at time.Time) error {
	return g.change(by, at, func(p Plan) (Plan, error) { return p.Add(g.Position(), line) })
}

// Replace replaces the line with a Key in the plan of by: unlike Add it can shorten a line. Errors are those of Add,
// and [NoSuchLine].
func (g Planning) Replace(by Person, key string, line Line, at time.Time) error {
	return g.change(by, at, func(p Plan) (Plan, error) { return p.Replace(key, g.Position(), line) })
}

// change replaces by's plan with the result of change, unless that is an error.
func (g Planning) change(by Person, at time.Time, change func(Plan) (Plan, error)) error {
	c, err := g.mayPlan(by, at)
	if err != nil {
		return err
	}
	plan, err := change(g.Plans[c])
	if err == nil {
		g.Plans[c] = plan
	}
	return err
}

// Drop removes the line with a Key from the plan of by; with key "" all lines. Refusal [NoSuchLine] if there is none.
func (g Planning) Drop(by Person, key string, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	kept := g.Plans[c].Without(key)
	if len(kept) == len(g.Plans[c]) {
		return g.Refuse(NoSuchLine)
	}
	g.Plans[c] = kept
	return nil
}

// Line returns the line with a Key from the plan of by. Refusals: [NotYourGame], [NoSuchLine].
func (g Planning) Line(by Person, key string) (Line, error) {
	c, ok := g.SeatOf(by)
	if !ok {
		return nil, g.Refuse(NotYourGame)
	}
	if i := g.Plans[c].index(key); i >= 0 {
		return g.Plans[c][i], nil
	}
	return nil, g.Refuse(NoSuchLine)
}

// mayPlan checks that by may plan now, and returns their color.
func (g Planning) mayPlan(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
	case g.Partner.Kind == Brain || g.Partner.Kind == Hand: // the partner has a say in every move
		err = g.Refuse(PlanPartner)
	case g.Seats[c].Team: // nobody plans for all
		err = g.Refuse(PutToVote)
	case c == g.Turn():
		err = g.Refuse(PlanOnTurn)
	}
	return c, err
}
