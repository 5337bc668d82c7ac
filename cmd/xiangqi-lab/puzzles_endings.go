package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/puzzle/mine"
)

type puzzlesEndings struct {
	Journal string `arg:"" type:"path" help:"Journal of the puzzles made; it must be new."`
	Tables  string `type:"existingdir" default:"data/endgame" help:"Folder of the endgame tables."`
	Each    int    `default:"25" help:"Puzzles of each ending, at most."`
	Seed    uint64 `default:"1" help:"Seed of the random endings."`
}

// endingTries is how many positions of an ending are tried for each puzzle found and two more: some endings have none.
const endingTries = 400

// Run makes puzzles of each ending whose table is in the folder, with each defense.
func (c *puzzlesEndings) Run(ctx context.Context) (err error) {
	if err := errors.Join(place("JOURNAL", c.Journal), atLeast("--each", c.Each, 1)); err != nil {
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
	entries, read := puzzleLines()
	file, err := journal.Open(c.Journal, puzzleFormat, read)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if len(*entries) > 0 {
		return fmt.Errorf("%s has puzzles: name a new file", c.Journal)
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	all, line := mine.Endings(tables), newProgress()
	total := 0
	for i, pieces := range all {
		made := map[string]bool{}
		for try := 0; try < endingTries*(len(made)+2) && len(made) < c.Each; try++ {
			p := mine.Ending(tables, pieces, rng)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if p == nil || made[p.ID()] {
				continue
			}
			made[p.ID()] = true
			entry := puzzleEntry{File: filepath.Base(c.Tables), Game: i}
			entry.set(p)
			if err := file.Append(entry); err != nil {
				return err
			}
		}
		total += len(made)
		line.show(i+1, len(all), 0, fmt.Sprintf("%s: %d of %d", nameOf(pieces), len(made), total))
	}
	line.end()
	fmt.Printf("%d puzzles of %d endings\n", total, len(all))
	return nil
}

// nameOf writes the pieces of an ending, as in KRkaa.
func nameOf(pieces []board.Piece) (name string) {
	for _, p := range pieces {
		name += string(p.Letter())
	}
	return name
}
