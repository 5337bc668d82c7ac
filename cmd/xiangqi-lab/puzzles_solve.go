package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

type puzzlesSolve struct {
	File  string `arg:"" optional:"" type:"existingfile" help:"File written by pack, or a journal (default: the bot's own puzzles)."`
	Each  int    `default:"50" help:"Puzzles of each kind, at most."`
	Tries int    `default:"3" help:"How often each level tries a puzzle."`
	Seed  uint64 `default:"1" help:"Seed of the sample and of the levels."`
}

// solvers is how many levels solve the puzzles: those from 1 on.
const solvers = 8

// solveKind is the puzzles of a kind with their ratings, and how many tries each level solved.
type solveKind struct {
	ratings, rates []float64 // by puzzle: the rate over all levels
	solved         []int     // by level
}

// Run has the levels solve a sample of each kind, and compares how many they solve with the ratings.
func (c *puzzlesSolve) Run(ctx context.Context) error {
	err := errors.Join(atLeast("--each", c.Each, 2), atLeast("--tries", c.Tries, 1))
	if err != nil {
		return err
	}
	list, err := puzzlesOf(c.File)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	solver := engine.New(engine.Options{HashMB: 4, RandSource: rng})
	kinds, line := map[string]*solveKind{}, newProgress()
	for i := range list {
		name := puzzleKind(&list[i])
		if kinds[name] == nil {
			kinds[name] = &solveKind{solved: make([]int, solvers)}
		}
		if k := kinds[name]; len(k.ratings) < c.Each {
			if err := c.try(ctx, solver, &list[i], k); err != nil {
				return err
			}
		}
		line.show(i+1, len(list), 0, name)
	}
	line.end()
	c.print(kinds)
	return nil
}

// try has each level try a puzzle.
func (c *puzzlesSolve) try(ctx context.Context, solver *engine.Engine, p *puzzle.Puzzle, k *solveKind) error {
	all := 0
	for l := range solvers {
		for range c.Tries {
			solves, err := solvesPuzzle(ctx, solver, p, engine.Level(l+1))
			if err != nil {
				return err
			}
			if solves {
				k.solved[l]++
				all++
			}
		}
	}
	k.ratings = append(k.ratings, float64(p.Rating))
	k.rates = append(k.rates, float64(all)/float64(solvers*c.Tries))
	return nil
}

// solvesPuzzle reports whether a level finds every move. It does not choose among those that win more slowly: people are
// told so, and try again.
func solvesPuzzle(ctx context.Context, solver *engine.Engine, p *puzzle.Puzzle, level engine.Level) (bool, error) {
	var made []board.Move
	for {
		rec, at, _ := p.Walk(made)
		pos := rec.Position()
		slower := func(m board.Move) bool { return slices.Contains(at.AlsoWinning, m) }
		moves := slices.DeleteFunc(pos.LegalMoves(nil), slower)
		choice, err := solver.Play(ctx, &rec, level, engine.Limits{SearchMoves: moves})
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return false, err
		}
		switch p.Try(made, choice.Move).Verdict {
		case puzzle.Solved:
			return true, nil
		case puzzle.Correct:
			made = append(made, choice.Move)
		case puzzle.Wrong, puzzle.AlsoWins:
			return false, nil
		}
	}
}

// print prints a line for each kind, and how well ratings and rates agree: -1 is best, since what is harder is solved by
// fewer.
func (c *puzzlesSolve) print(kinds map[string]*solveKind) {
	fmt.Print("| kind | puzzles | rating |")
	rule := "| --- | ---: | ---: |"
	for l := range solvers {
		fmt.Printf(" %d |", l+1)
		rule += " ---: |"
	}
	fmt.Println(" agreement |\n" + rule + " ---: |")
	var ratings, rates []float64
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		k := kinds[name]
		fmt.Printf("| %s | %d | %.0f |", name, len(k.ratings), stat.Mean(k.ratings, nil))
		for _, n := range k.solved {
			fmt.Printf(" %s |", percent(n, len(k.ratings)*c.Tries))
		}
		fmt.Printf(" %.2f |\n", agreement(k.ratings, k.rates))
		ratings, rates = append(ratings, k.ratings...), append(rates, k.rates...)
	}
	fmt.Printf("%d puzzles, agreement of ratings and rates %.2f\n", len(ratings), agreement(ratings, rates))
}

// agreement is how ratings and rates correlate, 0 if they say nothing.
func agreement(ratings, rates []float64) float64 {
	if r := stat.Correlation(ratings, rates, nil); !math.IsNaN(r) {
		return r
	}
	return 0
}
