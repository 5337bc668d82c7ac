package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/search"
)

// toy is a game that is won the likelier the nearer the numbers are to goal, in steps.
func toy(goal []int, params []search.Param, seed uint64) Compete {
	return func(_ context.Context, a, b []int, first, pairs int) (ahead float64, _ error) {
		far := func(values []int) (sum float64) {
			for i, v := range values {
				d := float64(v-goal[i]) / float64(params[i].Step)
				sum += d * d
			}
			return sum
		}
		chance := 1 / (1 + math.Exp((far(a)-far(b))/8))
		for pair := range pairs {
			rng := rand.New(rand.NewPCG(seed, uint64(first+pair)))
			for range 2 {
				if rng.Float64() < chance {
					ahead++
				} else {
					ahead--
				}
			}
		}
		return ahead, nil
	}
}

func toyPlan() (SPSA, []int) {
	params := []search.Param{
		{Name: "Low", Default: 100, Min: 0, Max: 400, Step: 10},
		{Name: "High", Default: 900, Min: 0, Max: 1000, Step: 40},
		{Name: "Right", Default: 50, Min: 0, Max: 100, Step: 4},
		{Name: "Small", Default: 3, Min: 1, Max: 20, Step: 1},
		{Name: "Edge", Default: 30, Min: 0, Max: 60, Step: 5},
	}
	goal := []int{160, 700, 50, 8, 60}
	return SPSA{Params: params, Iterations: 4000, Pairs: 2, Rate: 0.02, Seed: 5, Terms: "toy", Compete: toy(goal, params, 11)}, goal
}

// Where the numbers decide the games, they end near the best ones, within their ranges all the way.
func TestSPSAConverges(t *testing.T) {
	plan, goal := toyPlan()
	path, err := plan.Run(t.Context(), plan.initial(), func(p *Path) error {
		for i, v := range p.Values {
			if one := plan.Params[i]; v < float64(one.Min) || v > float64(one.Max) {
				t.Fatalf("iteration %d: %s is %g, want %d to %d", p.Iteration, one.Name, v, one.Min, one.Max)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range path.Rounded() {
		one := plan.Params[i]
		if off := math.Abs(float64(v-goal[i])) / float64(one.Step); off > 1.2 {
			t.Errorf("%s goes from %d to %d, %.1f steps away from %d", one.Name, one.Default, v, off, goal[i])
		}
	}
}

// A run that is broken off and goes on from its file ends where one in a piece does.
func TestSPSAResumes(t *testing.T) {
	plan, _ := toyPlan()
	plan.Iterations = 60
	from := plan.initial()
	whole, err := plan.Run(t.Context(), from, func(*Path) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plan.initial(), from); diff != "" {
		t.Errorf("the path that the run began with has changed:\n%s", diff)
	}
	file := filepath.Join(t.TempDir(), "state")
	stop := errors.New("stop")
	for _, until := range []int{1, 17, 18, 59, 60} {
		path, err := plan.LoadPath(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = plan.Run(t.Context(), path, func(p *Path) error {
			if err := plan.SavePath(file, p); err != nil {
				return err
			}
			if p.Iteration == until {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
	}
	last, err := plan.LoadPath(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole, last); diff != "" {
		t.Errorf("interrupted four times it ends differently:\n%s", diff)
	}
	for what, change := range map[string]func(*SPSA){
		"seed": func(s *SPSA) { s.Seed++ }, "iterations": func(s *SPSA) { s.Iterations++ }, "pairs": func(s *SPSA) { s.Pairs++ },
		"rate": func(s *SPSA) { s.Rate++ }, "terms": func(s *SPSA) { s.Terms += "!" }, "parameters": func(s *SPSA) { s.Params = s.Params[1:] },
	} {
		other := plan
		change(&other)
		if _, err := other.LoadPath(file); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("a plan with other %s goes on with the file: %v", what, err)
		}
	}
}

// Games between parameters of the search: where all else is equal nobody is ahead, and what is out of range is refused.
func TestSearchGames(t *testing.T) {
	params := []search.Param{{Name: "FutilityBase"}, {Name: "ExchangeRook"}}
	compete := SearchGames(params, classical.NewEvaluator, match.Match{
		Openings: []board.Position{board.StartPosition()}, Concurrency: 2,
		Budget: match.Budget{Nodes: 60}, Adjudication: match.QuickAdjudication(),
	})
	ahead, err := compete(t.Context(), []int{200, 900}, []int{200, 900}, 3, 1)
	if err != nil || ahead != 0 {
		t.Errorf("equal numbers end %+g (%v)", ahead, err)
	}
	if _, err := compete(t.Context(), []int{200, 900}, []int{200, 9000}, 0, 1); err == nil {
		t.Error("a rook for 9000 plays")
	}
	if _, err := compete(t.Context(), []int{240, 800}, []int{200, 950}, 0, 1); err != nil {
		t.Error(err)
	}
}
