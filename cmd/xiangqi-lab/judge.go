package main

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/engine/lab/match"
)

type judgeCommand struct {
	Journal []string     `arg:"" help:"Journals with games of the players." type:"existingfile"`
	Player  []string     `required:"" help:"Player to judge, by its name in the journal: \"level 2\". May be repeated." sep:"none"`
	Judge   programFlags `embed:""`
	Nodes   uint64       `default:"15000" help:"Nodes per position."`
	Moves   int          `default:"2000" help:"How many moves of each player, at most."`
}

// The moves that are judged: those from a ply on, in positions that the judge scores within so many centipawns. The
// values of people are known for these.
const (
	judgedFrom   = 10
	judgedWithin = 400
)

// Run prints a line for each player, with the columns for which the values of people are known.
func (c *judgeCommand) Run(ctx context.Context) (err error) {
	if err := errors.Join(atLeast("--moves", c.Moves, 1), atLeast("--nodes", c.Nodes, 1)); err != nil {
		return err
	}
	if c.Judge.Command == "" {
		return errors.New("name the program that judges: --command")
	}
	var games []match.Game
	for _, path := range c.Journal {
		more, err := match.ReadJournal(path)
		if err != nil {
			return err
		}
		games = append(games, more...)
	}
	judge, err := match.UCI("judge", c.Judge.options()).Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, judge.Close()) }()
	fmt.Println("| player | moves | best move found | median loss | mean | loses >= 100 | >= 200 | >= 400 |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, name := range c.Player {
		line := newProgress()
		bench := match.LossMeter{
			Judge: judge, Budget: match.Budget{Nodes: c.Nodes}, FirstPly: judgedFrom, MaxScore: judgedWithin, MaxMoves: c.Moves,
			Progress: func(a *match.LossStats) { line.show(len(a.Losses), c.Moves, 0, name) },
		}
		a, err := bench.Measure(ctx, games, name)
		if err != nil {
			return err
		}
		if len(a.Losses) == 0 {
			return fmt.Errorf("no move of %q is in the journals; names are written there as \"red\" and \"black\"", name)
		}
		fmt.Printf("| %s | %d | %.0f %% | %d | %.0f | %.1f %% | %.1f %% | %.1f %% |\n", name, len(a.Losses),
			100*float64(a.BestMoves)/float64(len(a.Losses)), a.Median(), a.Mean(),
			100*a.ShareAtLeast(100), 100*a.ShareAtLeast(200), 100*a.ShareAtLeast(400))
	}
	return nil
}
