package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/lab/selfplay"
)

type walksCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games written by selfplay."`
	Out   string   `required:"" type:"path" help:"New file for the walks, in the same format."`
	Every int      `default:"1" help:"Start at every n-th position of a game."`
	Plies int      `default:"6" help:"Number of random moves to play from there."`
	Eval  string   `type:"existingfile" help:"Network that scores positions, instead of the hand-written evaluation."`
	Skip  int      `help:"Skip this many games at the beginning of each file."`
	Seed  uint64   `default:"1" help:"Seed of the random numbers; the same seed gives the same walks."`
}

// Run generates walks from all games of the files. The file is written atomically: part of it would look complete.
func (c *walksCommand) Run(ctx context.Context) error {
	if err := errors.Join(place("--out", c.Out), atLeast("--every", c.Every, 1), atLeast("--plies", c.Plies, 1), atLeast("--skip", c.Skip, 0)); err != nil {
		return err
	}
	if _, err := os.Stat(c.Out); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("--out %s: %w; name a new file", c.Out, fs.ErrExist), err)
	}
	network, name, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	if network == nil {
		name = "the hand-written evaluation"
	}
	return atomicfile.Write(c.Out, func(out io.Writer) error {
		buffer := bufio.NewWriter(out)
		w, err := selfplay.NewWriter(buffer, c.terms(name))
		if err != nil {
			return err
		}
		if err := c.write(ctx, w, evaluation(network)()); err != nil {
			return err
		}
		return buffer.Flush()
	})
}

// terms says how the walks are made.
func (c *walksCommand) terms(evaluation string) string {
	var names []string
	for _, path := range c.Games {
		names = append(names, filepath.Base(path))
	}
	return selfplay.WalksTerms + fmt.Sprintf("%d plies from each position in %d of %s, seed %d, scores of %s without a search",
		c.Plies, c.Every, strings.Join(names, ", "), c.Seed, evaluation)
}

// write walks away from one game after the other, until ctx ends.
func (c *walksCommand) write(ctx context.Context, w *selfplay.Writer, judge eval.Evaluator) error {
	walks := selfplay.RandomWalks{Every: c.Every, Plies: c.Plies, Seed: c.Seed}
	line := newProgress()
	defer line.end()
	games, begun, positions := 0, 0, 0
	for _, path := range c.Games {
		source, err := readGames(path)
		if err != nil {
			return err
		}
		for i := c.Skip; i < len(source); i++ {
			err := walks.From(&source[i], games, judge, func(g selfplay.Game) error {
				begun++
				positions += len(g.Plies)
				return w.Write(g)
			})
			if err := errors.Join(ctx.Err(), err); err != nil {
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
