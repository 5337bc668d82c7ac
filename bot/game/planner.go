package game

import (
	"context"
	"errors"
	"time"
)

// Planner saves conditional moves.
type Planner struct{ games *Service }

// NewPlanner returns the planner for the games of a service.
func NewPlanner(games *Service) *Planner { return &Planner{games} }

// Plan adds the line in text to the actor's plan in the game. Errors and refusals are those of [Planning.Add].
//
// An error of notation.ParseAs comes with a copy of the game played on to the position in which the text could not
// be read: it cannot be explained in another one. That copy is not saved.
func (p *Planner) Plan(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Planning().Add(act.Actor, line, at) })
}

// Replan replaces the line with a Key by the line in text. Errors and refusals are those of [Planning.Replace]; one of
// notation.ParseAs comes with a game as in [Plan].
func (p *Planner) Replan(ctx context.Context, act Act, id ID, key, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return g.Planning().Replace(act.Actor, key, line, at) })
}

// Plannable returns the game, if the actor may plan in it now. Refusals are those of [Planning.Add] that do not depend
// on the line.
func (p *Planner) Plannable(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := p.games.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := g.Planning().mayPlan(act.Actor, p.games.Now()); err != nil {
		return nil, err
	}
	return g, nil
}

// Concerns reports whether a person may plan in a game now, or has a plan there.
func (p *Planner) Concerns(g *Game, by Person) bool {
	c, err := g.Planning().mayPlan(by, p.games.Now())
	return err == nil || errors.Is(err, &Refusal{Code: PlanOnTurn}) && len(g.Plans[c]) > 0
}

// plan reads a line and passes it to keep.
func (p *Planner) plan(
	ctx context.Context, act Act, id ID, text string, keep func(*Game, Line, time.Time) error,
) (*Game, error) {
	if err := p.checkReplies(ctx, act, id, text); err != nil {
		return nil, err
	}
	var unread *Game
	g, err := p.games.Act(ctx, act, id, func(g *Game, at time.Time) error {
		if _, err := g.Planning().mayPlan(act.Actor, at); err != nil {
			return err
		}
		line, err := ParseLine(g.Position(), text, act.Dialect)
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

// checkReplies refuses a line in a game against the bot with a move to which the bot's reply would help the actor in
// another game, with [ReplyHelps]. When the move is played it is asked again, see assist.Thinking.
func (p *Planner) checkReplies(ctx context.Context, act Act, id ID, text string) error {
	g, err := p.games.Store.Game(ctx, id)
	if err != nil {
		return err
	}
	if _, bot := g.BotSeat(); !bot || g.State != Active {
		return nil
	}
	line, _ := ParseLine(g.Position(), text, act.Dialect) // the error is explained where the line is kept
	for n := 2; n <= len(line); n += 2 {
		if err := p.games.MayBeReplied(ctx, act, g, line[:n]...); err != nil {
			return err
		}
	}
	return nil
}

// Unplan removes the line with a Key from the actor's plan in the game; with key "" all lines. Refusals: those of
// Resign, and [NoSuchLine].
func (p *Planner) Unplan(ctx context.Context, act Act, id ID, key string) (*Game, error) {
	return p.games.Act(ctx, act, id, func(g *Game, at time.Time) error { return g.Planning().Drop(act.Actor, key, at) })
}
