package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"xiangqibot/engine/lab/selfplay"
)

type labelCommand struct {
	Games string  `arg:"" type:"existingfile" help:"Games of selfplay, or of people (.jsonl or .jsonl.gz)."`
	Out   string  `required:"" type:"path" help:"New file: a game of one ply for each position."`
	Nodes uint64  `default:"100000" help:"Nodes per position."`
	Share float64 `default:"0.05" help:"Share of the positions to draw at random."`
	Most  int     `default:"5000" help:"Stop after this many positions."`
	Eval  string  `type:"existingfile" help:"Network written by train, used instead of the hand-written evaluation."`
}

// Run draws positions, searches them and writes those that are quiet. If it is interrupted, the file has those that
// were finished.
func (c *labelCommand) Run(ctx context.Context) (err error) {
	network, name, err := readNetwork(c.Eval)
	labels := selfplay.Labels{Evaluator: evaluation(network), Nodes: c.Nodes, Share: c.Share}
	if err := errors.Join(err, labels.Validate(), place("--out", c.Out), atLeast("--most", c.Most, 1)); err != nil {
		return err
	}
	signature, err := bench(ctx, evaluation(network))
	if err != nil {
		return err
	}
	terms := fmt.Sprintf("%d nodes, %g of the positions; network %s; engine of bench %d", c.Nodes, c.Share, name, signature)
	if _, err := os.Stat(c.Out); err == nil {
		return fmt.Errorf("--out %s: this file exists; name a new one", c.Out)
	}
	w, _, err := selfplay.Append(c.Out, terms)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
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
