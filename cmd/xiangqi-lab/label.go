package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
)

type labelCommand struct {
	Games    string  `arg:"" type:"existingfile" help:"Games of selfplay, or of people (.jsonl or .jsonl.gz)."`
	Out      string  `required:"" type:"path" help:"New file: a game of one ply for each position."`
	Nodes    uint64  `default:"100000" help:"Nodes per position."`
	Share    float64 `default:"0.05" help:"Share of the positions to draw at random."`
	Most     int     `default:"5000" help:"Stop after this many positions."`
	Skip     int     `default:"16" help:"Skip the first N positions of each game."`
	MaxScore int     `default:"1500" help:"Skip positions whose score exceeds this many centipawns."`
	Eval     string  `type:"existingfile" help:"Network written by train, used instead of the hand-written evaluation."`
	Seed     uint64  `default:"1" help:"Random seed of the draw."`
}

// Run draws positions, searches them and writes those that are quiet. If it is interrupted, the file has those that
// were finished.
func (c *labelCommand) Run(ctx context.Context) (err error) {
	network, name, err := readNetwork(c.Eval)
	labels := selfplay.Labels{
		Evaluator: evaluation(network), Nodes: c.Nodes, Share: c.Share, SkipPlies: c.Skip, MaxScore: c.MaxScore, Seed: c.Seed,
	}
	if err := errors.Join(err, labels.Validate(), place("--out", c.Out), atLeast("--most", c.Most, 1)); err != nil {
		return err
	}
	signature, err := bench(ctx, evaluation(network))
	if err != nil {
		return err
	}
	terms := fmt.Sprintf("%d nodes, %g of the positions from ply %d, scores to %d, seed %d; network %s; engine of bench %d",
		c.Nodes, c.Share, c.Skip, c.MaxScore, c.Seed, name, signature)
	file, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // the user names the file
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w, err := selfplay.NewWriter(file, terms)
	if err != nil {
		return err
	}
	line, done := newProgress(), 0
	for one, err := range labels.Run(ctx, selfplay.GamesIn(c.Games)) {
		if err == nil {
			err = w.Write(one)
		}
		if err != nil {
			return err
		}
		done++
		line.show(done, c.Most, 0, "positions")
		if done == c.Most {
			break
		}
	}
	fmt.Printf("%s: %d positions\n", c.Out, done)
	return nil
}

type lossCommand struct {
	Positions string   `arg:"" type:"existingfile" help:"Positions written by label."`
	Networks  []string `arg:"" type:"existingfile" help:"Networks to measure. The first is what the others are compared with."`
}

// phases are those by which the loss is divided: positions with at least so many pieces.
var phases = [...]int{27, 20, 0}

// Run prints the loss of each network: the mean squared difference of the chances by its static evaluation and by the
// searches.
func (c *lossCommand) Run() error {
	var positions []board.Position
	var chances []float64
	var counts [len(phases)]int
	for g, err := range selfplay.GamesIn(c.Positions) {
		if err != nil {
			return err
		}
		for s := range g.Samples() {
			if s.Score != selfplay.NoScore {
				positions, chances = append(positions, *s.Position), append(chances, engine.WinChance(s.Score, 0))
				counts[phaseOf(s.Position)]++
			}
		}
	}
	if len(positions) == 0 {
		return fmt.Errorf("%s: no positions with a score: make some with xiangqi-lab label", c.Positions)
	}
	fmt.Printf("%d positions with 27 to 32 pieces, %d with 20 to 26, %d with fewer; squared errors × 1000\n", counts[0], counts[1], counts[2])
	fmt.Println("     all   27-32   20-26     -19  against the first")
	var first []float64
	for _, path := range c.Networks {
		network, name, err := readNetwork(path)
		if err != nil {
			return err
		}
		e := nnue.New(network)
		losses := make([]float64, len(positions))
		var sums [len(phases)]float64
		total := 0.0
		for i := range positions {
			e.Reset(&positions[i])
			off := engine.WinChance(e.Score(&positions[i]), 0) - chances[i]
			losses[i] = off * off
			sums[phaseOf(&positions[i])] += losses[i]
			total += losses[i]
		}
		if first == nil {
			first = losses
		}
		fmt.Printf("%8.4f", 1000*total/float64(len(positions)))
		for i, sum := range sums {
			fmt.Printf("%8.4f", 1000*sum/float64(max(counts[i], 1)))
		}
		mean, interval := difference(losses, first)
		fmt.Printf("  %+.1f%% ± %.1f  %s\n", 100*mean, 100*interval, name)
	}
	return nil
}

// difference returns how much larger the sum of a is than that of b, as a share of b, and half of its 95% interval. The
// lists are about the same positions.
func difference(a, b []float64) (share, interval float64) {
	sum, squares, base := 0.0, 0.0, 0.0
	for i := range a {
		d := a[i] - b[i]
		sum += d
		squares += d * d
		base += b[i]
	}
	n := float64(len(a))
	return sum / base, 1.96 * math.Sqrt(max(squares-sum*sum/n, 0)) / base
}

// phaseOf is the index of the phase of a position.
func phaseOf(p *board.Position) int {
	for i, least := range phases {
		if p.Occupied().Count() >= least {
			return i
		}
	}
	return len(phases) - 1
}
