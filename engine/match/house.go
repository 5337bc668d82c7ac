package match

import (
	"context"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// HouseOptions are the settings of this engine.
type HouseOptions struct {
	// HashMB is the size of the table, 0 for 16: matches have many.
	HashMB  int
	Threads int
	// Level plays as that strength would, with its own limits and its book; 0 plays the full search under the budget and without a book.
	Level engine.Level
}

// House is this engine as a contestant.
func House(name string, o HouseOptions) Contestant {
	return Contestant{Name: name, Start: func(context.Context) (Player, error) {
		hash := o.HashMB
		if hash == 0 {
			hash = 16
		}
		return &house{engine.New(engine.Options{HashMB: hash, Threads: o.Threads}), o.Level}, nil
	}}
}

type house struct {
	engine *engine.Engine
	level  engine.Level
}

func (h *house) NewGame(context.Context) error {
	h.engine.Clear()
	return nil
}

func (h *house) Close() error { return nil }

func (h *house) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	if h.level != 0 {
		c, err := h.engine.Choose(ctx, rec, turn.Code, h.level)
		return Thought{c.Move, scoreOf(c.Score, c.Mate), !c.FromBook}, err
	}
	p := rec.Position()
	b := turn.Budget
	res, err := h.engine.Analyse(ctx, rec, engine.Limits{
		Depth: b.Depth, Nodes: b.Nodes, MoveTime: b.MoveTime, Clock: turn.Clocks[p.SideToMove()], Increment: b.Increment, Code: turn.Code,
	}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return Thought{res.Best, scoreOf(res.Score, res.Mate), true}, err
}
