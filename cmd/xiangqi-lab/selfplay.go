package main

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/engine/train"
)

type selfplayCommand struct {
	Out      string `arg:"" help:"File to keep the games in. One that is there is continued." type:"path"`
	Games    int    `default:"1000" help:"How many games the file shall have."`
	Nodes    uint64 `default:"5000" help:"Nodes searched for each move."`
	At       int    `name:"at-once" default:"1" help:"Games at once."`
	Openings string `type:"existingfile" help:"File of opening positions, one FEN a line; the start position if left out."`
	Random   int    `default:"8" help:"Moves drawn by lot at the beginning of each game."`
	Win      int    `default:"1500" help:"End a game after four plies with a score beyond this; 0 plays all out."`
	Seed     uint64 `default:"1" help:"Another number gives other games, the same number the same."`
}

// Run plays what the file still lacks.
func (c *selfplayCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(atLeast("--games", c.Games, 1), atLeast("--at-once", c.At, 1)); err != nil {
		return err
	}
	plan := train.SelfPlay{
		Workers: c.At, Nodes: c.Nodes, Seed: c.Seed, RandomPlies: c.Random, WinScore: c.Win,
	}
	if c.Win > 0 {
		plan.WinPlies = 4
	}
	if c.Openings != "" { // without openings nothing is drawn, and the games of a seed stay what they were
		if plan.Openings, err = readOpenings(c.Openings); err != nil {
			return err
		}
	}
	w, file, had, err := train.Append(c.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if had >= c.Games {
		fmt.Printf("%s has %d games already\n", c.Out, had)
		return nil
	}
	plan.First, plan.Games = had, c.Games-had

	line, games, plies := newProgress(), had, 0
	err = plan.Run(ctx, func(g train.Game) error {
		games++
		plies += len(g.Plies)
		line.show(games, c.Games, had, fmt.Sprintf("%d positions", plies))
		return w.Write(g)
	})
	line.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Printf("%s: %d games, %d of them new with %d positions\n", c.Out, games, games-had, plies)
	return nil
}
