package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/endgame"
)

type endgameCommand struct {
	Material []string `arg:"" optional:"" help:"Endings to solve, such as KR-KAAB (default: make the missing tables)."`
	Out      string   `type:"path" default:"data/endgame" help:"Folder of the endgame tables."`
	Workers  int      `help:"CPUs to use (default: all)."`
	FEN      string   `help:"FEN of a position: print its value and best play from these endings or the tables."`
}

// Run solves the named endings, or looks up a position, or writes the tables.
func (c *endgameCommand) Run(ctx context.Context) error {
	var err error
	if c.Workers, err = processors("--workers", c.Workers); err != nil {
		return err
	}
	tables := new(endgame.Tables)
	defer tables.Close() //nolint:errcheck // only read from
	switch {
	case len(c.Material) > 0:
		if err := c.solve(ctx, tables); err != nil {
			return err
		}
	case c.FEN != "":
		missing, err := tables.Load(c.Out)
		if err != nil {
			return err
		}
		if len(missing) == len(endgame.Standard()) {
			return fmt.Errorf("there are no endgame tables in %s: "+
				"endgame --out %s makes them, or name the ending with --fen, as in KN-K", c.Out, c.Out)
		}
	default:
		return c.make(ctx, tables)
	}
	if c.FEN == "" {
		return nil
	}
	return play(tables, c.FEN)
}

// solve solves single endings and prints statistics of them.
func (c *endgameCommand) solve(ctx context.Context, tables *endgame.Tables) error {
	for _, text := range c.Material {
		m, err := endgame.ParseMaterial(text)
		if err != nil {
			return err
		}
		line, start := newProgress(), time.Now()
		err = tables.Solve(ctx, m, c.Workers, func(moves int) { line.note(fmt.Sprintf("%v: wins in %d moves", m, moves)) })
		line.end()
		if err != nil {
			return err
		}
		took := time.Since(start)
		s, err := tables.Table(m).Summary(m)
		if err != nil {
			return err
		}
		fmt.Printf("%v, solved in %v\n  with the strong side to move %d positions, %.2f %% of them won\n",
			m, took.Round(time.Millisecond), s.Wins+s.Draws, 100*float64(s.Wins)/float64(max(s.Wins+s.Draws, 1)))
		if s.Example != "" {
			fmt.Printf("  the longest win takes %d plies: %s\n", s.Longest, s.Example)
		}
	}
	return nil
}

// make writes the tables missing in the folder. An interrupted run resumes there.
func (c *endgameCommand) make(ctx context.Context, tables *endgame.Tables) error {
	missing, err := tables.Load(c.Out)
	switch {
	case errors.Is(err, checkedfile.ErrDamaged):
		fmt.Fprintf(os.Stderr, "%v\nThey are made anew now.\n", err)
	case err != nil:
		return err
	}
	all := len(endgame.Standard())
	fmt.Printf("%d of %d tables are in %s\n", all-len(missing), all, c.Out)
	line, start := newProgress(), time.Now()
	err = tables.Generate(ctx, c.Out, missing, endgame.GenerateOptions{Workers: c.Workers, Progress: func(m endgame.Material, done float64) {
		const steps = 1000
		line.show(int(done*steps), steps, 0, m.String())
	}})
	line.end()
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		fmt.Printf("%d were made in %v\n", len(missing), time.Since(start).Round(time.Second))
	}
	return nil
}

// play prints the best play from a position.
func play(tables *endgame.Tables, fen string) error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	v, ok := tables.Probe(&p)
	if !ok {
		return fmt.Errorf("%s is not a position of the endings that are known here", fen)
	}
	if v.Outcome == endgame.Draw {
		fmt.Println(v.Outcome)
		return nil
	}
	fmt.Printf("%v in %d plies", v.Outcome, v.Plies)
	var moves []string
	for p.HasLegalMove() {
		m, _, err := tables.Best(&p)
		if err != nil {
			return err
		}
		moves = append(moves, m.String())
		p.Make(m)
	}
	fmt.Println(":", strings.Join(moves, " "))
	return nil
}
