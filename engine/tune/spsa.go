package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"xiangqibot/engine/search"
)

// SPSA is a plan for tuning parameters by games: simultaneous perturbation stochastic approximation (Spall 1992). Each
// iteration perturbs all parameters at once, up or down at random. The player with these values plays the one with all
// perturbations reversed, and the parameters move towards the winner's. One pair of games says little about each
// parameter, tens of thousands say much about all of them.
//
// Everything follows from the plan: the same plan gives the same [Path] whether or not it is interrupted in between.
type SPSA struct {
	// Params are what is tuned, each from its Standard on. Those without a Step cannot be.
	Params []search.Param
	// Iterations is how many there are in all. The gain shrinks over them, so a plan with more is another run.
	Iterations int
	// Pairs is how many pairs of games an iteration has.
	Pairs int
	// Rate is the gain: the fraction of its Step that a parameter moves, in the last iteration, per game of lead in a pair.
	// 0.002 to 0.004 suit tens of thousands of pairs; several Pairs an iteration share one move.
	Rate float64
	// Seed makes one run different from another.
	Seed uint64
	// Terms says what else the games depend on. A path is continued only on the terms that it was begun with.
	Terms string
	// Compete lets two sets of values play so many pairs of games, the first of which has that number, counted from 0.
	// It returns by how many games a is ahead of b.
	Compete func(ctx context.Context, a, b []int, first, pairs int) (float64, error)
}

// The exponents that Spall recommends: perturbations shrink by the power of shrinkStep, the gain by that of shrinkGain.
// The gain of the first iterations is damped as if a tenth of all had gone before.
const (
	shrinkStep = 0.101
	shrinkGain = 0.602
	damping    = 0.1
)

// Path is how far a run has come.
type Path struct {
	// Iteration is how many are done, Values where the parameters are now.
	Iteration int       `json:"iteration"`
	Values    []float64 `json:"values"`
	// Points are where they were on the way, evenly spread, for a picture.
	Points []Point `json:"points"`
}

// Point is where the numbers were after an iteration.
type Point struct {
	Iteration int       `json:"iteration"`
	Values    []float64 `json:"values"`
}

// pathPoints is how many points a whole path has, about.
const pathPoints = 200

// Validate tells what is missing or contradictory.
func (s *SPSA) Validate() error {
	switch {
	case len(s.Params) == 0:
		return errors.New("tune: SPSA needs at least one parameter to tune")
	case s.Iterations < 1 || s.Pairs < 1:
		return fmt.Errorf("tune: %d iterations of %d pairs: want 1 of each at least", s.Iterations, s.Pairs)
	case !(s.Rate > 0): // NaN is refused too
		return fmt.Errorf("tune: rate %g: want more than 0", s.Rate)
	}
	for _, p := range s.Params {
		if p.Step <= 0 {
			return fmt.Errorf("tune: %s has no step and is not tuned by SPSA", p.Name)
		}
		if p.Default < p.Min || p.Default > p.Max {
			return fmt.Errorf("tune: %s begins at %d: want %d to %d", p.Name, p.Default, p.Min, p.Max)
		}
	}
	return nil
}

// First returns the beginning of the path.
func (s *SPSA) First() Path {
	var path Path
	for _, p := range s.Params {
		path.Values = append(path.Values, float64(p.Default))
	}
	path.note()
	return path
}

// note keeps the present point.
func (p *Path) note() {
	p.Points = append(p.Points, Point{p.Iteration, append([]float64(nil), p.Values...)})
}

// Rounded returns the values as they would be used.
func (p *Path) Rounded() []int {
	var values []int
	for _, v := range p.Values {
		values = append(values, int(math.Round(v)))
	}
	return values
}

// Run goes on from a path to the end of the plan. Each new state of it is handed to keep, which must not hold on to it.
// It ends early with the error of keep or of ctx; what was kept last is then where to go on.
func (s *SPSA) Run(ctx context.Context, from Path, keep func(*Path) error) (Path, error) {
	if err := s.Validate(); err != nil {
		return from, err
	}
	if len(from.Values) != len(s.Params) {
		return from, fmt.Errorf("tune: the path has %d parameters, the plan %d", len(from.Values), len(s.Params))
	}
	for path := from; ; {
		if path.Iteration >= s.Iterations {
			return path, nil
		}
		if err := s.iterate(ctx, &path); err != nil {
			return path, err
		}
		if err := keep(&path); err != nil {
			return path, err
		}
	}
}

// iterate goes one step.
func (s *SPSA) iterate(ctx context.Context, path *Path) error {
	k, all := float64(path.Iteration+1), float64(s.Iterations)
	// Relative to the last iteration, in which a perturbation is one Step and the gain is Rate.
	wide := math.Pow(all/k, shrinkStep)
	gain := s.Rate * math.Pow((1+damping)*all/(damping*all+k), shrinkGain)

	random := rand.New(rand.NewPCG(s.Seed, uint64(path.Iteration)))
	var sides [2][]int
	signs := make([]float64, len(s.Params))
	for i, p := range s.Params {
		signs[i] = float64(2*random.IntN(2) - 1)
		// Random rounding keeps the mean where it is, however small the step.
		up := random.Float64()
		for side, sign := range [2]float64{signs[i], -signs[i]} {
			v := math.Floor(path.Values[i] + sign*wide*float64(p.Step) + up)
			sides[side] = append(sides[side], max(min(int(v), p.Max), p.Min))
		}
	}
	ahead, err := s.Compete(ctx, sides[0], sides[1], path.Iteration*s.Pairs, s.Pairs)
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for i, p := range s.Params {
		v := path.Values[i] + gain/wide*ahead/float64(s.Pairs)*float64(p.Step)*signs[i]
		path.Values[i] = max(min(v, float64(p.Max)), float64(p.Min))
	}
	path.Iteration++
	if each := max(1, s.Iterations/pathPoints); path.Iteration%each == 0 || path.Iteration == s.Iterations {
		path.note()
	}
	return nil
}
