package match

import (
	"context"
	"slices"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/uciclient"
)

// BuiltIn returns this engine in the same process as a contestant, which searches within the budget and has no book. A
// journal knows it by its name alone.
func BuiltIn(name string, o engine.Options) Contestant {
	return Contestant{Name: name, Start: func(context.Context) (Player, error) { return builtIn{engine.New(o)}, nil }}
}

// builtIn is this engine as a [Player].
type builtIn struct{ engine *engine.Engine }

func (b builtIn) NewGame(context.Context) error {
	b.engine.Clear()
	return nil
}

func (b builtIn) Close() error { return nil }

func (b builtIn) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	p := rec.Position()
	res, err := b.engine.Analyze(ctx, rec, engine.Limits{
		Depth: turn.Budget.Depth, Nodes: turn.Budget.Nodes, MoveTime: turn.Budget.MoveTime,
		Clock: turn.Clocks[p.SideToMove()], Increment: turn.Budget.Increment, Ruleset: rules.Asian(),
	}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return Thought{res.Best, scoreOf(res.Score, res.Mate), true}, err
}

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
	return Thought{t.Move, scoreOf(t.Score, t.Mate), t.Scored}, err
}
