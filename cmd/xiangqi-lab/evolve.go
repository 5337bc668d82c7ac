package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"

	"xiangqibot/engine/tune"
)

type evolveCommand struct {
	State       string  `arg:"" type:"path" help:"File that keeps the last generation. An existing one is continued."`
	Start       string  `enum:"standard,material" default:"standard" help:"Weights to start from: ${enum}."`
	Population  int     `default:"16" help:"Members of a generation."`
	Generations int     `default:"50" help:"Generations to breed in all."`
	Tournament  int     `default:"2" help:"Members that compete to be a parent."`
	Spread      float64 `default:"20" help:"By how many centipawns the first members differ from the start."`
	Mutation    float64 `default:"0.02" help:"Chance that a weight of a child changes."`
	Step        float64 `default:"20" help:"By how many centipawns it changes."`
	Openings    string  `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Nodes       uint64  `default:"1000" help:"Nodes searched for each move."`
	At          int     `name:"at-once" help:"Games at once (default: all processors). Does not affect the result."`
	Seed        uint64  `default:"1" help:"Seed of the random numbers."`
	Out         string  `type:"path" help:"Go file to write with the champion, engine/eval/classical/numbers.go."`
}

// Run breeds the generations that are missing.
func (c *evolveCommand) Run(ctx context.Context) error {
	openings, err := readOpenings(c.Openings)
	if err := errors.Join(err, place("the state", c.State), place("--out", c.Out)); err != nil {
		return err
	}
	plan := tune.Evolve{
		Start: startWeights(c.Start), Population: c.Population, Generations: c.Generations, Tournament: c.Tournament,
		Spread: c.Spread, Mutation: c.Mutation, Step: c.Step, Nodes: c.Nodes, Seed: c.Seed, Workers: c.At,
		Openings: openings,
	}
	if plan.Workers <= 0 {
		plan.Workers = runtime.GOMAXPROCS(0)
	}
	if err := plan.Validate(); err != nil {
		return err
	}
	from, err := tune.Load(c.State, c.Seed)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		from = plan.First()
	case err != nil:
		return err
	}
	line := newProgress()
	last := from.Number
	champion, err := plan.Run(ctx, from, func(g tune.Generation) error {
		last = g.Number
		return tune.Save(c.State, c.Seed, g)
	}, func(generation, children int) {
		all := c.Population
		line.show((generation-1)*all+children, c.Generations*all, from.Number*all, fmt.Sprintf("generation %d of %d", generation, c.Generations))
	})
	line.end()
	if errors.Is(err, context.Canceled) {
		fmt.Printf("stopped after generation %d; the same command goes on from there\n", last)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Printf("%d generations of %d, %d of them new\n", last, c.Population, last-from.Number)
	return writeWeights(c.Out, &champion, fmt.Sprintf("Bred by games in %d generations of %d at %d nodes a move, begun with %s.",
		last, c.Population, c.Nodes, c.Start))
}
