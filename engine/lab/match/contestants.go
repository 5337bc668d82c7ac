package match

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uciclient"
)

// BuiltInOptions configures this engine as a contestant.
type BuiltInOptions struct {
	// HashMB is the size of the transposition table in megabytes; 0 means that of the engine.
	HashMB int
	// Level makes it play at that level, with the level's own limits and book; 0 means the full search within the
	// budget and without a book.
	Level engine.Level
	// Seed, if not 0, seeds the player's random generator, which makes its games reproducible. 0 means an unpredictable
	// one.
	Seed uint64
	// Params are the search parameters; nil means the standard ones.
	Params *search.Params
	// Evaluation evaluates positions; nil means the hand-written evaluation.
	Evaluation eval.Factory
}

// BuiltIn returns this engine in the same process as a contestant. A journal knows it by its name alone.
func BuiltIn(name string, o BuiltInOptions) Contestant {
	return Contestant{Name: name, Start: func(context.Context) (Player, error) {
		options := engine.Options{HashMB: o.HashMB, Evaluation: o.Evaluation, Params: o.Params}
		if o.Seed != 0 {
			options.RandSource = rand.NewPCG(o.Seed, uint64(o.Level))
		}
		return &builtIn{engine.New(options), o.Level}, nil
	}}
}

// builtIn is this engine as a [Player]. Without a level it searches within the budget.
type builtIn struct {
	engine *engine.Engine
	level  engine.Level
}

func (b *builtIn) NewGame(context.Context) error {
	b.engine.Clear()
	return nil
}

func (b *builtIn) Close() error { return nil }

func (b *builtIn) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	if b.level != 0 {
		c, err := b.engine.Choose(ctx, rec, rules.Asian(), b.level)
		return Thought{c.Move, scoreOf(c.Score, c.Mate), !c.FromBook}, err
	}
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
