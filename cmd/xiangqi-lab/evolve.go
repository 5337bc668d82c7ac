package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"xiangqibot/engine/lab/tune"
)

type evolveCommand struct {
	Out         string   `arg:"" type:"path" help:"File to write with the champion, engine/eval/classical/weights.txt."`
	Start       string   `enum:"standard,material" default:"standard" help:"Weights to start from: ${enum}."`
	Only        []string `help:"Terms that evolve, named like the fields of classical.Weights (default: all)." sep:","`
	Population  int      `default:"16" help:"Population size."`
	Generations int      `default:"50" help:"Number of generations."`
	Spread      float64  `default:"20" help:"Standard deviation of the initial population, in centipawns."`
	Mutation    float64  `default:"0.02" help:"Mutation probability of each weight."`
	Step        float64  `default:"20" help:"Size of a mutation, in centipawns."`
	Openings    string   `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Nodes       uint64   `default:"1000" help:"Nodes per move."`
	Seed        uint64   `default:"1" help:"Seed of the random numbers."`
}

// Run breeds the generations and writes the champion.
func (c *evolveCommand) Run(ctx context.Context) error {
	openings, err := readOpenings(c.Openings)
	if err := errors.Join(err, place("OUT", c.Out)); err != nil {
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
	line := newProgress()
	champion, err := plan.Run(ctx, func(generation int) { line.show(generation, c.Generations, 0, "generations") })
	if err != nil {
		return err
	}
	return writeWeights(c.Out, &champion, fmt.Sprintf("Bred by games in %d generations of %d at %d nodes a move, begun with %s.",
		c.Generations, c.Population, c.Nodes, c.Start))
}
