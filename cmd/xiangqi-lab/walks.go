package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine/selfplay"
)

type walksCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games, as selfplay writes them."`
	Out   string   `required:"" type:"path" help:"New file that keeps the walks, in the same format."`
	Every int      `default:"1" help:"Begin at each n-th position of a game."`
	Plies int      `default:"6" help:"Moves drawn by lot from there."`
	Eval  string   `type:"existingfile" help:"Network that says what positions are worth, instead of the hand-written evaluation."`
	Seed  uint64   `default:"1" help:"Seed of the random numbers; the same seed gives the same walks."`
}

// Run walks away from all games that the files have.
func (c *walksCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(place("--out", c.Out), atLeast("--every", c.Every, 1), atLeast("--plies", c.Plies, 1)); err != nil {
		return err
	}
	network, name, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	if network == nil {
		name = "the hand-written evaluation"
	}
	file, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	defer func() { err = errors.Join(err, buffer.Flush(), file.Close()) }()
	var names []string
	for _, path := range c.Games {
		names = append(names, filepath.Base(path))
	}
	w, err := selfplay.NewWriter(buffer, fmt.Sprintf("walks of %d plies from each position in %d of %s, seed %d, scores of %s without a search",
		c.Plies, c.Every, strings.Join(names, ", "), c.Seed, name))
	if err != nil {
		return err
	}
	walks, judge := selfplay.Walks{Every: c.Every, Plies: c.Plies, Seed: c.Seed}, evaluation(network)()
	line := newProgress()
	games, begun, positions := 0, 0, 0
	for _, path := range c.Games {
		source, err := readGames(path)
		if err != nil {
			return err
		}
		for i := range source {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := walks.Of(&source[i], games, judge, func(g selfplay.Game) error {
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
