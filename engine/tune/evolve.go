package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/match"
)

// Evolve is a plan for finding weights by a genetic algorithm (Holland 1975). A member of the population is a set of
// weights. Each child has two parents, and each parent is the winner of a tournament: a few members chosen at random,
// of whom the one who wins plays on. The child takes its first weights from one parent and the rest from the other
// (one-point crossover), and some weights change a little (mutation).
//
// Everything follows from the plan: the same plan gives the same weights with any number of workers, and one that was
// interrupted goes on from its last [Generation].
type Evolve struct {
	// Start is what the members of generation 0 are mutants of; the first of them is Start itself.
	Start classical.Weights
	// Population is how many members a generation has, Generations how many follow generation 0.
	Population, Generations int
	// Tournament is how many members play for the right to be a parent.
	Tournament int
	// Spread is by how much the weights of generation 0 differ from Start, in centipawns (standard deviation).
	Spread float64
	// Mutation is the chance of each weight of a child to change, Step by how much, in centipawns (standard deviation).
	Mutation, Step float64
	// Openings are where games begin. Each is played twice with colors exchanged.
	Openings []board.Position
	// Nodes is how long each move is searched.
	Nodes uint64
	// Seed makes one run different from another.
	Seed uint64
	// Engine is the signature of the search that plays, [search.Bench]; 0 where the caller does not know it. A run is gone
	// on with by the engine that began it.
	Engine uint64
	// Workers is how many games are played at once; 0 means one.
	Workers int
}

// Generation is the population at a time.
type Generation struct {
	// Number counts from 0.
	Number  int
	Members []classical.Weights
	// Unsigned says that it was loaded from a file that does not tell the engine that bred it.
	Unsigned bool
}

// Validate tells what is wrong with the plan.
func (e *Evolve) Validate() error {
	switch {
	case e.Population < 2 || e.Generations < 1:
		return fmt.Errorf("tune: %d generations of %d: want at least one, of two", e.Generations, e.Population)
	case e.Tournament < 2 || e.Tournament > e.Population:
		return fmt.Errorf("tune: a tournament of %d in a population of %d: want 2 to %[2]d", e.Tournament, e.Population)
	case !(e.Spread >= 0) || !(e.Step >= 0) || !(e.Mutation >= 0 && e.Mutation <= 1): // NaN is refused too
		return fmt.Errorf("tune: a spread of %g, a step of %g, mutations with a chance of %g: want 0 or more, and a chance of 1 at most",
			e.Spread, e.Step, e.Mutation)
	case len(e.Openings) == 0 || e.Nodes == 0:
		return errors.New("tune: openings and a number of nodes for each move are needed")
	}
	return nil
}

// First returns generation 0.
func (e *Evolve) First() Generation {
	g := Generation{Members: make([]classical.Weights, e.Population)}
	for i := range g.Members {
		g.Members[i] = e.Start
		if i > 0 {
			mutate(&g.Members[i], e.dice(0, i), 1, e.Spread)
		}
	}
	return g
}

// Run lets generations follow from. Each is handed to keep when it is complete; progress, which may be nil, hears of
// every child within it. It returns the champion of the last one: the winner of a knock-out among all its members. It
// ends early with the error of keep or of ctx.
func (e *Evolve) Run(
	ctx context.Context, from Generation, keep func(Generation) error, progress func(generation, children int),
) (classical.Weights, error) {
	if err := e.Validate(); err != nil {
		return classical.Weights{}, err
	}
	if len(from.Members) != e.Population {
		return classical.Weights{}, fmt.Errorf("tune: generation %d has %d members, the plan says %d", from.Number, len(from.Members), e.Population)
	}
	for g := from; ; {
		if g.Number >= e.Generations {
			everyone := make([]int, e.Population)
			for i := range everyone {
				everyone[i] = i
			}
			champion, err := e.tournament(ctx, &g, everyone, e.dice(g.Number+1, e.Population))
			if err != nil {
				return classical.Weights{}, err
			}
			return g.Members[champion], nil
		}
		next, err := e.next(ctx, &g, progress)
		if err != nil {
			return classical.Weights{}, err
		}
		if g = next; keep != nil {
			if err := keep(g); err != nil {
				return classical.Weights{}, err
			}
		}
	}
}

