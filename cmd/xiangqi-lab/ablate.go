package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uciclient"
)

type ablateCommand struct {
	Work workCommand `cmd:"" help:"Measure nodes and time to fixed depths, adding one technique at a time to plain minimax."`
	Elo  eloCommand  `cmd:"" help:"Measure in matches what the search loses without each technique."`
}

type workCommand struct {
	Command string `required:"" help:"Path of xiangqi-uci, whose CPU time is measured."`
	Depths  []int  `default:"3,5,7,9,11" help:"Search depths, in plies."`
	Nodes   uint64 `default:"20000000" help:"Node limit per position; the series ends at the first depth that exceeds it."`
	First   int    `placeholder:"N" help:"Only the first N positions of the bench (default: all)."`
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
	{"alpha-beta", []string{"AlphaBeta"}},
	{"ordering by victims, killers and histories",
		[]string{"MoveOrdering", "Killers", "ButterflyHistory", "ContinuationHistory", "PawnHistory", "CaptureHistory"}},
	{"iterative deepening", []string{"IterativeDeepening"}},
	{"transposition table", []string{"TranspositionTable"}},
	{"PVS and aspiration windows", []string{"PrincipalVariationSearch", "AspirationWindows", "MateDistancePruning"}},
	{"quiescence search", []string{"Quiescence", "DeltaPruning", "SEEPruning"}},
	{"null move", []string{"NullMove"}},
	{"reductions", []string{"LateMoveReductions", "HistoryReductions", "InternalIterativeReductions", "Improving"}},
	{"pruning at shallow depth",
		[]string{"Razoring", "ReverseFutility", "Futility", "LateMovePruning", "HistoryPruning", "ProbCut"}},
	{"extensions and corrections", []string{"SingularExtensions", "CheckExtensions", "CorrectionHistory"}},
}

// switches returns the switches of some ablations.
func switches(rows []ablation) (names []string) {
	for _, a := range rows {
		names = append(names, a.adds...)
	}
	return names
}

// without returns the parameters with some techniques switched off.
func without(names []string) (search.Params, error) {
	var settings []string
	for _, name := range names {
		settings = append(settings, name+"=0")
	}
	return search.ParseParams(settings)
}

// Run prints the table as Markdown.
func (c *workCommand) Run(ctx context.Context) error {
	if err := errors.Join(atLeast("--nodes", c.Nodes, 1), atLeast("--first", c.First, 0)); err != nil {
		return err
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
	standard := search.DefaultParams()
	start, _, err := spent(ctx, c.program(&standard), nil, uciclient.Limits{})
	if err != nil {
		return err
	}
	for i, a := range ablations {
		params, err := without(switches(ablations[i+1:]))
		if err != nil {
			return err
		}
		name := a.name
		if i > 0 {
			name = "+ " + name
		}
		row, beyond := "| "+name+" |", false
		for _, d := range c.Depths {
			if beyond {
				row += " – | – |"
				continue
			}
			nodes, took, err := c.reach(ctx, d, &params, start)
			if err != nil {
				return err
			}
			if beyond = nodes == 0; beyond {
				row += " – | – |"
				continue
			}
			row += fmt.Sprintf(" %s | %.3g |", thousands(nodes), took.Seconds())
		}
		fmt.Println(row)
	}
	return nil
}

// reach has the program search the bench positions to a depth and returns the sums of nodes and processor time, 0 if a
// position exceeded its limit.
func (c *workCommand) reach(
	ctx context.Context, depth int, params *search.Params, start time.Duration,
) (nodes uint64, took time.Duration, err error) {
	positions := search.BenchPositions()
	if c.First > 0 && c.First < len(positions) {
		positions = positions[:c.First]
	}
	for _, p := range positions {
		used, thought, err := spent(ctx, c.program(params), &board.Record{Start: p}, uciclient.Limits{
			Depth: depth, Nodes: c.Nodes,
		})
		if err != nil {
			return 0, 0, err
		}
		if thought.Nodes >= c.Nodes || thought.Depth < depth && thought.Mate == 0 {
			return 0, 0, nil
		}
		nodes, took = nodes+thought.Nodes, took+max(used-start, 0)
	}
	return nodes, took, nil
}

// program is the engine with some parameters.
func (c *workCommand) program(params *search.Params) uciclient.Options {
	return uciclient.Options{Command: strings.Fields(c.Command), Settings: []string{"Hash=16", "Params=" + params.String()}}
}

// thousands writes a number with commas.
func thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

type eloCommand struct {
	Techniques []string `help:"Comma-separated switches of techniques to disable, one match each (default: all)."`
	Openings   string   `required:"" type:"existingfile" help:"Opening positions, one FEN a line."`
	Games      int      `default:"200" help:"Games per match, rounded up to an even number."`
	Nodes      uint64   `default:"5000" help:"Nodes per move."`
	At         int      `name:"at-once" default:"1" help:"Games to play concurrently."`
	Eval       string   `type:"existingfile" help:"Network used by both sides instead of the hand-written evaluation."`
	Dir        string   `required:"" type:"path" help:"Directory for the journals, from which an interrupted run continues."`
}

// Run plays the matches and prints the table as Markdown.
func (c *eloCommand) Run(ctx context.Context) error {
	wanted := c.Techniques
	if len(wanted) == 0 {
		wanted = switches(ablations)
	}
	if _, err := without(wanted); err != nil {
		return fmt.Errorf("--techniques: %w", err)
	}
	if err := errors.Join(atLeast("--games", c.Games, 1), atLeast("--at-once", c.At, 1), atLeast("--nodes", c.Nodes, 1)); err != nil {
		return err
	}
	openings, err := readOpenings(c.Openings)
	if err != nil {
		return err
	}
	network, name, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return err
	}
	fmt.Println("| without | games | Elo | 95 % |")
	fmt.Println("| --- | ---: | ---: | --- |")
	versions := benches{}
	for _, t := range wanted {
		if err := c.play(ctx, t, openings, versions, match.BuiltInOptions{Network: network, NetworkName: name}); err != nil {
			return err
		}
	}
	return nil
}

// play plays a match of the search without one technique against the full one, and prints a row.
func (c *eloCommand) play(
	ctx context.Context, technique string, openings []board.Position, versions benches, all match.BuiltInOptions,
) (err error) {
	params, err := without([]string{technique})
	if err != nil {
		return err
	}
	lacking := all
	lacking.Params = &params
	m := &match.Match{
		A:        versions.builtIn("without "+technique, lacking),
		B:        versions.builtIn("all", all),
		Openings: openings, Pairs: (c.Games + 1) / 2, Concurrency: c.At,
		Budget: match.Budget{Nodes: c.Nodes}, Adjudication: match.QuickAdjudication(),
	}
	if m.Journal, err = match.OpenJournal(filepath.Join(c.Dir, technique+".jsonl")); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Journal.Close()) }()
	line := newProgress()
	m.Progress = func(s match.Standing) {
		line.show(s.Games(), s.MaxGames, s.FromJournal, fmt.Sprintf("without %s: %v", technique, s.String()))
	}
	s, err := m.Run(ctx)
	line.end()
	if err != nil {
		return err
	}
	elo, low, high := s.Pentanomial.Elo()
	fmt.Printf("| %s | %d | %+.0f | %+.0f to %+.0f |\n", technique, s.Games(), elo, low, high)
	return nil
}
