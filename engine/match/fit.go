package match

import (
	"errors"
	"math"
)

// Fit is the ratings of the rungs of a ladder, by the games between them.
type Fit struct {
	// Elo are the places of the rungs, the first at 0.
	Elo []float64
	// covariance of Elo; its first row and column are 0, for the first place is no guess.
	covariance [][]float64
}

// FitLadder finds the places that make the results likeliest when each game goes by the difference of two places alone
// (the model of Bradley and Terry, a draw being half a win and half a loss). Every rung must be tied to the first by
// encounters.
//
// The errors come from the pairs, whose scores vary less than those of independent games would: the information of the
// model is put on either side of what the pairs really varied by (a "sandwich"). Half a drawn pair is added to each
// encounter, as in Pairs.Elo.
func FitLadder(rungs int, encounters []Encounter) (Fit, error) {
	if rungs < 2 {
		return Fit{}, errors.New("match: a ladder of less than two rungs has nothing to fit")
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
			mean, _, count := e.Standing.Pairs.moments()
			total := count + drawn
			mean = (mean*count + drawn/2) / total
			expected := scoreAt((places[e.Stronger] - places[e.Weaker]) / natural)
			pull[e.Stronger] += total * (mean - expected)
			pull[e.Weaker] -= total * (mean - expected)
			spread(information, e, total*expected*(1-expected))
		}
		step, err := solve(information, [][]float64{pull})
		if err != nil {
			return Fit{}, err
		}
		largest := 0.0
		for i, d := range step[0] {
			d = max(-1, min(1, d)) // a first step too far could not be taken back
			places[i] += d
			largest = max(largest, math.Abs(d))
		}
		if largest < 1e-9 {
			break
		}
	}
	varied := square(rungs)
	for _, e := range encounters {
		_, variance, count := e.Standing.Pairs.moments()
		// The half drawn pair varies too, by its distance from the mean, and as two games that know nothing of each
		// other do: pairs that all ended alike, as the first few may, would else claim to vary by nothing.
		const alone = 1.0 / 8
		expected := scoreAt((places[e.Stronger] - places[e.Weaker]) / natural)
		spread(varied, e, count*variance+drawn*(alone+(0.5-expected)*(0.5-expected)))
	}
	half, err := solve(information, varied)
	if err != nil {
		return Fit{}, err
	}
	covariance, err := solve(information, transposed(half))
	if err != nil {
		return Fit{}, err
	}
	fit := Fit{Elo: make([]float64, rungs), covariance: covariance}
	for i := range places {
		fit.Elo[i] = places[i] / natural
		for j := range places {
			covariance[i][j] /= natural * natural
		}
	}
	return fit, nil
}

// Apart is how far rung a is above rung b, with the half-width of its 95 % interval.
func (f *Fit) Apart(a, b int) (elo, margin float64) {
	variance := f.covariance[a][a] + f.covariance[b][b] - f.covariance[a][b] - f.covariance[b][a]
	const z95 = 1.959964
	return f.Elo[a] - f.Elo[b], z95 * math.Sqrt(max(0, variance))
}

// Score is the mean score that the fit expects of rung a against rung b.
func (f *Fit) Score(a, b int) float64 { return scoreAt(f.Elo[a] - f.Elo[b]) }

// square makes a matrix of zeros.
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

// spread adds what an encounter says about the difference of two rungs.
func spread(m [][]float64, e Encounter, weight float64) {
	m[e.Stronger][e.Stronger] += weight
	m[e.Weaker][e.Weaker] += weight
	m[e.Stronger][e.Weaker] -= weight
	m[e.Weaker][e.Stronger] -= weight
}

// solve finds x with m x = y for each row y, with the first unknown held at 0, which the differences leave open.
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
	// Gauss and Jordan. The matrix is positive definite without its first row and column, so no row need be exchanged.
	for i := 1; i < n; i++ {
		if a[i][i] < 1e-9 {
			return nil, errors.New("match: the ladder falls apart: a contestant has played nobody who is tied to the first")
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
