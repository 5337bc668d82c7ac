package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"xiangqibot/engine/search"
)

// SPSA holds the settings for tuning parameters by games with simultaneous perturbation stochastic approximation (Spall
// 1992). Each iteration perturbs all parameters at once, up or down at random. The player with these values plays the
// one with the opposite perturbations, and the parameters move towards the winner's. One pair of games says little
// about each parameter; tens of thousands say much about all of them.
//
// The same settings give the same [Path], interrupted or not.
type SPSA struct {
	// Params are the tuned parameters, each starting at its Default. Each needs a Step.
	Params []search.Param
	// Iterations is the number of iterations. The gain schedule depends on it, so changing it makes another run.
	Iterations int
	// Pairs is the number of game pairs per iteration.
	Pairs int
	// Rate is the gain: the fraction of its Step that a parameter moves, in the last iteration, per game of lead in a
	// pair. 0.002 to 0.004 suit tens of thousands of pairs; the Pairs of an iteration are averaged.
	Rate float64
	// Seed is the random seed.
	Seed uint64
	// Terms describes what else the games depend on. A path can be resumed only under the same terms.
	Terms   string
	Compete Compete
}

// Compete plays pairs of games between two sets of values; first is the number of the first pair, from 0. It returns
// the wins of a minus those of b.
type Compete func(ctx context.Context, a, b []int, first, pairs int) (float64, error)

// The exponents that Spall recommends: gamma for the perturbations and alpha for the gain. stability is Spall's A as a
// share of the iterations: it damps the gain of the first ones.
const (
	gamma     = 0.101
	alpha     = 0.602
	stability = 0.1
)

// Path is the state of a run.
type Path struct {
	// Iteration is the number of iterations done, Values are the current parameters.
	Iteration int       `json:"iteration"`
	Values    []float64 `json:"values"`
}

// Validate reports what is missing or contradictory.
func (s *SPSA) Validate() error {
	switch {
	case s.Iterations < 1 || s.Pairs < 1:
		return fmt.Errorf("tune: %d iterations of %d pairs: want 1 of each at least", s.Iterations, s.Pairs)
	case !(s.Rate > 0): // NaN is refused too
		return fmt.Errorf("tune: rate %g: want more than 0", s.Rate)
	}
	for _, p := range s.Params {
		if p.Step <= 0 {
			return fmt.Errorf("tune: %s has no step and is not tuned by SPSA", p.Name)
		}
	}
	return nil
}

// initial returns the initial state.
func (s *SPSA) initial() Path {
	var path Path
	for _, p := range s.Params {
		path.Values = append(path.Values, float64(p.Default))
	}
	return path
}

// Rounded returns the values rounded to integers.
func (p *Path) Rounded() []int {
	var values []int
	for _, v := range p.Values {
		values = append(values, int(math.Round(v)))
	}
	return values
}

// Run continues from a path, which it leaves unchanged, to the last iteration. It passes each new state to keep, which
// must not retain it. It stops early with the error of keep or of ctx; the state last passed to keep is then where to
// resume.
func (s *SPSA) Run(ctx context.Context, from Path, keep func(*Path) error) (Path, error) {
	path := Path{from.Iteration, slices.Clone(from.Values)}
	for path.Iteration < s.Iterations {
		if err := s.iterate(ctx, &path); err != nil {
			return path, err
		}
		if err := keep(&path); err != nil {
			return path, err
		}
	}
	return path, nil
}

// iterate does one iteration.
func (s *SPSA) iterate(ctx context.Context, path *Path) error {
	k, all := float64(path.Iteration+1), float64(s.Iterations)
	// Relative to the last iteration, in which a perturbation is one Step and the gain is Rate.
	wide := math.Pow(all/k, gamma)
	gain := s.Rate * math.Pow((1+stability)*all/(stability*all+k), alpha)

	random := rand.New(rand.NewPCG(s.Seed, uint64(path.Iteration)))
	var sides [2][]int
	signs := make([]float64, len(s.Params))
	for i, p := range s.Params {
		signs[i] = float64(2*random.IntN(2) - 1)
		// Stochastic rounding preserves the mean, however small the step.
		up := random.Float64()
		for side, sign := range [2]float64{signs[i], -signs[i]} {
			v := math.Floor(path.Values[i] + sign*wide*float64(p.Step) + up)
			sides[side] = append(sides[side], max(min(int(v), p.Max), p.Min))
		}
	}
	lead, err := s.Compete(ctx, sides[0], sides[1], path.Iteration*s.Pairs, s.Pairs)
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for i, p := range s.Params {
		v := path.Values[i] + gain/wide*lead/float64(s.Pairs)*float64(p.Step)*signs[i]
		path.Values[i] = max(min(v, float64(p.Max)), float64(p.Min))
	}
	path.Iteration++
	return nil
}
