package review

import (
	"context"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// GameNotOver refuses the analysis of Game because it is still in progress.
const GameNotOver game.Code = "analyze-not-over"

// Analyst analyzes single positions.
type Analyst struct {
	fair  *fairplay.Guard
	nodes uint64
}

// NewAnalyst returns an analyst that searches each position with the given number of nodes.
func NewAnalyst(fair *fairplay.Guard, nodes uint64) *Analyst { return &Analyst{fair, nodes} }

// analysisLines is the number of principal variations of an analysis.
const analysisLines = 3

// Analysis is the engine's evaluation of a position.
type Analysis struct {
	// Verdict says how the game ended if it is over; there are no lines then.
	Verdict rules.Verdict
	// Lines are the principal variations, the best first.
	Lines []engine.Info
}

// Analyze analyzes the last position of a record for the actor.
func (a *Analyst) Analyze(ctx context.Context, act game.Act, rec *board.Record, ruleset rules.Ruleset) (Analysis, error) {
	cleared, err := a.fair.Ask(ctx, act.Question(fairplay.Analysis, rec, 0))
	if err != nil {
		return Analysis{}, err
	}
	judged := rec.Clone()
	if v := rules.Judge(&judged, ruleset); v.Outcome != rules.Ongoing {
		return Analysis{Verdict: v}, nil
	}
	key := engine.Key{User: string(act.Actor), Flow: "analysis"}
	limits := engine.Limits{Nodes: a.nodes, MultiPV: analysisLines, Ruleset: ruleset}
	res, err := a.fair.Analyze(ctx, cleared, key, rec, limits)
	if err != nil {
		return Analysis{}, err
	}
	return Analysis{Lines: res.Lines}, nil
}
