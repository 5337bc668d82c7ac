package match

import (
	"context"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/outside"
)

// Outside is any program that speaks UCI as a contestant.
func Outside(name string, o outside.Options) Contestant {
	settings := strings.Join(slices.Concat(o.Command, o.Settings), " ")
	return Contestant{Name: name, Settings: settings, Start: func(ctx context.Context) (Player, error) {
		p, err := outside.Start(ctx, o)
		if err != nil {
			return nil, err
		}
		return stranger{p}, nil
	}}
}

// stranger is a program that plays.
type stranger struct{ *outside.Program }

// Think asks the program under the budget and the clocks of the game.
func (s stranger) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	b := turn.Budget
	t, err := s.Program.Think(ctx, rec, outside.Limits{
		MoveTime: b.MoveTime, Nodes: b.Nodes, Depth: b.Depth, Clocks: turn.Clocks, Increment: b.Increment,
	})
	return Thought{t.Move, scoreOf(t.Score, t.Mate), t.Scored}, err
}
