package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
)

type endgameCommand struct {
	Material []string `arg:"" help:"Endings by their pieces, the strong side first, as in KR-KAAB or KNP-KAA."`
	Out      string   `type:"path" help:"Folder to write the tables to, one file each; not written if left out."`
	Workers  int      `help:"Processors to use; all if left out."`
	FEN      string   `help:"A position of the first ending: print what it is worth and the best play."`
}

// Run solves the endings, smaller ones first, and tells what they hold.
func (c *endgameCommand) Run(ctx context.Context) error {
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	var tables endgame.Tables
	for _, text := range c.Material {
		m, err := endgame.ParseMaterial(text)
		if err != nil {
			return err
		}
		line, start := newProgress(), time.Now()
		err = tables.Solve(ctx, m, c.Workers, func(m endgame.Material, ply int) { line.note(fmt.Sprintf("%v: ply %d", m, ply)) })
		line.end()
		if err != nil {
			return err
		}
		tell(tables.Table(m), time.Since(start))
		if err := c.keep(tables.Table(m)); err != nil {
			return err
		}
	}
	if c.FEN != "" {
		return play(&tables, c.FEN)
	}
	return nil
}

// tell prints what an ending holds.
func tell(t *endgame.Table, took time.Duration) {
	s := t.Summary()
	fmt.Printf("%v, solved in %v\n", t.Material(), took.Round(time.Millisecond))
	for _, side := range []board.Color{board.Red, board.Black} {
		all := s.Wins[side] + s.Draws[side] + s.Losses[side]
		share := func(n int) float64 { return 100 * float64(n) / float64(max(all, 1)) }
		fmt.Printf("  %-5v to move: %10d positions, %6.2f %% won, %6.2f %% drawn, %6.2f %% lost\n",
			side, all, share(s.Wins[side]), share(s.Draws[side]), share(s.Losses[side]))
	}
	if s.Example != "" {
		fmt.Printf("  the longest win takes %d plies: %s\n", s.Longest, s.Example)
	}
}

// keep writes a table to its file. A file is written beside its place and moved there, so that it is whole or not there.
func (c *endgameCommand) keep(t *endgame.Table) error {
	if c.Out == "" {
		return nil
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	path := filepath.Join(c.Out, t.Material().String()+".xqe")
	file, err := os.CreateTemp(c.Out, "*.part")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // it has been moved away, unless something went wrong before
	if err := errors.Join(file.Chmod(0o644), t.Write(file)); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// play prints the best play from a position.
func play(tables *endgame.Tables, fen string) error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return err
	}
	v, ok := tables.Probe(&p)
	if !ok {
		return fmt.Errorf("%s is not a position of the endings that were solved", fen)
	}
	fmt.Printf("%v in %d plies", v.Outcome, v.Plies)
	var moves []string
	for v.Outcome != endgame.Draw && p.HasLegalMove() {
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
