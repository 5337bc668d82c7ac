package selfplay

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/search"
)

// Labels holds the settings of searches that score positions of games anew, with other nodes than they were played
// with.
type Labels struct {
	// Evaluator is the evaluation of the search.
	Evaluator eval.Factory
	// Nodes is the number of nodes searched for each position. The transposition table is empty before.
	Nodes uint64
	// Share is the probability, 0 to 1, with which a position is drawn.
	Share float64
}

const (
	// labelSkip is the number of positions left out at the beginning of each game.
	labelSkip = 16
	// labelMaxScore is the new score, in centipawns, beyond which positions are left out, as decided. Those that are
	// not quiet by the new best move are left out too: see [Sample.Usable].
	labelMaxScore = 1500
	// labelHashMB is the size of the transposition table: clearing it must not take longer than a short search.
	labelHashMB = 1
)

// Validate reports what is wrong with the settings.
func (l *Labels) Validate() error {
	switch {
	case l.Nodes == 0:
		return errors.New("selfplay: a number of nodes for each position is needed")
	case !(l.Share > 0 && l.Share <= 1): // NaN is refused too
		return fmt.Errorf("selfplay: a share of %g of the positions: want more than 0, and 1 at most", l.Share)
	}
	return nil
}

// Run yields the positions of games that are drawn, each as a game of one ply: the best move by the search, its score,
// and the outcome of the game that the position is from. It stops with the error of games or of ctx.
func (l *Labels) Run(ctx context.Context, games iter.Seq2[Game, error]) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		rng := rand.New(rand.NewPCG(1, 1<<61))
		s := search.New(search.NewTable(labelHashMB), 1, l.Evaluator)
		for g, err := range games {
			if err != nil {
				yield(Game{}, err)
				return
			}
			for sample := range g.Samples() {
				if sample.Ply < labelSkip || rng.Float64() >= l.Share {
					continue
				}
				s.Clear()
				res := s.Run(ctx, &board.Record{Start: *sample.Position}, search.Limits{Nodes: l.Nodes}, nil)
				if ctx.Err() != nil {
					yield(Game{}, context.Cause(ctx))
					return
				}
				sample.Move, sample.Score = res.Best, res.Score
				if !sample.Usable(labelMaxScore) {
					continue
				}
				one := Game{Start: *sample.Position, Outcome: g.Outcome, Plies: []Ply{{res.Best, int16(res.Score)}}}
				if !yield(one, nil) {
					return
				}
			}
		}
	}
}
