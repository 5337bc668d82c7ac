package game

import (
	"context"
	"errors"
	"time"
)

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

// Concerns reports whether a person may plan in a game now, or has planned something there.
func (p *Planner) Concerns(g *Game, by Person) bool {
	c, err := g.Planning().mayPlan(by, p.games.now())
	return err == nil || errors.Is(err, &Refusal{Code: PlanOnTurn}) && len(g.Plans[c]) > 0
}

// plan reads a line and does with it what is to be done.
func (p *Planner) plan(
	ctx context.Context, act Act, id ID, text string, keep func(*Game, Line, time.Time) error,
) (*Game, error) {
	var unread *Game
	g, err := p.games.act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.Planning().mayPlan(act.Actor, at); err != nil {
			return err
		}
		line, err := ParseLine(g.Position(), text, act.Writer)
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
