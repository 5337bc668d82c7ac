package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/search"
)

// BuiltInOptions configures this engine as a contestant.
type BuiltInOptions struct {
	// HashMB is the size of the transposition table in megabytes; 0 means 16, as a match has many players.
	HashMB  int
	Threads int
	// Level makes it play at that level, with the level's own limits and book; 0 means the full search within the
	// budget and without a book.
	Level engine.Level
	// Nodes and Depth, if one of them is not 0, replace both in the match's budget, so that two configurations can get
	// unequal budgets.
	Nodes uint64
	Depth int
	// Seed, if not 0, seeds the player's random generator, which makes its games reproducible. 0 means an unpredictable
	// one.
	Seed uint64
	// Params are the search parameters; nil means the standard ones.
	Params *search.Params
	// Evaluation evaluates positions; nil means the hand-written evaluation. NetworkName identifies a network in
	// journals.
	Evaluation  eval.Factory
	NetworkName string
}

// settings describes the options in one line.
func (o BuiltInOptions) settings() string {
	text := fmt.Sprintf("built-in, hash %d, threads %d, nodes %d, depth %d", o.HashMB, o.Threads, o.Nodes, o.Depth)
	if o.Level != 0 {
		text = fmt.Sprintf("built-in, hash %d, threads %d, level %v: %s", o.HashMB, o.Threads, o.Level, o.Level.Settings())
	}
	if o.Params != nil && o.Params.String() != "" {
		text += ", params " + o.Params.String()
	}
	if o.NetworkName != "" {
		text += ", network " + o.NetworkName
	}
	return text
}

// BuiltIn returns this engine as a contestant.
func BuiltIn(name string, o BuiltInOptions) Contestant {
	if o.HashMB == 0 {
		o.HashMB = 16
	}
	return Contestant{Name: name, Settings: o.settings(), Start: func(context.Context) (Player, error) {
		options := engine.Options{HashMB: o.HashMB, Threads: o.Threads, Evaluation: o.Evaluation, Params: o.Params}
		if o.Seed != 0 {
			options.RandSource = rand.NewPCG(o.Seed, uint64(o.Level))
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
		c, err := b.engine.Choose(ctx, rec, turn.Ruleset, b.options.Level)
		return Thought{c.Move, scoreOf(c.Score, c.Mate), !c.FromBook, c.Nodes}, err
	}
	p := rec.Position()
	budget := turn.Budget
	if b.options.Nodes > 0 || b.options.Depth > 0 {
		budget.Nodes, budget.Depth = b.options.Nodes, b.options.Depth
	}
	res, err := b.engine.Analyze(ctx, rec, engine.Limits{
		Depth: budget.Depth, Nodes: budget.Nodes, MoveTime: budget.MoveTime, Clock: turn.Clocks[p.SideToMove()], Increment: budget.Increment, Ruleset: turn.Ruleset,
		NodesPerMs: budget.NodeTime,
	}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return Thought{res.Best, scoreOf(res.Score, res.Mate), true, res.Nodes}, err
}
