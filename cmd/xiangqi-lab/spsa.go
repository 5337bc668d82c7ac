package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/lab/tune"
	"xiangqibot/engine/search"
)

type spsaCommand struct {
	State      string   `arg:"" type:"path" help:"Journal of the run. An existing one is continued."`
	Params     []string `help:"Comma-separated parameters to tune (default: all that have a step)." sep:","`
	Iterations int      `default:"15000" help:"Total number of iterations."`
	Pairs      int      `default:"1" help:"Game pairs per iteration."`
	Rate       float64  `default:"0.002" help:"Final change of a parameter for each game won more than lost, as a share of its step."`
	Openings   string   `required:"" type:"existingfile" help:"Opening positions, one FEN a line."`
	Nodes      uint64   `default:"8000" help:"Nodes per move."`
	AtOnce     int      `default:"1" help:"Games to play concurrently. Does not affect the result."`
	Eval       string   `type:"existingfile" help:"Network used by both sides instead of the hand-written evaluation."`
	Seed       uint64   `default:"1" help:"Random seed."`
}

// Run does the remaining iterations.
func (c *spsaCommand) Run(ctx context.Context) error {
	plan, err := c.plan(ctx)
	if err != nil {
		return err
	}
	from, err := plan.LoadPath(c.State)
	if err != nil {
		return err
	}
	line := newProgress()
	path, err := plan.Run(ctx, from, func(p *tune.Path) error {
		line.show(p.Iteration, plan.Iterations, from.Iteration, fmt.Sprintf("%d games", 2*plan.Pairs*p.Iteration))
		return plan.SavePath(c.State, p)
	})
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	c.report(plan, &path)
	if stopped {
		fmt.Printf("stopped after iteration %d of %d; the same command goes on from there\n", path.Iteration, plan.Iterations)
	}
	return nil
}

// plan builds a plan from the flags.
func (c *spsaCommand) plan(ctx context.Context) (*tune.SPSA, error) {
	err := errors.Join(atLeast("--at-once", c.AtOnce, 1), atLeast("--nodes", c.Nodes, 1), place("the state", c.State))
	if err != nil {
		return nil, err
	}
	openings, err := readOpenings(c.Openings)
	if err != nil {
		return nil, err
	}
	params, err := c.tuned()
	if err != nil {
		return nil, err
	}
	network, name, err := readNetwork(c.Eval)
	if err != nil {
		return nil, err
	}
	games := match.Match{
		Openings: openings, Concurrency: c.AtOnce, Budget: match.Budget{Nodes: c.Nodes}, Adjudication: match.QuickAdjudication(),
	}
	plan := &tune.SPSA{
		Params: params, Iterations: c.Iterations, Pairs: c.Pairs, Rate: c.Rate, Seed: c.Seed,
		Compete: tune.SearchGames(params, network.Evaluation(), games),
	}
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	signature, err := bench(ctx, evaluation(network))
	if err != nil {
		return nil, err
	}
	plan.Terms = fmt.Sprintf("%d nodes, %v, %s, engine of bench %d", c.Nodes, games.Adjudication,
		selfplay.FromOpenings(openings).Name, signature)
	if network != nil {
		plan.Terms += ", network " + name
	}
	return plan, nil
}

// tuned returns the tuned parameters.
func (c *spsaCommand) tuned() (params []search.Param, err error) {
	wanted := make(map[string]bool)
	for _, name := range c.Params {
		wanted[strings.TrimSpace(name)] = true
	}
	for _, p := range search.AllParams() {
		if all := len(c.Params) == 0; all && p.Step > 0 || wanted[p.Name] {
			params = append(params, p)
		}
		delete(wanted, p.Name)
	}
	for name := range wanted {
		return nil, fmt.Errorf("--params: there is no parameter %q", name)
	}
	return params, nil
}

// report prints the current parameters.
func (c *spsaCommand) report(plan *tune.SPSA, path *tune.Path) {
	fmt.Printf("after %d of %d iterations, %d games:\n", path.Iteration, plan.Iterations, 2*plan.Pairs*path.Iteration)
	var tuned []string
	for i, v := range path.Rounded() {
		p := &plan.Params[i]
		fmt.Printf("%-26s %6d -> %6d  (%+.1f steps)\n", p.Name, p.Default, v, (path.Values[i]-float64(p.Default))/float64(p.Step))
		tuned = append(tuned, fmt.Sprintf("%s=%d", p.Name, v))
	}
	fmt.Printf("to see what they are worth: match --a-option Params=%s\n", strings.Join(tuned, ","))
}
