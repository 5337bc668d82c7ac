package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/search"
)

// BuiltInOptions are the settings of this engine.
type BuiltInOptions struct {
	// HashMB is the size of the table, 0 for 16: matches have many.
	HashMB  int
	Threads int
	// Level plays as that strength would, with its own limits and its book; 0 plays the full search under the budget and
	// without a book.
	Level engine.Level
	// Nodes and Depth, if one of them is not 0, take the place of both in the match's budget: two settings of one engine
	// may be given unequal work.
	Nodes uint64
	Depth int
	// Seed, if not 0, makes the games of one player repeatable: its dice come from there. 0 means dice that nobody can
	// predict.
	Seed uint64
	// Without are techniques that its search does without.
	Without search.Techniques
	// Params are the numbers of its search; nil means the standard ones.
	Params *search.Params
	// Evaluation is what it judges positions by; nil means the hand-written one.
	Evaluation eval.Factory
	// Network takes the place of Evaluation; nil means none. NetworkName tells it from others.
	Network     *nnue.Network
	NetworkName string
}

// settings are the options in words.
func (o BuiltInOptions) settings() string {
	text := fmt.Sprintf("built-in, hash %d, threads %d, nodes %d, depth %d", o.HashMB, o.Threads, o.Nodes, o.Depth)
	if o.Level != 0 {
		text = fmt.Sprintf("built-in, hash %d, threads %d, level %v: %s", o.HashMB, o.Threads, o.Level, o.Level.Settings())
	} else if o.Without != 0 {
		text += ", without " + o.Without.String()
	}
	if o.Params != nil && o.Params.String() != "" {
		text += ", params " + o.Params.String()
	}
	if o.Network != nil {
		text += ", network " + o.NetworkName
	}
	return text
}

// BuiltIn is this engine as a contestant.
func BuiltIn(name string, o BuiltInOptions) Contestant {
	if o.HashMB == 0 {
		o.HashMB = 16
	}
	return Contestant{Name: name, Settings: o.settings(), Start: func(context.Context) (Player, error) {
		options := engine.Options{
			HashMB: o.HashMB, Threads: o.Threads, Evaluation: o.Evaluation, Params: o.Params, Network: o.Network,
		}
		if o.Seed != 0 {
			options.Chance = rand.NewPCG(o.Seed, uint64(o.Level))
		}
		return &builtIn{engine.New(options), o}, nil
	}}
}

type builtIn struct {
	engine  *engine.Engine
	options BuiltInOptions
}

func (b *builtIn) NewGame(context.Context) error {
	b.engine.Clear()
	return nil
}

func (b *builtIn) Close() error { return nil }

func (b *builtIn) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	if b.options.Level != 0 {
		c, err := b.engine.Choose(ctx, rec, turn.Code, b.options.Level)
		return Thought{c.Move, scoreOf(c.Score, c.Mate), !c.FromBook, c.Nodes}, err
	}
	p := rec.Position()
	budget := turn.Budget
	if b.options.Nodes > 0 || b.options.Depth > 0 {
		budget.Nodes, budget.Depth = b.options.Nodes, b.options.Depth
	}
	res, err := b.engine.Analyze(ctx, rec, engine.Limits{
		Depth: budget.Depth, Nodes: budget.Nodes, MoveTime: budget.MoveTime, Clock: turn.Clocks[p.SideToMove()], Increment: budget.Increment, Code: turn.Code,
		NodesPerMs: budget.NodeTime, Disabled: b.options.Without,
	}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return Thought{res.Best, scoreOf(res.Score, res.Mate), true, res.Nodes}, err
}
