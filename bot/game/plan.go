package game

import (
	"context"
	"time"

	"xiangqibot/engine/board"
)

// Planning is what the sides of a running game plan for the other's next moves.
type Planning struct{ *Game }

// Planning is the game as one in which people plan.
func (g *Game) Planning() Planning { return Planning{g} }

// Add adds a line of moves to what by has planned, see Plan.Add. What is planned is played at once when the other side
// plays into it, also before an offer of the planner's own is answered, but not while one of the other's is to be
// answered.
//
// Moves must be legal one after the other: otherwise the error is that of notation.Explain. Refusals, beside those of
// every move and of Plan.Add: PlanOnTurn where by is to move, PutToVote for a team.
func (g Planning) Add(by Person, line Line, at time.Time) error {
	return g.change(by, at, func(p Plan) (Plan, error) { return p.Add(g.Position(), line) })
}

// Replace puts a line in the place of one, told by its Key, that by has planned: unlike Plan it can make a line
// shorter. Errors as Plan has them, and NoSuchLine.
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
	case g.Seats[c].Team: // nobody plans for all
		err = g.refuse(PutToVote)
	case c == g.Turn():
		err = g.refuse(PlanOnTurn)
	}
	return c, err
}

// Planner is what people plan in their games.
type Planner struct{ games *Service }

// NewPlanner returns the planner for the games of a service.
func NewPlanner(games *Service) *Planner { return &Planner{games} }

// Plan adds the line that a text tells to what the actor has planned in the game. Errors and refusals as Planning.Add
// has them.
//
// An error of notation.ParseAs comes with a game that has been played on to the board on which the text could not be
// read: on another one it could not be explained. That game is not saved.
func (p *Planner) Plan(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Planning().Add(act.Actor, line, at) })
}

// Replan puts the line that a text tells in the place of the one with a Key. Errors and refusals as Planning.Replace
// has them; one of notation.ParseAs comes with a game as in Plan.
func (p *Planner) Replan(ctx context.Context, act Act, id ID, key, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Planning().Replace(act.Actor, key, line, at) })
}

// Plannable is the game, if the actor may plan in it now. Refusals as Planning.Add has them before it looks at the
// line.
func (p *Planner) Plannable(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := p.games.store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := g.Planning().mayPlan(act.Actor, p.games.now()); err != nil {
		return nil, err
	}
	return g, nil
}

// plan reads a line and does with it what is to be done.
func (p *Planner) plan(ctx context.Context, act Act, id ID, text string, keep func(*Game, Line, time.Time) error) (*Game, error) {
	var unread *Game
	g, err := p.games.act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.Planning().mayPlan(act.Actor, at); err != nil {
			return err
		}
		line, err := ReadLine(g.Position(), text, act.Style)
		if err != nil {
			imagined := *g
			imagined.Record = g.Record.Clone()
			for _, m := range line {
				if err := imagined.Record.Play(m); err != nil {
					return err
				}
			}
			unread = &imagined
			return err
		}
		return keep(g, line, at)
	})
	if err != nil {
		return unread, err
	}
	return g, nil
}

// Unplan drops a line, by its Key, of what the actor has planned in the game; with key "" all. Refusals: as for Resign,
// and NoSuchLine.
func (p *Planner) Unplan(ctx context.Context, act Act, id ID, key string) (*Game, error) {
	return p.games.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Planning().Drop(act.Actor, key, at) })
}
