package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/match"
)

// Evolve holds the settings of a genetic algorithm that finds weights (Holland 1975). A member of the population is a
// set of weights. Each child has two parents, and each parent is chosen by tournament selection: a few random members
// play a knock-out. The child takes its first weights from one parent and the rest from the other (one-point
// crossover), and some weights change a little (mutation).
//
// The result depends only on the settings, not on the number of workers.
type Evolve struct {
	// Start is the first member of generation 0; the others are mutants of it.
	Start classical.Weights
	// Only names the terms that evolve, as fields of [classical.Weights]; the others keep their values in Start. None
	// means all. A pair of games says one bit about all of them together, so a dozen numbers are learned and hundreds
	// are not.
	Only []string
	// Population is the number of members of a generation, Generations the number of generations after generation 0.
	Population, Generations int
	// Spread is the standard deviation of the weights of generation 0 from Start, in centipawns.
	Spread float64
	// Mutation is the probability that a weight of a child changes, Step the standard deviation of the change, in
	// centipawns.
	Mutation, Step float64
	// Openings are the start positions of games. Each is played twice with colors swapped.
	Openings []board.Position
	// Nodes is the number of nodes searched per move.
	Nodes uint64
	// Seed is the random seed.
	Seed uint64
	// Workers is the number of concurrent games; 0 means one.
	Workers int
}

// Validate reports what is wrong with the settings.
func (e *Evolve) Validate() error {
	switch {
	case e.Population < 2 || e.Generations < 1:
		return fmt.Errorf("tune: %d generations of %d: want at least one, of two", e.Generations, e.Population)
	case !(e.Spread >= 0) || !(e.Step >= 0) || !(e.Mutation >= 0 && e.Mutation <= 1): // NaN is refused too
		return fmt.Errorf("tune: a spread of %g, a step of %g, mutations with a chance of %g: want 0 or more, and a chance of 1 at most",
			e.Spread, e.Step, e.Mutation)
	case e.Nodes == 0:
		return errors.New("tune: a number of nodes for each move is needed")
	}
	return checkTerms(e.Only)
}

// Run breeds the generations by valid settings. It calls progress, which may be nil, after each. It returns the champion
// of the last generation: the winner of a knock-out among all its members. It stops early with the error of ctx.
func (e *Evolve) Run(ctx context.Context, progress func(generation int)) (classical.Weights, error) {
	members := make([]classical.Weights, e.Population)
	for i := range members {
		members[i] = e.Start
		if i > 0 {
			e.mutate(&members[i], e.rng(0, i), 1, e.Spread)
		}
	}
	return e.run(ctx, members, progress)
}

// run breeds the generations after generation 0.
func (e *Evolve) run(
	ctx context.Context, members []classical.Weights, progress func(generation int),
) (classical.Weights, error) {
	for number := 1; number <= e.Generations; number++ {
		var err error
		if members, err = e.next(ctx, members, number); err != nil {
			return classical.Weights{}, err
		}
		if progress != nil {
			progress(number)
		}
	}
	everyone := make([]int, e.Population)
	for i := range everyone {
		everyone[i] = i
	}
	champion, err := e.tournament(ctx, members, everyone, e.rng(e.Generations+1, e.Population))
	if err != nil {
		return classical.Weights{}, err
	}
	return members[champion], nil
}

// rng returns the random generator of one child.
func (e *Evolve) rng(generation, child int) *rand.Rand {
	return rand.New(rand.NewPCG(e.Seed, uint64(generation)<<32|uint64(child)))
}

// next breeds the generation of that number from the one before.
func (e *Evolve) next(ctx context.Context, old []classical.Weights, number int) ([]classical.Weights, error) {
	young := make([]classical.Weights, e.Population)
	children, ctx := errgroup.WithContext(ctx)
	children.SetLimit(max(1, e.Workers))
	for i := range young {
		children.Go(func() (err error) {
			young[i], err = e.breed(ctx, old, e.rng(number, i))
			return err
		})
	}
	return young, children.Wait()
}

// tournamentSize is the number of members from which a tournament selects a parent.
const tournamentSize = 2

// breed returns a child of two tournament winners.
func (e *Evolve) breed(ctx context.Context, members []classical.Weights, rng *rand.Rand) (classical.Weights, error) {
	var parents [2]int
	for i := range parents {
		winner, err := e.tournament(ctx, members, rng.Perm(e.Population)[:tournamentSize], rng)
		if err != nil {
			return classical.Weights{}, err
		}
		parents[i] = winner
	}
	child := e.crossover(&members[parents[0]], &members[parents[1]], rng)
	e.mutate(&child, rng, e.Mutation, e.Step)
	return child, nil
}

// tournament plays a knock-out and returns the winner. Each round is a pair of games from one opening; a tie is decided
// at random.
func (e *Evolve) tournament(
	ctx context.Context, members []classical.Weights, players []int, rng *rand.Rand,
) (winner int, err error) {
	for len(players) > 1 {
		var left []int
		for ; len(players) > 1; players = players[2:] {
			better, err := e.duel(ctx, members, players[0], players[1], rng)
			if err != nil {
				return 0, err
			}
			left = append(left, better)
		}
		players = append(left, players...)
	}
	return players[0], nil
}

// duel returns the winner of two members.
func (e *Evolve) duel(ctx context.Context, members []classical.Weights, a, b int, rng *rand.Rand) (int, error) {
	opening, coin := e.Openings[rng.IntN(len(e.Openings))], rng.IntN(2)
	m := match.Match{
		A:        match.BuiltIn("a", engine.Options{HashMB: 1, Evaluation: classical.FactoryOf(&members[a])}),
		B:        match.BuiltIn("b", engine.Options{HashMB: 1, Evaluation: classical.FactoryOf(&members[b])}),
		Openings: []board.Position{opening}, Pairs: 1,
		Budget: match.Budget{Nodes: e.Nodes}, Adjudication: match.StandardAdjudication(),
	}
	s, err := m.Run(ctx)
	switch {
	case err != nil:
		return 0, err
	case s.Wins > s.Losses || s.Wins == s.Losses && coin == 0:
		return a, nil
	}
	return b, nil
}

// crossover returns the weights of a up to a random point and those of b from there.
func (e *Evolve) crossover(a, b *classical.Weights, rng *rand.Rand) classical.Weights {
	child := *b
	point := rng.IntN(len(e.cells(a)) + 1)
	into := e.cells(&child)
	for i, cell := range e.cells(a)[:point] {
		*into[i] = *cell
	}
	return child
}

// mutate changes each weight with a probability, both halves independently.
func (e *Evolve) mutate(w *classical.Weights, rng *rand.Rand, chance, step float64) {
	const limit = 4000 // keeps sums of weights within their 16 bits
	for _, cell := range e.cells(w) {
		if rng.Float64() >= chance {
			continue
		}
		full, empty := cell.Split()
		shift := func(v int) int {
			return min(max(v+int(math.Round(rng.NormFloat64()*step)), -limit), limit)
		}
		*cell = classical.S(shift(full), shift(empty))
	}
}

// cells lists the weights that evolve.
func (e *Evolve) cells(w *classical.Weights) (cells []*classical.Pair) {
	for name, cell := range w.All() {
		if len(e.Only) == 0 || isOfTerms(name, e.Only) {
			cells = append(cells, cell)
		}
	}
	return cells
}
