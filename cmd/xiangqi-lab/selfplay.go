package main

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/engine/book"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/lab/selfplay"
)

type selfplayCommand struct {
	Out        string `arg:"" help:"Journal of the games. An existing one is continued." type:"path"`
	Games      int    `default:"1000000" help:"Stop once the file has this many games. An interruption ends it too, and discards unfinished games."`
	Nodes      uint64 `default:"5000" help:"Nodes per move."`
	MostNodes  uint64 `help:"Choose the nodes per move of each game at random, from --nodes to this."`
	AtOnce     int    `default:"1" help:"Games to play concurrently."`
	Eval       string `type:"existingfile" help:"Network written by train, used instead of the hand-written evaluation."`
	Openings   string `type:"existingfile" help:"Opening positions, one FEN a line."`
	From       string `type:"existingfile" help:"Games (.jsonl or .jsonl.gz) to start from, at plies 6 to 60."`
	Book       bool   `help:"Start from positions of the book, up to ply 12."`
	Random     int    `default:"8" help:"Number of random moves at the beginning of each game."`
	MostRandom int    `help:"Choose the number of random moves at random, from --random to this."`
	Ahead      int    `help:"Discard beginnings in which the first search sees an advantage of more than this many centipawns; 0 to keep all."`
	Varied     int    `help:"Number of plies after the random moves in which worse moves are also played, e times less often for each 30 centipawns that they lose."`
	Win        int    `default:"1500" help:"Adjudicate a win after four plies with a score beyond this; 0 for never."`
	Draw       int    `help:"From ply 80, adjudicate a draw after ten plies with scores within this; 0 for never."`
	Seed       uint64 `default:"1" help:"Seed of the random numbers; the same seed gives the same games."`
}

// Run plays the games missing from the file.
func (c *selfplayCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(atLeast("--games", c.Games, 1), atLeast("--at-once", c.AtOnce, 1)); err != nil {
		return err
	}
	plan, err := c.plan()
	if err != nil {
		return err
	}
	signature, err := bench(ctx, evaluation(plan.Network))
	if err != nil {
		return err
	}
	terms := fmt.Sprintf("%s; engine of bench %d", plan.Terms(), signature)
	w, had, err := selfplay.Append(c.Out, terms)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	if had >= c.Games {
		fmt.Printf("%s has %d games already\n", c.Out, had)
		return nil
	}
	plan.First, plan.Games = had, c.Games-had
	line, games, plies := newProgress(), had, 0
	err = plan.Run(ctx, func(g selfplay.Game) error {
		games++
		plies += len(g.Plies)
		line.show(games, c.Games, had, fmt.Sprintf("%d positions", plies))
		return w.Write(g)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	fmt.Printf("%s: %d games, %d of them new with %d positions\n", c.Out, games, games-had, plies)
	return nil
}

// plan builds a plan from the flags, without the numbers of the games.
func (c *selfplayCommand) plan() (*selfplay.Plan, error) {
	plan := &selfplay.Plan{
		Workers: c.AtOnce, Nodes: c.Nodes, MaxNodes: c.MostNodes, Seed: c.Seed,
		RandomPlies: c.Random, MaxRandomPlies: c.MostRandom, MaxStartScore: c.Ahead, VariedPlies: c.Varied,
		Adjudication: adjudicate.Thresholds{WinScore: c.Win, DrawScore: c.Draw, DrawFrom: 80},
	}
	if c.Win > 0 {
		plan.Adjudication.WinPlies = 4
	}
	if c.Draw > 0 {
		plan.Adjudication.DrawPlies = 10
	}
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	var err error
	if plan.Network, plan.NetworkName, err = readNetwork(c.Eval); err != nil {
		return nil, err
	}
	if plan.Start, err = c.start(); err != nil {
		return nil, err
	}
	return plan, nil
}

// start returns the source of openings. Without flags it draws nothing, so that the games of a seed stay the same as
// before the flags existed.
func (c *selfplayCommand) start() (selfplay.OpeningSource, error) {
	var starts []selfplay.OpeningSource
	if c.Openings != "" {
		list, err := readOpenings(c.Openings)
		if err != nil {
			return selfplay.OpeningSource{}, err
		}
		starts = append(starts, selfplay.FromOpenings(list))
	}
	if c.From != "" {
		games, err := readGames(c.From)
		if err != nil {
			return selfplay.OpeningSource{}, err
		}
		s, err := selfplay.FromGames(games, 6, 60)
		if err != nil {
			return selfplay.OpeningSource{}, err
		}
		starts = append(starts, s)
	}
	if c.Book {
		starts = append(starts, selfplay.FromBook(book.Standard(), 12))
	}
	switch len(starts) {
	case 0:
		return selfplay.OpeningSource{}, nil
	case 1:
		return starts[0], nil
	}
	return selfplay.OneOf(starts), nil
}

// readGames reads all games of a file.
func readGames(path string) (games []selfplay.Game, err error) {
	for g, err := range selfplay.GamesIn(path) {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}
