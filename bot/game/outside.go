package game

import (
	"context"
	"fmt"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Outside is the Level of a seat in which an engine sits that is not the built-in one: a program of the operator's
// choice. Its strength is not known, so it has no rating and its games are casual. The number is written into
// the database.
const LevelOutside engine.Level = 100

// IsOutside reports whether an outside engine sits here. The bot moves its pieces, so IsBot is true as well.
func (s Seat) IsOutside() bool { return s.Level == LevelOutside }

// OutsideEngine is the engine behind such a seat.
type OutsideEngine struct {
	// Name is what people know it by.
	Name string
	// Choose finds a move as Thinker does. It may fail at any time, and may answer anything: the move is looked at
	// before it is played.
	Choose func(ctx context.Context, key engine.Key, rec *board.Record) (engine.Choice, error)
	// Replaced is told that the built-in engine thinks in its place, and why; nil for nobody.
	Replaced func(id ID, ply int, why error)
}

// choose finds the move of the engine that plays c. Where an outside engine has no answer that can be played, or is
// no longer there, the built-in engine steps in at its full strength for this move, which substitute reports: the
// game has to go on.
func (s *Thinking) choose(
	ctx context.Context, g *Game, c board.Color, level engine.Level,
) (choice engine.Choice, substitute bool, err error) {
	if level != LevelOutside {
		choice, err = s.thinker.Choose(ctx, g.queueKey(c), &g.Record, g.Code(), level)
		return choice, false, err
	}
	choice, err = s.askOutside(ctx, g, c)
	if err == nil || ctx.Err() != nil {
		return choice, false, err
	}
	if o := s.games.opts.Outside; o != nil && o.Replaced != nil {
		o.Replaced(g.ID, g.Ply(), err)
	}
	choice, err = s.thinker.Choose(ctx, g.queueKey(c), &g.Record, g.Code(), engine.LevelMax)
	return choice, true, err
}

// askOutside asks the outside engine and looks at what it says. It knows the moves but not the rules by which this game
// is judged: a check too many, with which the opponent could have the game by letting the position come back, is not
// what it means to play.
func (s *Thinking) askOutside(ctx context.Context, g *Game, c board.Color) (engine.Choice, error) {
	if s.games.opts.Outside == nil {
		return engine.Choice{}, fmt.Errorf("no outside engine is configured now")
	}
	choice, err := s.games.opts.Outside.Choose(ctx, g.queueKey(c), &g.Record)
	if err != nil || g.Turn() != c { // out of turn it is only asked what it thinks of the position
		return choice, err
	}
	after := g.Record.Clone()
	if err := after.Play(choice.Move); err != nil {
		return engine.Choice{}, fmt.Errorf("its move: %w", err)
	}
	if reason, forbidden := forbids(&after, g.Code(), c); forbidden {
		return engine.Choice{}, fmt.Errorf("its move %v loses by the rules of this game: %v", choice.Move, reason)
	}
	return choice, nil
}

// forbids reports whether c, who has just moved, has lost by a forbidden repetition, or would have with some answer.
func forbids(rec *board.Record, code rules.Code, c board.Color) (rules.Reason, bool) {
	lost := func(rec *board.Record) (rules.Reason, bool) {
		v := rules.Judge(rec, code)
		loser, lost := v.Outcome.Loser()
		return v.Reason, lost && loser == c && (v.Reason == rules.PerpetualCheck || v.Reason == rules.PerpetualChase)
	}
	if reason, forbidden := lost(rec); forbidden {
		return reason, true
	}
	p := rec.Position()
	for _, reply := range p.LegalMoves(nil) {
		after := rec.Clone()
		after.Moves = append(after.Moves, reply)
		if reason, forbidden := lost(&after); forbidden {
			return reason, true
		}
	}
	return rules.NoReason, false
}
