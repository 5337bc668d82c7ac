package match

import (
	"errors"
	"math"
)

// RatingFit holds the ratings of the rungs of a ladder, estimated from their games.
type RatingFit struct {
	// Elo are the ratings of the rungs, with the first at 0.
	Elo []float64
	// covariance of Elo; its first row and column are 0 because the first rating is fixed.
	covariance [][]float64
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
	var information [][]float64
	for range enough {
		information = square(rungs)
		pull := make([]float64, rungs)
		for _, e := range encounters {
			mean, _, count := e.Standing.Pentanomial.moments()
			total := count + drawn
			mean = (mean*count + drawn/2) / total
			expected := expectedScore((places[e.Stronger] - places[e.Weaker]) / natural)
			pull[e.Stronger] += total * (mean - expected)
			pull[e.Weaker] -= total * (mean - expected)
			addDifference(information, e, total*expected*(1-expected))
		}
		step, err := solve(information, [][]float64{pull})
		if err != nil {
			return RatingFit{}, err
		}
		largest := 0.0
		for i, d := range step[0] {
			d = max(-1, min(1, d)) // a first step that is too large would diverge
			places[i] += d
			largest = max(largest, math.Abs(d))
		}
		if largest < 1e-9 {
			break
		}
	}
	varied := square(rungs)
	for _, e := range encounters {
		_, variance, count := e.Standing.Pentanomial.moments()
		// The half drawn pair also contributes variance: that of two independent games, plus its distance from the
		// mean. Otherwise pairs that all have the same score, as the first few may, would have no variance.
		const alone = 1.0 / 8
		expected := expectedScore((places[e.Stronger] - places[e.Weaker]) / natural)
		addDifference(varied, e, count*variance+drawn*(alone+(0.5-expected)*(0.5-expected)))
	}
	half, err := solve(information, varied)
	if err != nil {
		return RatingFit{}, err
	}
	covariance, err := solve(information, transposed(half))
	if err != nil {
		return RatingFit{}, err
	}
	fit := RatingFit{Elo: make([]float64, rungs), covariance: covariance}
	for i := range places {
		fit.Elo[i] = places[i] / natural
		for j := range places {
			covariance[i][j] /= natural * natural
		}
	}
	return fit, nil
}

// Difference is the rating of rung a minus that of rung b, with the half-width of its 95 % confidence interval.
func (f *RatingFit) Difference(a, b int) (elo, margin float64) {
	variance := f.covariance[a][a] + f.covariance[b][b] - f.covariance[a][b] - f.covariance[b][a]
	const z95 = 1.959964
	return f.Elo[a] - f.Elo[b], z95 * math.Sqrt(max(0, variance))
}

// ExpectedScore is the expected score of rung a against rung b.
func (f *RatingFit) ExpectedScore(a, b int) float64 { return expectedScore(f.Elo[a] - f.Elo[b]) }

// square returns an n×n matrix of zeros.
func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func transposed(m [][]float64) [][]float64 {
	t := square(len(m))
	for i := range m {
		for j := range m {
			t[j][i] = m[i][j]
		}
	}
	return t
}

// addDifference adds the information of a matchup on the difference of two rungs to m.
func addDifference(m [][]float64, e Matchup, weight float64) {
	m[e.Stronger][e.Stronger] += weight
	m[e.Weaker][e.Weaker] += weight
	m[e.Stronger][e.Weaker] -= weight
	m[e.Weaker][e.Stronger] -= weight
}

// solve returns x with m x = y for each row y, with the first unknown fixed at 0, since differences do not determine
// it.
func solve(m [][]float64, rows [][]float64) ([][]float64, error) {
	n := len(m)
	a := square(n)
	x := make([][]float64, len(rows))
	for i := range m {
		copy(a[i], m[i])
	}
	for k := range rows {
		x[k] = append([]float64(nil), rows[k]...)
		x[k][0] = 0
	}
	// Gauss–Jordan elimination. Without its first row and column the matrix is positive definite: no pivoting is
	// needed.
	for i := 1; i < n; i++ {
		if a[i][i] < 1e-9 {
			return nil, errors.New("match: the ladder is not connected: a contestant has played nobody who is connected to the first")
		}
		for r := 1; r < n; r++ {
			if r == i {
				continue
			}
			factor := a[r][i] / a[i][i]
			for c := i; c < n; c++ {
				a[r][c] -= factor * a[i][c]
			}
			for k := range x {
				x[k][r] -= factor * x[k][i]
			}
		}
	}
	for k := range x {
		for i := 1; i < n; i++ {
			x[k][i] /= a[i][i]
		}
	}
	return x, nil
}
