package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/lab/grow"
	"xiangqibot/engine/rules"
)

type bookCommand struct {
	Grow   bookGrowCommand   `cmd:"" help:"Build an opening book around lines of theory."`
	Played bookPlayedCommand `cmd:"" help:"Count the moves that people have played in openings, their results, and the ECCO codes of positions."`
}

type bookGrowCommand struct {
	Out       string `arg:"" help:"File to write the book to." type:"path"`
	Positions int    `default:"4000" help:"Number of positions in the book."`
	Depth     int    `default:"9" help:"Minimum search depth for each position, in plies."`
	Eval      string `help:"Network written by train, used instead of the hand-written evaluation." type:"existingfile"`
}

// Run searches the positions and writes the book.
func (c *bookGrowCommand) Run(ctx context.Context) error {
	n, _, err := readNetwork(c.Eval)
	plan := grow.Plan{Theory: book.Theory(), Depth: c.Depth, Positions: c.Positions, Evaluation: evaluation(n)}
	if err := errors.Join(err, plan.Validate(), place("OUT", c.Out)); err != nil {
		return err
	}
	line, start := newProgress(), time.Now()
	plan.Progress = func(done int) { line.show(done, plan.Positions, 0, "positions") }
	b, err := plan.Grow(ctx)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(c.Out, b.Write); err != nil {
		return err
	}
	fmt.Printf("%s: %d positions in %v\n", c.Out, b.Len(), time.Since(start).Round(time.Second))
	return nil
}

type bookPlayedCommand struct {
	Out   string   `arg:"" type:"path" help:"File to write the table to."`
	Games []string `arg:"" type:"existingfile" help:"Files of people's games (.jsonl, .jsonl.gz)."`
}

// The moves that are counted: those of the first plies of a game, played in so many games at least.
const (
	playedPlies = 30
	playedGames = 3
)

// Run counts the moves people have played.
func (c *bookPlayedCommand) Run() error {
	if err := place("OUT", c.Out); err != nil {
		return err
	}
	builder, counted := played.NewBuilder(playedPlies), 0
	results := map[rules.Outcome]played.Result{
		rules.RedWins: played.RedWon, rules.Draw: played.Drawn, rules.BlackWins: played.BlackWon,
	}
	for _, path := range c.Games {
		games, err := readGames(path)
		if err != nil {
			return err
		}
		for i := range games {
			result, over := results[games[i].Outcome]
			if !over || games[i].Start != board.StartPosition() {
				continue
			}
			var line []board.Move
			for _, ply := range games[i].Plies {
				line = append(line, ply.Move)
			}
			var code played.Code
			if text := games[i].ECCO; text != "" {
				if code, err = played.ParseCode(text); err != nil {
					return fmt.Errorf("%s: game %d: %w", path, i+1, err)
				}
			}
			builder.Add(line, result, code)
			counted++
		}
	}
	table := builder.Table(playedGames)
	fmt.Printf("%d games, %d positions\n", counted, table.Len())
	return atomicfile.Write(c.Out, table.Write)
}
