package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/selfplay"
)

type walksCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games written by selfplay."`
	Out   string   `required:"" type:"path" help:"New file for the walks, in the same format."`
	Every int      `default:"1" help:"Start at every n-th position of a game."`
	Plies int      `default:"6" help:"Number of random moves to play from there."`
	Eval  string   `type:"existingfile" help:"Network that scores positions, instead of the hand-written evaluation."`
	Nodes uint64   `help:"Search each position with this many nodes (default: static scores only)."`
	Best  float64  `default:"0.5" help:"With --nodes: probability of playing the best move instead of a random one."`
	Max   int      `name:"max-score" default:"1500" help:"With --nodes: end a walk when the score exceeds this many centipawns."`
	Skip  int      `help:"Skip this many games at the beginning of each file."`
	Seed  uint64   `default:"1" help:"Seed of the random numbers; the same seed gives the same walks."`
}

// Run walks away from all games that the files have.
func (c *walksCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(place("--out", c.Out), atLeast("--every", c.Every, 1), atLeast("--plies", c.Plies, 1), c.check()); err != nil {
		return err
	}
	network, name, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	if network == nil {
		name = "the hand-written evaluation"
	}
	file, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // nothing in it is private
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	defer func() { err = errors.Join(err, buffer.Flush(), file.Close()) }()
	var names []string
	for _, path := range c.Games {
		names = append(names, filepath.Base(path))
	}
	how := "without a search"
	if c.Nodes > 0 {
		how = fmt.Sprintf("after %d nodes, best moves %g, up to %d cp", c.Nodes, c.Best, c.Max)
	}
	w, err := selfplay.NewWriter(buffer, selfplay.WalksTerms+fmt.Sprintf("%d plies from each position in %d of %s, seed %d, scores of %s %s",
		c.Plies, c.Every, strings.Join(names, ", "), c.Seed, name, how))
	if err != nil {
		return err
	}
	of := c.walks(ctx, network)
	line := newProgress()
	games, begun, positions := 0, 0, 0
	for _, path := range c.Games {
		source, err := readGames(path)
		if err != nil {
			return err
		}
		for i := c.Skip; i < len(source); i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := of(&source[i], games, func(g selfplay.Game) error {
				begun++
				positions += len(g.Plies)
				return w.Write(g)
			})
			if err != nil {
				return err
			}
			if games++; games%100 == 0 {
				line.note(fmt.Sprintf("%d games, %d positions", games, positions))
			}
		}
	}
	line.end()
	fmt.Printf("%s: %d walks from %d games, %d positions\n", c.Out, begun, games, positions)
	return nil
}

// check tells what is wrong with what a search is to do.
func (c *walksCommand) check() error {
	if c.Best < 0 || c.Best > 1 {
		return fmt.Errorf("--best %g: want 0 to 1", c.Best)
	}
	return errors.Join(atLeast("--max-score", c.Max, 0), atLeast("--skip", c.Skip, 0))
}

// walks makes what walks away from a game.
func (c *walksCommand) walks(
	ctx context.Context, network *nnue.Network,
) func(*selfplay.Game, int, func(selfplay.Game) error) error {
	walks := selfplay.Walks{Every: c.Every, Plies: c.Plies, Seed: c.Seed, Best: c.Best, MaxScore: c.Max}
	if c.Nodes == 0 {
		judge := evaluation(network)()
		return func(g *selfplay.Game, number int, keep func(selfplay.Game) error) error {
			return walks.Of(g, number, judge, keep)
		}
	}
	e := engine.New(engine.Options{HashMB: 1, Network: network})
	search := func(rec *board.Record) (board.Move, int, error) {
		res, err := e.Analyze(ctx, rec, engine.Limits{Nodes: c.Nodes}, nil)
		return res.Best, res.Score, errors.Join(err, ctx.Err())
	}
	return func(g *selfplay.Game, number int, keep func(selfplay.Game) error) error {
		e.Clear() // so that the walks of a game depend on nothing else
		return walks.Searched(g, number, search, keep)
	}
}
