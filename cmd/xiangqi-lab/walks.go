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

	"xiangqibot/engine"
	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
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

// Run generates walks from all games of the files. The file is written atomically: part of it would look complete.
func (c *walksCommand) Run(ctx context.Context) error {
	if err := errors.Join(place("--out", c.Out), atLeast("--every", c.Every, 1), atLeast("--plies", c.Plies, 1), c.check()); err != nil {
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
		if err := c.write(w, c.walks(ctx, network)); err != nil {
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
	how := "without a search"
	if c.Nodes > 0 {
		how = fmt.Sprintf("after %d nodes, best moves %g, up to %d cp", c.Nodes, c.Best, c.Max)
	}
	return selfplay.WalksTerms + fmt.Sprintf("%d plies from each position in %d of %s, seed %d, scores of %s %s",
		c.Plies, c.Every, strings.Join(names, ", "), c.Seed, evaluation, how)
}

// walker makes the walks away from a game with a number and passes them on.
type walker func(g *selfplay.Game, number int, keep func(selfplay.Game) error) error

// write walks away from one game after the other.
func (c *walksCommand) write(w *selfplay.Writer, of walker) error {
	line := newProgress()
	defer line.end()
	games, begun, positions := 0, 0, 0
	for _, path := range c.Games {
		source, err := readGames(path)
		if err != nil {
			return err
		}
		for i := c.Skip; i < len(source); i++ {
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

// check returns what is wrong with what a search is to do.
func (c *walksCommand) check() error {
	return errors.Join(portion("--best", c.Best), atLeast("--max-score", c.Max, 0), atLeast("--skip", c.Skip, 0))
}

// walks makes what walks away from a game, until ctx ends.
func (c *walksCommand) walks(ctx context.Context, network *nnue.Network) walker {
	walks := selfplay.RandomWalks{Every: c.Every, Plies: c.Plies, Seed: c.Seed, BestMoveShare: c.Best, MaxScore: c.Max}
	if c.Nodes == 0 {
		judge := evaluation(network)()
		return func(g *selfplay.Game, number int, keep func(selfplay.Game) error) error {
			return errors.Join(ctx.Err(), walks.Static(g, number, judge, keep))
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