// dice are those of one child.
func (e *Evolve) dice(generation, child int) *rand.Rand {
	return rand.New(rand.NewPCG(e.Seed, uint64(generation)<<32|uint64(child)))
}

// next breeds a generation.
func (e *Evolve) next(
	ctx context.Context, old *Generation, progress func(generation, children int),
) (Generation, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	young := Generation{Number: old.Number + 1, Members: make([]classical.Weights, e.Population)}
	children, born := make(chan int, e.Population), make(chan int, e.Population)
	for i := range e.Population {
		children <- i
	}
	close(children)
	var workers sync.WaitGroup
	for range max(1, e.Workers) {
		workers.Go(func() {
			for i := range children {
				child, err := e.breed(ctx, old, e.dice(young.Number, i))
				if err != nil {
					cancel(err)
					return
				}
				young.Members[i] = child
				born <- i
			}
		})
	}
	go func() {
		workers.Wait()
		close(born)
	}()
	count := 0
	for range born {
		if count++; progress != nil {
			progress(young.Number, count)
		}
	}
	return young, context.Cause(ctx)
}

// breed makes a child of two winners.
func (e *Evolve) breed(ctx context.Context, g *Generation, dice *rand.Rand) (classical.Weights, error) {
	var parents [2]int
	for i := range parents {
		winner, err := e.tournament(ctx, g, dice.Perm(e.Population)[:e.Tournament], dice)
		if err != nil {
			return classical.Weights{}, err
		}
		parents[i] = winner
	}
	child := crossed(&g.Members[parents[0]], &g.Members[parents[1]], dice)
	mutate(&child, dice, e.Mutation, e.Step)
	return child, nil
}

// tournament is a knock-out. Each round is a pair of games from one opening; players who are level at the end of it
// leave it to the dice.
func (e *Evolve) tournament(
	ctx context.Context, g *Generation, players []int, dice *rand.Rand,
) (winner int, err error) {
	for len(players) > 1 {
		var left []int
		for ; len(players) > 1; players = players[2:] {
			better, err := e.duel(ctx, g, players[0], players[1], dice)
			if err != nil {
				return 0, err
			}
			left = append(left, better)
		}
		players = append(left, players...)
	}
	return players[0], nil
}

// duel returns the better of two members.
func (e *Evolve) duel(ctx context.Context, g *Generation, a, b int, dice *rand.Rand) (int, error) {
	opening, coin := e.Openings[dice.IntN(len(e.Openings))], dice.IntN(2)
	m := match.Match{
		A:        match.BuiltIn("a", match.BuiltInOptions{HashMB: 1, Evaluation: classical.FactoryOf(&g.Members[a])}),
		B:        match.BuiltIn("b", match.BuiltInOptions{HashMB: 1, Evaluation: classical.FactoryOf(&g.Members[b])}),
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

// crossed returns the weights of a up to a point, and those of b from there.
func crossed(a, b *classical.Weights, dice *rand.Rand) classical.Weights {
	child := *b
	point := dice.IntN(len(flat(a)) + 1)
	into := flat(&child)
	for i, cell := range flat(a)[:point] {
		*into[i] = *cell
	}
	return child
}

// mutate changes each weight with a chance, both its halves on their own.
func mutate(w *classical.Weights, dice *rand.Rand, chance, step float64) {
	const limit = 4000 // keeps sums of weights within their 16 bits
	for _, cell := range w.All() {
		if dice.Float64() >= chance {
			continue
		}
		full, empty := cell.Split()
		shift := func(v int) int {
			return min(max(v+int(math.Round(dice.NormFloat64()*step)), -limit), limit)
		}
		*cell = classical.S(shift(full), shift(empty))
	}
}

// flat lists the weights.
func flat(w *classical.Weights) (cells []*classical.Pair) {
	for _, cell := range w.All() {
		cells = append(cells, cell)
	}
	return cells
}
