package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"xiangqibot/engine/board"
	"xiangqibot/engine/search"
)

type depthsCommand struct {
	Openings string   `required:"" type:"existingfile" help:"Positions, one FEN a line."`
	First    int      `default:"16" help:"Number of positions to search."`
	Depth    int      `default:"14" help:"Depth of the last iteration."`
	Eval     string   `type:"existingfile" help:"Network used instead of the hand-written evaluation."`
	Param    []string `help:"Search parameter, NAME=VALUE. May be repeated." sep:"none"`
}

// Run prints the nodes that a search with an empty table needs for each depth, as their geometric mean over the
// positions, and the factor from each depth to the next.
func (c *depthsCommand) Run(ctx context.Context) error {
	if err := errors.Join(atLeast("--first", c.First, 1), atLeast("--depth", c.Depth, 1)); err != nil {
		return err
	}
	positions, err := readOpenings(c.Openings)
	if err != nil {
		return err
	}
	positions = positions[:min(c.First, len(positions))]
	params, err := search.ParseParams(c.Param)
	if err != nil {
		return fmt.Errorf("--param: %w", err)
	}
	network, _, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	s := search.New(search.NewTable(usualHash), 1, evaluation(network))
	s.SetParams(params)
	logs := make([]float64, c.Depth+1)
	for _, p := range positions {
		s.Clear()
		nodes := make([]float64, c.Depth+1)
		s.Run(ctx, &board.Record{Start: p}, search.Limits{Depth: c.Depth}, func(i search.Info) {
			nodes[i.Depth] = float64(i.Nodes)
		})
		for d := 1; d <= c.Depth; d++ {
			logs[d] += math.Log(max(nodes[d], nodes[d-1], 1)) / float64(len(positions))
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Println("| depth | nodes | factor |")
	fmt.Println("| ---: | ---: | ---: |")
	for d := 1; d <= c.Depth; d++ {
		fmt.Printf("| %d | %s | %.2f |\n", d, thousands(uint64(math.Exp(logs[d]))), math.Exp(logs[d]-logs[d-1]))
	}
	return nil
}
