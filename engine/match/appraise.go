package match

import (
	"context"
	"slices"
)

// Appraisal says how good somebody's moves are in the eyes of a judge.
type Appraisal struct {
	// Best is how many moves were those that the judge would have played.
	Best int
	// Losses is what each move lost against the judge's own, in centipawns from 0 to MostLost, in the order of the games.
	Losses []int
}

// MostLost is the most that a move is said to lose: a rook and more, or a mate.
const MostLost = 1000

// Appraiser measures moves by their centipawn loss against the choice of a judge.
type Appraiser struct {
	// Judge thinks about the positions, under the budget.
	Judge  Player
	Budget Budget
	// From is the first ply that counts, from 0: before it people play by heart.
	From int
	// Within leaves out positions that the judge holds for won or lost by more, in centipawns: there nobody takes pains.
	Within int
	// Most ends the appraisal after so many moves; 0 means all.
	Most int
	// Progress, if set, is called after each game that was looked at.
	Progress func(a *Appraisal, games int)
}

// Appraise has the judge look at every move of the player of that name. A move loses the difference between the judge's
// score of the position before it and that of the position after it, and nothing if it is the judge's own.
func (r *Appraiser) Appraise(ctx context.Context, games []Game, name string) (Appraisal, error) {
	var a Appraisal
	for i := range games {
		g := &games[i]
		if g.Red != name && g.Black != name {
			continue
		}
		if err := r.game(ctx, g, name, &a); err != nil {
			return a, err
		}
		if r.Progress != nil {
			r.Progress(&a, i+1)
		}
		if r.full(&a) {
			break
		}
	}
	return a, nil
}

// full reports whether enough moves were looked at.
func (r *Appraiser) full(a *Appraisal) bool { return r.Most > 0 && len(a.Losses) >= r.Most }

// game appraises the moves of one game.
func (r *Appraiser) game(ctx context.Context, g *Game, name string, a *Appraisal) error {
	whole, err := g.Record()
	if err != nil {
		return err
	}
	if err := r.Judge.NewGame(ctx); err != nil {
		return err
	}
	rec := whole
	for ply := r.From; ply < len(whole.Moves) && !r.full(a); ply++ {
		rec.Moves = whole.Moves[:ply]
		before := rec.Position()
		if mover := [2]string{g.Red, g.Black}[before.SideToMove()]; mover != name {
			continue
		}
		best, err := r.Judge.Think(ctx, &rec, Turn{Budget: r.Budget})
		if err != nil {
			return err
		}
		if max(best.Score, -best.Score) > r.Within {
			continue
		}
		move := whole.Moves[ply]
		if move == best.Move {
			a.Best++
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
		a.Losses = append(a.Losses, min(max(0, best.Score+answer.Score), MostLost))
	}
	return nil
}

// Median is what half of the moves lose at most.
func (a *Appraisal) Median() int {
	if len(a.Losses) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(a.Losses))
	return sorted[len(sorted)/2]
}

// Mean is what a move loses on the average.
func (a *Appraisal) Mean() float64 {
	sum := 0
	for _, l := range a.Losses {
		sum += l
	}
	return float64(sum) / float64(max(1, len(a.Losses)))
}

// Share is the part of the moves, from 0 to 1, that lose so much or more.
func (a *Appraisal) Share(centipawns int) float64 {
	n := 0
	for _, l := range a.Losses {
		if l >= centipawns {
			n++
		}
	}
	return float64(n) / float64(max(1, len(a.Losses)))
}
