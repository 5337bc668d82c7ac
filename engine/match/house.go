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

// HouseOptions are the settings of this engine.
type HouseOptions struct {
	// HashMB is the size of the table, 0 for 16: matches have many.
	HashMB  int
	Threads int
	// Level plays as that strength would, with its own limits and its book; 0 plays the full search under the budget and without a book.
	Level engine.Level
	// Nodes and Depth, if one of them is not 0, take the place of both in the match's budget: two settings of one engine may be given
	// unequal work.
	Nodes uint64
	Depth int
	// Seed, if not 0, makes the games of one player repeatable: its dice come from there. 0 means dice that nobody can foretell.
	Seed uint64
	// Without are techniques that its search does without.
	Without search.Techniques
	// Weights are the numbers of the evaluation; nil means the standard ones.
	Weights *eval.Weights
}

// settings are the options in words.
func (o HouseOptions) settings() string {
	if o.Level != 0 {
		return fmt.Sprintf("house, hash %d, threads %d, level %v: %s", o.HashMB, o.Threads, o.Level, o.Level.Settings())
	}
	text := fmt.Sprintf("house, hash %d, threads %d, nodes %d, depth %d", o.HashMB, o.Threads, o.Nodes, o.Depth)
	if o.Without != 0 {
		text += ", without " + o.Without.String()
	}
	return text
}

// House is this engine as a contestant.
func House(name string, o HouseOptions) Contestant {
	if o.HashMB == 0 {
		o.HashMB = 16
	}
	return Contestant{Name: name, Settings: o.settings(), Start: func(context.Context) (Player, error) {
		options := engine.Options{HashMB: o.HashMB, Threads: o.Threads, Weights: o.Weights}
		if o.Seed != 0 {
			options.Chance = rand.NewPCG(o.Seed, uint64(o.Level))
		}
		return &house{engine.New(options), o}, nil
	}}
}

type house struct {
	engine  *engine.Engine
	options HouseOptions
}

func (h *house) NewGame(context.Context) error {
	h.engine.Clear()
	return nil
}

func (h *house) Close() error { return nil }

func (h *house) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	if h.options.Level != 0 {
		c, err := h.engine.Choose(ctx, rec, turn.Code, h.options.Level)
		return Thought{c.Move, scoreOf(c.Score, c.Mate), !c.FromBook}, err
	}
	p := rec.Position()
	b := turn.Budget
	if h.options.Nodes > 0 || h.options.Depth > 0 {
		b.Nodes, b.Depth = h.options.Nodes, h.options.Depth
	}
	res, err := h.engine.Analyse(ctx, rec, engine.Limits{
		Depth: b.Depth, Nodes: b.Nodes, MoveTime: b.MoveTime, Clock: turn.Clocks[p.SideToMove()], Increment: b.Increment, Code: turn.Code,
		Without: h.options.Without,
	}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return Thought{res.Best, scoreOf(res.Score, res.Mate), true}, err
}
