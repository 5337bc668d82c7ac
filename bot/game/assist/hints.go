package assist

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Advice gives hints in games against the bot.
type Advice struct {
	games *game.Service
	nodes uint64
}

// NewAdvice returns the hints for the games of a service. The engine searches each position up to the number of nodes.
func NewAdvice(games *game.Service, nodes uint64) *Advice { return &Advice{games, nodes} }

// maxHintPlies is the maximum number of moves of a line that are saved.
const maxHintPlies = 8

// hintTime is the maximum time of a search for a hint: on a busy machine the person gets a weaker hint, not a late one.
const hintTime = 8 * time.Second

// Ask reveals one more step of the hint for the current position of the actor's game: first the theme, at last the
// line. The engine searches only the first time, outside of any transaction.
//
// Refusals: those of [game.MayAskHint] and of the guard, and Outdated if the game went on meanwhile.
func (s *Advice) Ask(ctx context.Context, act game.Act, id game.ID) (*game.Game, game.Hint, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err != nil {
		return nil, game.Hint{}, err
	}
	c, err := game.MayAskHint(g, act.Actor, s.games.Now())
	if err != nil {
		return g, game.Hint{}, err
	}
	cleared, err := s.games.Options.Fair.Ask(ctx, act.Question(fairplay.Advice, &g.Record, id))
	if err != nil {
		return g, game.Hint{}, err
	}
	hint, known := g.Hints.At(g.Spot())
	if !known {
		if hint, err = s.analyze(ctx, cleared, g, c); err != nil {
			return g, game.Hint{}, fmt.Errorf("game %d, ply %d: a hint: %w", id, g.Ply(), err)
		}
	}
	act.Board = cmp.Or(act.Board, g.BoardKey())
	g, err = s.games.Act(ctx, act, id, func(g *game.Game, at time.Time) (err error) {
		hint, err = game.RevealHint(g, act.Actor, hint, at)
		return err
	})
	return g, hint, err
}

// Coach switches the warnings in the actor's game on or off. They say what the bot threatens in the current position.
// The guard is asked about that position here; about later ones it is asked with every move.
//
// Refusals: those of [game.MayCoach] and, to switch them on, of the guard; Outdated if the game went on
// meanwhile.
func (s *Advice) Coach(ctx context.Context, act game.Act, id game.ID, on bool) (*game.Game, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err == nil {
		err = game.MayCoach(g, act.Actor, s.games.Now())
	}
	if err == nil && on {
		_, err = s.games.Options.Fair.Ask(ctx, act.Question(fairplay.Advice, &g.Record, id))
	}
	if err != nil {
		return g, err
	}
	return s.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error {
		if err := game.MayCoach(g, act.Actor, at); err != nil {
			return err
		}
		g.Coach = on
		return nil
	})
}

// analyze finds the best line in the current position, for the person who plays c.
func (s *Advice) analyze(ctx context.Context, cleared fairplay.Clearance, g *game.Game, c board.Color) (game.Hint, error) {
	limits := engine.Limits{Nodes: s.nodes, MoveTime: hintTime, Ruleset: g.Ruleset()}
	res, err := s.games.Options.Fair.Analyze(ctx, cleared, queueKey(g, c.Opponent()), &g.Record, limits)
	switch {
	case err != nil:
		return game.Hint{}, err
	case len(res.PV) == 0:
		return game.Hint{}, engine.ErrGameOver
	}
	return game.Hint{Line: slices.Clone(res.PV[:min(len(res.PV), maxHintPlies)]), Score: res.Score, Mate: res.Mate}, nil
}
