package assist

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// choose finds the move of the engine that plays c. If an outside engine returns no playable move, or is no longer
// configured, the built-in engine plays this move at full strength, and substitute is true: the game has to go on.
func (s *Thinking) choose(
	ctx context.Context, g *game.Game, c board.Color, level engine.Level,
) (choice engine.Choice, substitute bool, err error) {
	if level != game.LevelOutside {
		choice, err = s.thinker.Choose(ctx, queueKey(g, c), &g.Record, g.Ruleset(), level)
		return choice, false, err
	}
	choice, err = s.askOutside(ctx, g, c)
	if err == nil || ctx.Err() != nil {
		return choice, false, err
	}
	if o := s.games.Options.Outside; o != nil && o.Replaced != nil {
		o.Replaced(g.ID, g.Ply(), err)
	}
	choice, err = s.thinker.Choose(ctx, queueKey(g, c), &g.Record, g.Ruleset(), engine.LevelMax)
	return choice, true, err
}

// askOutside asks the outside engine and checks its move. The engine knows the moves but not the rules by which this
// game is judged: it may give a perpetual check that loses as soon as the opponent repeats the position.
func (s *Thinking) askOutside(ctx context.Context, g *game.Game, c board.Color) (engine.Choice, error) {
	if s.games.Options.Outside == nil {
		return engine.Choice{}, errors.New("no outside engine is configured")
	}
	choice, err := s.games.Options.Outside.Choose(ctx, queueKey(g, c), &g.Record)
	if err != nil || g.Turn() != c { // out of turn, for a draw offer, only its evaluation is used
		return choice, err
	}
	after := g.Record.Clone()
	if err := after.Play(choice.Move); err != nil {
		return engine.Choice{}, fmt.Errorf("its move: %w", err)
	}
	if reason, forbidden := forbids(&after, g.Ruleset(), c); forbidden {
		return engine.Choice{}, fmt.Errorf("its move %v loses by the rules of this game: %v", choice.Move, reason)
	}
	return choice, nil
}

// forbids reports whether c, who has just moved, has lost by a forbidden repetition, or would after some reply.
func forbids(rec *board.Record, ruleset rules.Ruleset, c board.Color) (rules.Reason, bool) {
	lost := func(rec *board.Record) (rules.Reason, bool) {
		v := rules.Judge(rec, ruleset)
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
