package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/lab/train"
)

type trainCommand struct {
	Games      []string `arg:"" type:"existingfile" help:"Files of games written by selfplay."`
	Out        string   `required:"" type:"path" help:"File to write the network to; beside it is a checkpoint, from which an interrupted run continues."`
	Start      string   `type:"existingfile" help:"Network to start from."`
	Picture    string   `type:"path" help:"PNG file for a plot of the losses."`
	Width      int      `default:"256" help:"Width of the first layer, a multiple of 64 up to 512."`
	Epochs     int      `default:"20" help:"Number of passes over all positions."`
	Batch      int      `default:"16384" help:"Positions per step (batch size)."`
	Rate       float64  `default:"0.001" help:"Peak learning rate."`
	Average    float64  `help:"Write a moving average of the weights that keeps this share of itself in a step, as in 0.999."`
	Search     float64  `default:"0.7" help:"Share of the search's score in the training target; the rest is the result of the game. Of walks the search says all."`
	Scale      int      `help:"Centipawns that multiply the odds of winning by e (default: fitted to the results)."`
	MaxScore   int      `default:"1500" help:"Skip positions whose score exceeds this many centipawns."`
	Skip       int      `help:"Skip the first N scored positions of each game, which random and varied moves distort; does not apply to walks."`
	Check      float64  `default:"0.02" help:"Share of the games held out for validation."`
	MostChecks int      `default:"200000" help:"Maximum number of validation positions."`
	Buffer     int      `default:"2000000" help:"Size of the shuffle buffer, in positions of 32 bytes."`
	Every      int      `default:"200" help:"Steps between two measurements of the losses."`
	Seed       uint64   `default:"1" help:"Random seed; the same seed gives the same network."`
}

// checkpointPause is the time between checkpoints.
const checkpointPause = time.Minute

// checkpoint is the file from which an interrupted run continues.
func (c *trainCommand) checkpoint() string { return c.Out + ".checkpoint" }

// Run does the remaining training and writes the network.
func (c *trainCommand) Run(ctx context.Context) error {
	err := errors.Join(place("--out", c.Out), place("--picture", c.Picture), atLeast("--every", c.Every, 1))
	if err != nil {
		return err
	}
	run, err := c.begin(ctx)
	if err != nil {
		return err
	}
	all, had := run.Steps()
	line, last := newProgress(), time.Now()
	err = run.Train(ctx, c.Every, func() error {
		_, done := run.Steps()
		line.show(done, all, had, fmt.Sprintf("steps, loss %.6f%s", run.Loss(), checked(run.Points())))
		if time.Since(last) < checkpointPause {
			return nil
		}
		last = time.Now()
		return errors.Join(atomicfile.Write(c.checkpoint(), run.Save), c.draw(run))
	})
	line.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	// Save the progress, also after an interruption.
	if err := errors.Join(err, atomicfile.Write(c.checkpoint(), run.Save), c.draw(run)); err != nil {
		return err
	}
	return c.finish(run)
}

// begin begins a run, or resumes it from its checkpoint.
func (c *trainCommand) begin(ctx context.Context) (*train.Run, error) {
	plan := train.Plan{
		Width: c.Width, Epochs: c.Epochs, BatchSize: c.Batch, LearningRate: c.Rate, Warmup: 0.02, WeightDecay: 0.01,
		SearchShare: c.Search, Scale: c.Scale, Seed: c.Seed,
		Average: c.Average, Workers: runtime.GOMAXPROCS(0),
	}
	var err error
	if plan.Start, plan.StartName, err = readNetwork(c.Start); err != nil {
		return nil, err
	}
	files := &train.Files{
		Names: c.Games, MaxScore: c.MaxScore, SkipPlies: c.Skip, ValidationShare: c.Check, MaxValidation: c.MostChecks, Buffer: c.Buffer, Seed: c.Seed,
	}
	if err := errors.Join(plan.Validate(), files.Validate()); err != nil {
		return nil, err
	}
	var from *train.Checkpoint
	var games []int
	switch old, err := os.ReadFile(c.checkpoint()); {
	case err == nil:
		if from, err = train.ReadCheckpoint(old); err != nil {
			return nil, fmt.Errorf("%s: %w", c.checkpoint(), err)
		}
		games = from.Games
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	line := newProgress()
	survey, err := files.Survey(ctx, games, func(games, positions int) {
		line.note(fmt.Sprintf("%d games, %d positions to learn from", games, positions))
	})
	line.end()
	if err != nil {
		return nil, err
	}
	run, err := train.NewRun(plan, files, survey)
	if err != nil {
		return nil, err
	}
	if from != nil {
		if err := run.Resume(from); err != nil {
			return nil, fmt.Errorf("%s: %w", c.checkpoint(), err)
		}
	}
	all, done := run.Steps()
	fmt.Printf("%d positions to learn from, %d to check; scale %.0f cp; %d steps, %d of them done\n",
		survey.Positions, survey.ValidationSize(), survey.Scale, all, done)
	return run, nil
}

// finish writes the network and prints its quantization error.
func (c *trainCommand) finish(run *train.Run) error {
	n, err := run.Network()
	if err != nil {
		return err
	}
	if err := atomicfile.Write(c.Out, n.Write); err != nil {
		return err
	}
	fmt.Println(n.Recipe)
	if rounded := run.MeasureQuantization(n); rounded.Positions > 0 {
		fmt.Printf("rounded to integers, the check loss is %.6f instead of %.6f; "+
			"scores are %.1f cp off on average, %.1f at most\n",
			rounded.QuantizedLoss, rounded.FloatLoss, rounded.Mean, rounded.Max)
	}
	info, err := os.Stat(c.Out)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB\n", c.Out, float64(info.Size())/1e6)
	return nil
}

// checked formats the last validation loss.
func checked(points []train.Point) string {
	if len(points) == 0 || math.IsNaN(points[len(points)-1].Validation) {
		return ""
	}
	return fmt.Sprintf(", check %.6f", points[len(points)-1].Validation)
}

// draw draws the loss curves, if requested and there are any.
func (c *trainCommand) draw(run *train.Run) error {
	points := run.Points()
	if c.Picture == "" || len(points) < 2 {
		return nil
	}
	lines := []curve{{name: "learn"}, {name: "check"}}
	for _, p := range points {
		lines[0].add(float64(p.Step), p.Training)
		if !math.IsNaN(p.Validation) {
			lines[1].add(float64(p.Step), p.Validation)
		}
	}
	lines = slices.DeleteFunc(lines, func(c curve) bool { return len(c.points) == 0 })
	return drawCurves(c.Picture, "step", "loss", lines)
}
