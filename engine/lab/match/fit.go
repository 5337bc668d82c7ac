package match

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// RatingFit holds the ratings of the rungs of a ladder, estimated from their games.
type RatingFit struct {
	// Elo are the ratings of the rungs, with the first at 0.
	Elo []float64
	// covariance of Elo; its first row and column are 0 because the first rating is fixed.
	covariance mat.Dense
}

// FitRatings returns the maximum-likelihood ratings in the Bradley–Terry model, in which the expected score depends
// only on the rating difference; a draw counts as half a win and half a loss. Every rung must be connected to the first
// by matchups.
//
// The errors are based on pairs, whose scores vary less than those of independent games: they come from the sandwich
// estimator, with the observed variance of the pairs between two inverse information matrices. Half a drawn pair is
// added to each matchup, as in [Pentanomial.Elo].
func FitRatings(rungs int, encounters []Matchup) (RatingFit, error) {
	if rungs < 2 {
		return RatingFit{}, errors.New("match: a ladder of less than two rungs has nothing to fit")
	}
	const (
		natural = math.Ln10 / 400 // Elo in the natural unit of the model
		drawn   = 0.5
		enough  = 100 // Newton's method needs less than ten steps
	)
	places := make([]float64, rungs)
	var information mat.Cholesky
	for range enough {
		matrix, pull := differences(rungs), mat.NewVecDense(rungs, nil)
		for _, e := range encounters {
			mean, _, count := e.Standing.Pentanomial.moments()
			total := count + drawn
			mean = (mean*count + drawn/2) / total
			expected := expectedScore((places[e.Stronger] - places[e.Weaker]) / natural)
			pull.SetVec(e.Stronger, pull.AtVec(e.Stronger)+total*(mean-expected))
			pull.SetVec(e.Weaker, pull.AtVec(e.Weaker)-total*(mean-expected))
			addDifference(matrix, e, total*expected*(1-expected))
		}
		pull.SetVec(0, 0) // the first rating is fixed
		const singular = 1e12
		if !information.Factorize(matrix) || information.Cond() > singular {
			return RatingFit{}, errors.New("match: the ladder is not connected: a contestant has played nobody who is connected to the first")
		}
		var step mat.VecDense
		if err := information.SolveVecTo(&step, pull); err != nil {
			return RatingFit{}, fmt.Errorf("match: %w", err)
		}
		largest := 0.0
		for i := range places {
			d := max(-1, min(1, step.AtVec(i))) // a first step that is too large would diverge
			places[i] += d
			largest = max(largest, math.Abs(d))
		}
		if largest < 1e-9 {
			break
		}
	}
	varied := differences(rungs)
	for _, e := range encounters {
		_, variance, count := e.Standing.Pentanomial.moments()
		// The half drawn pair also contributes variance: that of two independent games, plus its distance from the
		// mean. Otherwise pairs that all have the same score, as the first few may, would have no variance.
		const alone = 1.0 / 8
		expected := expectedScore((places[e.Stronger] - places[e.Weaker]) / natural)
		addDifference(varied, e, count*variance+drawn*(alone+(0.5-expected)*(0.5-expected)))
	}
	varied.SetSym(0, 0, 0)
	var inverse mat.SymDense
	if err := information.InverseTo(&inverse); err != nil {
		return RatingFit{}, fmt.Errorf("match: %w", err)
	}
	fit := RatingFit{Elo: make([]float64, rungs)}
	fit.covariance.Product(&inverse, varied, &inverse)
	fit.covariance.Scale(1/(natural*natural), &fit.covariance)
	for i := range places {
		fit.Elo[i] = places[i] / natural
	}
	return fit, nil
}

// Difference is the rating of rung a minus that of rung b, with the half-width of its 95 % confidence interval.
func (f *RatingFit) Difference(a, b int) (elo, margin float64) {
	c := &f.covariance
	variance := c.At(a, a) + c.At(b, b) - c.At(a, b) - c.At(b, a)
	const z95 = 1.959964
	return f.Elo[a] - f.Elo[b], z95 * math.Sqrt(max(0, variance))
}

// ExpectedScore is the expected score of rung a against rung b.
func (f *RatingFit) ExpectedScore(a, b int) float64 { return expectedScore(f.Elo[a] - f.Elo[b]) }

// differences returns a matrix for [addDifference]. Differences do not determine the ratings, so that of the first rung
// is fixed: its row and column are those of a unit matrix.
func differences(rungs int) *mat.SymDense {
	m := mat.NewSymDense(rungs, nil)
	m.SetSym(0, 0, 1)
	return m
}

// addDifference adds the information of a matchup on the difference of two rungs to m.
func addDifference(m *mat.SymDense, e Matchup, weight float64) {
	for _, rung := range []int{e.Stronger, e.Weaker} {
		if rung > 0 {
			m.SetSym(rung, rung, m.At(rung, rung)+weight)
		}
	}
	if e.Stronger > 0 && e.Weaker > 0 {
		m.SetSym(e.Stronger, e.Weaker, m.At(e.Stronger, e.Weaker)-weight)
	}
}
