package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"

	"xiangqibot/engine/lab/tune"
)

type evolveCommand struct {
	State       string   `arg:"" type:"path" help:"Journal of the last generation. An existing one is continued."`
	Start       string   `enum:"standard,material" default:"standard" help:"Weights to start from: ${enum}."`
	Only        []string `help:"Terms that evolve, named like the fields of classical.Weights (default: all)." sep:","`
	Population  int      `default:"16" help:"Population size."`
	Generations int      `default:"50" help:"Total number of generations."`
	Spread      float64  `default:"20" help:"Standard deviation of the initial population, in centipawns."`
	Mutation    float64  `default:"0.02" help:"Mutation probability of each weight."`
	Step        float64  `default:"20" help:"Size of a mutation, in centipawns."`
	Openings    string   `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Nodes       uint64   `default:"1000" help:"Nodes per move."`
	Seed        uint64   `default:"1" help:"Seed of the random numbers."`
	Out         string   `type:"path" help:"File to write with the champion, engine/eval/classical/weights.txt."`
}

// Run breeds the remaining generations.
func (c *evolveCommand) Run(ctx context.Context) error {
	openings, err := readOpenings(c.Openings)
	if err := errors.Join(err, place("the state", c.State), place("--out", c.Out)); err != nil {
		return err
	}
	plan := tune.Evolve{
		Start: startWeights(c.Start), Only: c.Only, Population: c.Population, Generations: c.Generations,
		Spread: c.Spread, Mutation: c.Mutation, Step: c.Step, Nodes: c.Nodes, Seed: c.Seed,
		Workers:  runtime.GOMAXPROCS(0), // the result does not depend on it
		Openings: openings,
	}
	if err := plan.Validate(); err != nil {
		return err
	}
	if plan.Engine, err = bench(ctx, nil); err != nil {
		return err
	}
	from, err := plan.Load(c.State)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		from = plan.Initial()
	case err != nil:
		return err
	}
	line := newProgress()
	last := from.Number
	champion, err := plan.Run(ctx, from, func(g tune.Generation) error {
		last = g.Number
		return plan.Save(c.State, g)
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
