package game

import (
	"time"

	"xiangqibot/engine/board"
)

// Planning is what the sides of a running game plan for the other's next moves.
type Planning struct{ *Game }

// Planning is the game as one in which people plan.
func (g *Game) Planning() Planning { return Planning{g} }

// Add adds a line of moves to what by has planned, see Plan.Add. What is planned is played at once when the other side
// plays into it, also before an offer of the planner's own is answered, but not while one of the other's is to be
// answered: then it is played when that is taken back.
//
// Moves must be legal one after the other: otherwise the error is that of notation.Explain. Refusals, beside those of
// every move and of Plan.Add: PlanOnTurn where by is to move, PutToVote for a team, PlanPartner.
func (g Planning) Add(by Person, line Line, at time.Time) error {
	return g.change(by, at, func(p Plan) (Plan, error) { return p.Add(g.Position(), line) })
}

// Replace puts a line in the place of one, told by its Key, that by has planned: unlike Add it can make a line
// shorter. Errors as Add has them, and NoSuchLine.
func (g Planning) Replace(by Person, key string, line Line, at time.Time) error {
	return g.change(by, at, func(p Plan) (Plan, error) { return p.Replace(key, g.Position(), line) })
}

// change keeps what change makes of by's plan, unless that is refused.
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

// Drop drops a line, by its Key, of what by has planned; with key "" all. Refusal NoSuchLine where there is none.
func (g Planning) Drop(by Person, key string, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	kept := g.Plans[c].Without(key)
	if len(kept) == len(g.Plans[c]) {
		return g.refuse(NoSuchLine)
	}
	g.Plans[c] = kept
	return nil
}

// Line is the line with that Key of those that by has planned. Refusals: NotYourGame, NoSuchLine.
func (g Planning) Line(by Person, key string) (Line, error) {
	c, ok := g.SeatOf(by)
	if !ok {
		return nil, g.refuse(NotYourGame)
	}
	if i := g.Plans[c].index(key); i >= 0 {
		return g.Plans[c][i], nil
	}
	return nil, g.refuse(NoSuchLine)
}

// mayPlan checks that by may plan now, and returns their color.
func (g Planning) mayPlan(by Person, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	switch {
	case err != nil:
	case g.Partner.Kind == Brain || g.Partner.Kind == Hand: // the partner has a say in every move
		err = g.refuse(PlanPartner)
	case g.Seats[c].Team: // nobody plans for all
		err = g.refuse(PutToVote)
	case c == g.Turn():
		err = g.refuse(PlanOnTurn)
	}
	return c, err
}
