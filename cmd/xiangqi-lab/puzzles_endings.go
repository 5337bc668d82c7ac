package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/puzzle/mine"
)

type puzzlesEndings struct {
	Out    string `arg:"" type:"path" help:"File to write, for pack."`
	Tables string `type:"existingdir" default:"data/endgame" help:"Folder of the endgame tables."`
	Each   int    `default:"25" help:"Puzzles of each ending, at most."`
}

// endingTries is how many positions of an ending are tried for each puzzle found and two more: some endings have none.
const endingTries = 400

// Run makes puzzles of each ending whose table is in the folder, with each defense.
func (c *puzzlesEndings) Run(ctx context.Context) error {
	if err := errors.Join(place("OUT", c.Out), atLeast("--each", c.Each, 1)); err != nil {
		return err
	}
	tables := new(endgame.Tables)
	defer tables.Close() //nolint:errcheck // only read from
	missing, err := tables.Load(c.Tables)
	if err != nil {
		return err
	}
	if len(missing) == len(endgame.Standard()) {
		return fmt.Errorf("no endgame tables in %s: make them with xiangqi-lab endgame --out %s", c.Tables, c.Tables)
	}
	rng := rand.New(rand.NewPCG(1, 0))
	all, line := mine.Endings(tables), newProgress()
	made := map[string]bool{}
	var list []puzzle.Puzzle
	for i, pieces := range all {
		before := len(list)
		for try := 0; try < endingTries*(len(list)-before+2) && len(list)-before < c.Each; try++ {
			p := mine.Ending(tables, pieces, rng)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if p != nil && !made[p.ID()] {
				made[p.ID()] = true
				list = append(list, *p)
			}
		}
		line.show(i+1, len(all), 0, fmt.Sprintf("%s: %d of %d", nameOf(pieces), len(list)-before, len(list)))
	}
	fmt.Printf("%d puzzles of %d endings\n", len(list), len(all))
	return atomicfile.Write(c.Out, func(w io.Writer) error { return puzzle.Write(w, list) })
}

// nameOf writes the pieces of an ending, as in KRkaa.
func nameOf(pieces []board.Piece) (name string) {
	for _, p := range pieces {
		name += string(p.Letter())
	}
	return name
}
