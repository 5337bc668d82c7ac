package main

import (
	"runtime"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/study"
)

// workers leaves one processor to everything else.
func (e engineConfig) workers() int {
	if e.Searches > 0 {
		return int(e.Searches)
	}
	return max(1, runtime.GOMAXPROCS(0)-1)
}

// network returns the network that evaluates positions, nil for the hand-written evaluation.
func (e engineConfig) network() (*nnue.Network, error) {
	switch e.Network {
	case "":
		return nnue.Default(), nil
	case "off":
		return nil, nil
	}
	return nnue.ReadFile(e.Network)
}

// How many times as long the engine looks at a single position as the first pass of a review does: for an analysis of
// three lines, and for a hint or the check of one move.
const (
	analysisShare = 6
	hintShare     = 3
)

// reviewPlan returns how many nodes reviews search per position.
func (e engineConfig) reviewPlan() study.Plan {
	plan := study.DefaultPlan()
	plan.Second = plan.Second / plan.First * uint64(e.ReviewNodes)
	plan.First = uint64(e.ReviewNodes)
	return plan
}
