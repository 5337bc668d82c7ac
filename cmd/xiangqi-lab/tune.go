package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"strings"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/lab/tune"
)

type tuneCommand struct {
	Games   []string `arg:"" type:"existingfile" help:"Files of games written by selfplay."`
	Start   string   `enum:"standard,material" default:"standard" help:"Weights to start from: ${enum}."`
	Home    string   `enum:"standard,material" default:"material" help:"Weights towards which rarely seen ones are regularized: ${enum}."`
	Epochs  int      `default:"40" help:"Number of passes over all positions."`
	Search  float64  `default:"0.7" help:"Share of the search's score in the target; the rest is the result."`
	Pull    float64  `default:"1" help:"Strength of the regularization of rarely seen weights."`
	Without []string `help:"Terms to disable, named like the fields of classical.Weights." sep:","`
	Keep    []string `help:"Terms to keep unchanged." sep:","`
	Out     string   `type:"path" help:"File to write, engine/eval/classical/weights.txt (default: print losses only)."`
}

// Run tunes the weights and writes them.
func (c *tuneCommand) Run(ctx context.Context) error {
	fit := tune.Fit{
		Start: startWeights(c.Start), Anchor: startWeights(c.Home), Epochs: c.Epochs, LearningRate: 4, BatchSize: 8192,
		SearchShare: c.Search, L2: c.Pull, Zeroed: c.Without, Frozen: c.Keep,
		Seed: 1, Workers: runtime.GOMAXPROCS(0),
	}
	if err := errors.Join(fit.Validate(), place("--out", c.Out)); err != nil {
		return err
	}
	var games []iter.Seq2[selfplay.Game, error]
	var names []string
	for _, path := range c.Games {
		games, names = append(games, selfplay.GamesIn(path)), append(names, filepath.Base(path))
	}
	line := newProgress()
	positions, err := tune.Read(ctx, games, func(games, positions int) {
		line.note(fmt.Sprintf("%d games, %d quiet positions", games, positions))
	})
	if err != nil {
		return err
	}
	fit.Scale = positions.Training.FitScale()
	fmt.Printf("%d positions to learn from, %d to check; scale %.0f cp\n",
		positions.Training.Len(), positions.Validation.Len(), fit.Scale)
	checked := func(loss float64) string {
		if positions.Validation.Len() == 0 {
			return "nothing to check" // and not a loss of 0, which would be perfect
		}
		return fmt.Sprintf("check %.6f", loss)
	}
	printLoss := func(name string, l tune.Losses) {
		fmt.Printf("%-8s loss %.6f, %s\n", name, l.Training, checked(l.Validation))
	}
	printLoss("before", tune.Losses{
		Training: fit.Loss(&fit.Start, &positions.Training), Validation: fit.Loss(&fit.Start, &positions.Validation),
	})
	line = newProgress()
	w, losses, err := fit.Run(ctx, positions, func(epoch int, l tune.Losses) {
		line.show(epoch, c.Epochs, 0, fmt.Sprintf("loss %.6f, %s", l.Training, checked(l.Validation)))
	})
	if err != nil {
		return err
	}
	printLoss("after", losses)
	return writeWeights(c.Out, &w, fmt.Sprintf("Fitted by gradient to %d quiet positions (%s), pull %g; loss %.4f, %s.",
		positions.Training.Len(), strings.Join(names, ", "), c.Pull, losses.Training, checked(losses.Validation)))
}

// startWeights returns the initial weights.
func startWeights(name string) classical.Weights {
	if name == "material" {
		return tune.Material()
	}
	return classical.Standard()
}

// writeWeights writes weights after a note where they come from, atomically.
func writeWeights(path string, w *classical.Weights, note string) error {
	if path == "" {
		return nil
	}
	return atomicfile.WriteBytes(path, []byte("# "+note+"\n"+w.String()))
}
