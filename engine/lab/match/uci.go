package match

import (
	"context"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/uciclient"
)

// UCI returns a UCI engine as a contestant.
func UCI(name string, o uciclient.Options) Contestant {
	settings := strings.Join(slices.Concat(o.Command, o.Settings), " ")
	return Contestant{Name: name, Settings: settings, Start: func(ctx context.Context) (Player, error) {
		p, err := uciclient.Start(ctx, o)
		if err != nil {
			return nil, err
		}
		return uciPlayer{p}, nil
	}}
}

// uciPlayer is a UCI engine as a [Player].
type uciPlayer struct{ *uciclient.Program }

// Think asks the engine for a move within the budget and clocks of the game.
func (p uciPlayer) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	b := turn.Budget
	t, err := p.Program.Think(ctx, rec, uciclient.Limits{
		MoveTime: b.MoveTime, Nodes: b.Nodes, Depth: b.Depth, Clocks: turn.Clocks, Increment: b.Increment,
	})
	return Thought{t.Move, scoreOf(t.Score, t.Mate), t.Scored, t.Nodes}, err
}
