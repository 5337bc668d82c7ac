package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/lab/train"
)

type trainCommand struct {
	Games   []string `arg:"" type:"existingfile" help:"Files of games written by selfplay."`
	Out     string   `required:"" type:"path" help:"File to write the network to."`
	Start   string   `type:"existingfile" help:"Network to start from."`
	Width   int      `default:"256" help:"Width of the first layer, a multiple of 64 up to 512."`
	Epochs  int      `default:"20" help:"Number of passes over all positions."`
	Batch   int      `default:"16384" help:"Positions per step (batch size)."`
	Rate    float64  `default:"0.001" help:"Peak learning rate."`
	Average float64  `help:"Write a moving average of the weights that keeps this share of itself in a step, as in 0.999."`
	Search  float64  `default:"0.7" help:"Share of the search's score in the training target; the rest is the result of the game."`
	Scale   int      `help:"Centipawns that multiply the odds of winning by e (default: fitted to the results)."`
	Skip    int      `help:"Skip the first N scored positions of each game, which random and varied moves distort."`
	Check   float64  `default:"0.02" help:"Share of the games held out for validation."`
	Seed    uint64   `default:"1" help:"Random seed; the same seed gives the same network."`
}

// Run trains, prints the losses as it goes, and writes the network.
func (c *trainCommand) Run(ctx context.Context) error {
	if err := place("--out", c.Out); err != nil {
		return err
	}
	run, err := c.begin(ctx)
	if err != nil {
		return err
	}
	err = run.Train(ctx, func(p train.Point) {
		fmt.Printf("step %d of %d: loss %.6f, check %.6f\n", p.Step, run.Steps(), p.Training, p.Validation)
	})
	if err != nil {
		return err
	}
	n, err := run.Network()
	if err != nil {
		return err
	}
	fmt.Println(n.Recipe)
	return atomicfile.Write(c.Out, n.Write)
}

// begin reads the games and begins a run.
func (c *trainCommand) begin(ctx context.Context) (*train.Run, error) {
	plan := train.Plan{
		Width: c.Width, Epochs: c.Epochs, BatchSize: c.Batch, LearningRate: c.Rate,
		SearchShare: c.Search, Scale: c.Scale, Seed: c.Seed,
		Average: c.Average, Workers: runtime.GOMAXPROCS(0),
	}
	var err error
	if plan.Start, plan.StartName, err = readNetwork(c.Start); err != nil {
		return nil, err
	}
	files := &train.Files{
		Names: c.Games, MaxScore: 1500, SkipPlies: c.Skip, ValidationShare: c.Check, MaxValidation: 200_000,
	}
	if err := errors.Join(plan.Validate(), files.Validate()); err != nil {
		return nil, err
	}
	line := newProgress()
	positions, err := files.Read(ctx, func(games, positions int) {
		line.note(fmt.Sprintf("%d games, %d positions to learn from", games, positions))
	})
	if err != nil {
		return nil, err
	}
	run := train.NewRun(plan, positions)
	fmt.Printf("%d positions to learn from, %d to check; scale %.0f cp; %d steps\n",
		len(positions.Training), len(positions.Validation), positions.Scale, run.Steps())
	return run, nil
}
