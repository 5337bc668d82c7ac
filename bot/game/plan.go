package game

import (
	"context"
	"errors"
	"time"

	"xiangqibot/engine/board"
)

// AddLine adds a line to the plan of by, see [Plan.Add]. A planned reply is played at once when the opponent plays the
// expected move, even before an offer of the planner's own is answered. While an offer of the opponent is unanswered
// it waits, and is played if that is withdrawn.
//
// Moves must be legal one after the other: otherwise the error is that of notation.Explain. Refusals, besides those
// of every move and of Plan.Add: [PlanOnTurn] if by is to move, [PutToVote] for a team, [PlanPartner].
func AddLine(g *Game, by Person, line Line, at time.Time) error {
	return changePlan(g, by, at, func(p Plan) (Plan, error) { return p.Add(g.Position(), line) })
}

// ReplaceLine replaces the line with a Key in the plan of by: unlike AddLine it can shorten a line. Errors are those of
// AddLine, and [NoSuchLine].
func ReplaceLine(g *Game, by Person, key string, line Line, at time.Time) error {
	return changePlan(g, by, at, func(p Plan) (Plan, error) { return p.Replace(key, g.Position(), line) })
}

// changePlan replaces by's plan with the result of change, unless that is an error.
func changePlan(g *Game, by Person, at time.Time, change func(Plan) (Plan, error)) error {
	c, err := mayPlan(g, by, at)
	if err != nil {
		return err
	}
	plan, err := change(g.Plans[c])
	if err == nil {
		g.Plans[c] = plan
	}
	return err
}

// DropLine removes the line with a Key from the plan of by; with key "" all lines. Refusal [NoSuchLine] if there is
// none.
func DropLine(g *Game, by Person, key string, at time.Time) error {
	c, err := mayPlay(g, by, at)
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

// PlannedLine returns the line with a Key from the plan of by.
func PlannedLine(g *Game, by Person, key string) (Line, error) {
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
func mayPlan(g *Game, by Person, at time.Time) (board.Color, error) {
	c, err := mayPlay(g, by, at)
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

// Planner saves conditional moves.
type Planner struct{ games *Service }

// NewPlanner returns the planner for the games of a service.
func NewPlanner(games *Service) *Planner { return &Planner{games} }

// Plan adds the line in text to the actor's plan in the game. Errors and refusals are those of [AddLine].
//
// An error of notation.Dialect.Parse comes with a copy of the game played on to the position in which the text could
// not be read: it cannot be explained in another one. That copy is not saved.
func (p *Planner) Plan(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return AddLine(g, act.Actor, line, at) })
}

// Replan replaces the line with a Key by the line in text. Errors and refusals are those of [ReplaceLine]; that of a
// text that cannot be read comes with a game as in [Planner.Plan].
func (p *Planner) Replan(ctx context.Context, act Act, id ID, key, text string) (*Game, error) {
	return p.plan(ctx, act, id, text, func(g *Game, line Line, at time.Time) error { return ReplaceLine(g, act.Actor, key, line, at) })
}

// Imagine returns a copy of the game in which the moves of a line have been played.
func Imagine(g *Game, line Line) *Game {
	imagined := *g
	imagined.Record = g.Record.Clone()
	imagined.Record.Moves = append(imagined.Record.Moves, line...)
	return &imagined
}

// Plannable returns the game, if the actor may plan in it now. Refusals are those of [AddLine] that do not depend
// on the line.
func (p *Planner) Plannable(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := p.games.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := mayPlan(g, act.Actor, p.games.Now()); err != nil {
		return nil, err
	}
	return g, nil
}

// Concerns reports whether a person may plan in a game now, or has a plan there.
func (p *Planner) Concerns(g *Game, by Person) bool {
	c, err := mayPlan(g, by, p.games.Now())
	return err == nil || errors.Is(err, PlanOnTurn) && len(g.Plans[c]) > 0
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
		if _, err := mayPlan(g, act.Actor, at); err != nil {
			return err
		}
		line, err := ParseLine(g.Position(), text, act.Dialect)
		if err != nil {
			unread = Imagine(g, line)
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

// Unplan removes the line with a Key from the actor's plan in the game; with key "" all lines.
func (p *Planner) Unplan(ctx context.Context, act Act, id ID, key string) (*Game, error) {
	return p.games.Act(ctx, act, id, func(g *Game, at time.Time) error { return DropLine(g, act.Actor, key, at) })
}
