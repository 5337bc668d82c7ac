package match

import (
	"context"
	"slices"
)

// LossStats are the centipawn losses of a player's moves.
type LossStats struct {
	// BestMoves is the number of moves that were the judge's first choice.
	BestMoves int
	// Losses has the loss of each move against the judge's choice, in centipawns from 0 to LossCap, in the order of the
	// games.
	Losses []int
}

// LossCap is the largest loss counted for a move: more than a rook, or a mate.
const LossCap = 1000

// LossMeter measures the centipawn loss of moves against the choice of a judge.
type LossMeter struct {
	// Judge searches the positions within Budget.
	Judge  Player
	Budget Budget
	// FirstPly is the first ply measured, from 0: people play the opening from memory.
	FirstPly int
	// MaxScore excludes positions that the judge scores beyond it, in centipawns: players are careless in decided
	// games.
	MaxScore int
	// MaxMoves limits the number of moves; 0 means all.
	MaxMoves int
	// Progress, if set, is called after each game that was measured.
	Progress func(*LossStats)
}

// Measure measures the moves of the player of that name. The loss of a move is the difference between the judge's
// scores of the positions before and after it, and 0 if it is the judge's own choice.
func (r *LossMeter) Measure(ctx context.Context, games []Game, name string) (LossStats, error) {
	var a LossStats
	for i := range games {
		g := &games[i]
		if g.Red != name && g.Black != name {
			continue
		}
		if err := r.game(ctx, g, name, &a); err != nil {
			return a, err
		}
		if r.Progress != nil {
			r.Progress(&a)
		}
		if r.full(&a) {
			break
		}
	}
	return a, nil
}

// full reports whether enough moves were measured.
func (r *LossMeter) full(a *LossStats) bool { return r.MaxMoves > 0 && len(a.Losses) >= r.MaxMoves }

// game measures the moves of one game.
func (r *LossMeter) game(ctx context.Context, g *Game, name string, a *LossStats) error {
	whole, err := g.Record()
	if err != nil {
		return err
	}
	if err := r.Judge.NewGame(ctx); err != nil {
		return err
	}
	rec := whole
	for ply := r.FirstPly; ply < len(whole.Moves) && !r.full(a); ply++ {
		rec.Moves = whole.Moves[:ply]
		before := rec.Position()
		if mover := [2]string{g.Red, g.Black}[before.SideToMove()]; mover != name {
			continue
		}
		best, err := r.Judge.Think(ctx, &rec, Turn{Budget: r.Budget})
		if err != nil {
			return err
		}
		if max(best.Score, -best.Score) > r.MaxScore {
			continue
		}
		move := whole.Moves[ply]
		if move == best.Move {
			a.BestMoves++
			a.Losses = append(a.Losses, 0)
			continue
		}
		rec.Moves = whole.Moves[:ply+1]
		after := rec.Position()
		if !after.HasLegalMove() {
			a.Losses = append(a.Losses, 0) // it won the game, whatever the judge preferred
			continue
		}
		answer, err := r.Judge.Think(ctx, &rec, Turn{Budget: r.Budget})
		if err != nil {
			return err
		}
		a.Losses = append(a.Losses, min(max(0, best.Score+answer.Score), LossCap))
	}
	return nil
}

// Median is the median loss.
func (a *LossStats) Median() int {
	if len(a.Losses) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(a.Losses))
	return sorted[len(sorted)/2]
}

// Mean is the average centipawn loss.
func (a *LossStats) Mean() float64 {
	sum := 0
	for _, l := range a.Losses {
		sum += l
	}
	return float64(sum) / float64(max(1, len(a.Losses)))
}

// ShareAtLeast is the share of the moves, from 0 to 1, that lose so many centipawns or more.
func (a *LossStats) ShareAtLeast(centipawns int) float64 {
	n := 0
	for _, l := range a.Losses {
		if l >= centipawns {
			n++
		}
	}
	return float64(n) / float64(max(1, len(a.Losses)))
}
