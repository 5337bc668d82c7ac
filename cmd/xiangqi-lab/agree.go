package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/lab/train"
)

type agreeCommand struct {
	Games []string `arg:"" type:"existingfile" help:"Files of games with scores of deep searches, written by selfplay or walks."`
	Eval  []string `type:"existingfile" help:"Network to compare, besides the hand-written evaluation. May be repeated." sep:"none"`
	Max   int      `name:"max-score" default:"1500" help:"Skip positions whose score exceeds this many centipawns."`
	Scale float64  `default:"400" help:"Centipawns that multiply the odds of winning by e."`

	HeldOut float64 `default:"1" help:"Share of the games to take: those that train --check of the same share holds out (default: all)."`
	Skip    int     `help:"Skip the first N scored positions of each game, as train does."`
	Search  float64 `default:"1" help:"Share of the search's score in what the loss is against; the rest is the result of the game."`
}

// Run compares evaluations of quiet positions with the scores of the search.
func (c *agreeCommand) Run(ctx context.Context) error {
	if !(c.Scale > 0) {
		return fmt.Errorf("--scale %g: want more than 0", c.Scale)
	}
	err := errors.Join(portion("--held-out", c.HeldOut), portion("--search", c.Search),
		atLeast("--skip", c.Skip, 0), atLeast("--max-score", c.Max, 0))
	if err != nil {
		return err
	}
	judges := []judge{{name: "by hand", evaluator: classical.New()}}
	for _, path := range c.Eval {
		network, name, err := readNetwork(path)
		if err != nil {
			return err
		}
		judges = append(judges, judge{name: name, evaluator: evaluation(network)()})
	}
	for _, path := range c.Games {
		if err := c.hear(ctx, path, judges); err != nil {
			return err
		}
	}
	if len(judges[0].said) < 2 {
		return fmt.Errorf("fewer than two quiet positions with a score within %d: give other games", c.Max)
	}
	fmt.Println("| evaluation | positions | spread | spread of the search | correlation | of chances | loss |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for i := range judges {
		j := &judges[i]
		fmt.Printf("| %s | %d | %.0f | %.0f | %.4f | %.4f | %.6f |\n", j.name, len(j.said),
			stat.PopStdDev(j.said, nil), stat.PopStdDev(j.score, nil), stat.Correlation(j.said, j.score, nil),
			stat.Correlation(j.saidChance, j.scoreChance, nil), j.loss/float64(len(j.said)))
	}
	return nil
}

// hear has the judges evaluate the positions of a file.
func (c *agreeCommand) hear(ctx context.Context, path string, judges []judge) error {
	for g, err := range gamesIn(path) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if !train.HeldOut(&g, c.HeldOut) {
			continue
		}
		skip := c.Skip
		for s := range g.Samples() {
			if s.Score == selfplay.NoScore {
				continue
			}
			if skip--; skip >= 0 || s.Score > c.Max || s.Score < -c.Max || !s.Quiet() {
				continue
			}
			for j := range judges {
				judges[j].hear(&s, c.Scale, c.Search)
			}
		}
	}
	return nil
}

// judge is an evaluation and how it agrees with a search.
type judge struct {
	name      string
	evaluator eval.Evaluator
	// Of each position: the scores of the evaluation and of the search in centipawns, and as chances from 0 to 1.
	said, score, saidChance, scoreChance []float64
	// loss is the sum of the squared errors of the chances against the training target.
	loss float64
}

// hear adds a position.
func (j *judge) hear(s *selfplay.Sample, scale, search float64) {
	j.evaluator.Reset(s.Position)
	said, score := float64(j.evaluator.Score(s.Position)), float64(s.Score)
	x, y := 1/(1+math.Exp(-said/scale)), 1/(1+math.Exp(-score/scale))
	j.said, j.score = append(j.said, said), append(j.score, score)
	j.saidChance, j.scoreChance = append(j.saidChance, x), append(j.scoreChance, y)
	off := x - (search*y + (1-search)*s.Result)
	j.loss += off * off
}
