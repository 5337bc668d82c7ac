package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/search"
)

type ablateCommand struct {
	Depths   []int  `default:"3,5,7,9,11" help:"Search depths, in plies."`
	Nodes    uint64 `default:"20000000" help:"Node limit per position; the series ends at the first depth that exceeds it."`
	Openings string `type:"existingfile" help:"Positions, one FEN a line (default: those of the bench)."`
	First    int    `placeholder:"N" help:"Only the first N positions (default: all)."`
	Full     bool   `help:"Measure only the full search."`
	Games    int    `help:"Also play so many games for each term of the evaluation by hand, and for values bred by genes."`
}

// ablation is a row of the table: the techniques added to those of the rows above, by their switches among the
// parameters of the search.
type ablation struct {
	name string
	adds []string
}

// ablations lead from plain minimax to the full search.
var ablations = []ablation{
	{"plain minimax", nil},
	{"+ alpha-beta", []string{"AlphaBeta"}},
	{"+ ordering by victims, killers and histories",
		[]string{"MoveOrdering", "Killers", "ButterflyHistory", "ContinuationHistory", "PawnHistory", "CaptureHistory"}},
	{"+ iterative deepening", []string{"IterativeDeepening"}},
	{"+ transposition table", []string{"TranspositionTable"}},
	{"+ PVS and aspiration windows", []string{"PrincipalVariationSearch", "AspirationWindows", "MateDistancePruning"}},
	{"+ quiescence search", []string{"Quiescence", "QuietChecks", "DeltaPruning", "SEEPruning"}},
	{"+ null move", []string{"NullMove"}},
	{"+ reductions", []string{"LateMoveReductions", "HistoryReductions", "InternalIterativeReductions", "Improving"}},
	{"+ pruning at shallow depth",
		[]string{"ReverseFutility", "Futility", "LateMovePruning", "HistoryPruning"}},
	{"+ singular extensions and corrections", []string{"SingularExtensions", "CorrectionHistory"}},
}

// without returns the parameters with the techniques of some ablations switched off.
func without(rows []ablation) (search.Params, error) {
	var settings []string
	for _, a := range rows {
		for _, name := range a.adds {
			settings = append(settings, name+"=0")
		}
	}
	return search.ParseParams(settings)
}

// Run prints the table as Markdown: for each depth the nodes of a search with an empty table, as their geometric mean
// over the positions, and the sum of its time. Bars show the nodes to the first depth.
func (c *ablateCommand) Run(ctx context.Context) error {
	if err := errors.Join(atLeast("--nodes", c.Nodes, 1), atLeast("--first", c.First, 0), atLeast("--games", c.Games, 0)); err != nil {
		return err
	}
	positions := search.BenchPositions()
	if c.Openings != "" {
		var err error
		if positions, err = readOpenings(c.Openings); err != nil {
			return err
		}
	}
	if c.First > 0 {
		positions = positions[:min(c.First, len(positions))]
	}
	head, rule := "| with |", "| --- |"
	for _, d := range c.Depths {
		if err := atLeast("--depths", d, 1); err != nil {
			return err
		}
		head += fmt.Sprintf(" depth %d: nodes | seconds |", d)
		rule += " ---: | ---: |"
	}
	fmt.Println(head)
	fmt.Println(rule)
	numbers, picture := message.NewPrinter(language.English), "" // numbers with commas
	for i, a := range ablations {
		if c.Full && i < len(ablations)-1 {
			continue
		}
		params, err := without(ablations[i+1:])
		if err != nil {
			return err
		}
		row := "| " + a.name + " |"
		for i, d := range c.Depths {
			nodes, took, err := c.reach(ctx, positions, d, &params)
			if err != nil {
				return err
			}
			if nodes == 0 {
				row += strings.Repeat(" – | – |", len(c.Depths)-i)
				break
			}
			row += fmt.Sprintf(" %s | %.3g |", numbers.Sprint(nodes), took.Seconds())
			if i == 0 {
				picture += fmt.Sprintf("    %-46s%s\n", a.name, strings.Repeat("█", int(4*math.Log2(float64(nodes)))))
			}
		}
		fmt.Println(row)
	}
	if !c.Full {
		fmt.Printf("\nThe nodes to depth %d; four blocks more are twice as many:\n\n%s", c.Depths[0], picture)
	}
	if c.Games == 0 {
		return nil
	}
	return c.printTerms(ctx)
}

// reach searches the positions to a depth with one thread and the network. It returns the mean of the nodes and
// the sum of the time, 0 if a position exceeded its limit.
func (c *ablateCommand) reach(
	ctx context.Context, positions []board.Position, depth int, params *search.Params,
) (nodes uint64, took time.Duration, err error) {
	e := engine.New(engine.Options{HashMB: 16, Params: params, Evaluation: nnue.Default().Evaluation()})
	logs := 0.0
	for _, p := range positions {
		e.Clear()
		start := time.Now()
		r, err := e.Analyze(ctx, &board.Record{Start: p}, engine.Limits{Depth: depth, Nodes: c.Nodes}, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, 0, err
		}
		took += time.Since(start)
		if r.Nodes >= c.Nodes || r.Depth < depth && r.Mate == 0 {
			return 0, 0, nil
		}
		logs += math.Log(float64(max(r.Nodes, 1)))
	}
	return uint64(math.Round(math.Exp(logs / float64(len(positions))))), took, nil
}
