package tune

import (
	"math/rand/v2"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// small is a run that takes a second.
func small() Evolve {
	return Evolve{
		Start: Material(), Population: 4, Generations: 2, Spread: 30, Mutation: 0.05, Step: 30,
		Openings: []board.Position{board.StartPosition()}, Nodes: 30, Seed: 9,
	}
}

// A run is the same with any number of workers.
func TestEvolveIsTheSameForAnyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	one, three := small(), small()
	three.Workers = 3
	want, err := one.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := three.Run(t.Context(), nil); err != nil || got != want {
		t.Errorf("with three workers another champion wins (%v)", err)
	}
}

// Weights with the right value of a rook survive those without.
func TestSelection(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	plan := small()
	plan.Population, plan.Generations, plan.Mutation, plan.Nodes = 6, 4, 0, 200
	members := make([]classical.Weights, plan.Population)
	members[1], members[4] = Material(), Material()
	champion, err := plan.run(t.Context(), members, nil)
	if err != nil {
		t.Fatal(err)
	}
	if champion.Piece[board.Rook] != Material().Piece[board.Rook] {
		t.Errorf("the champion thinks that a rook is worth %d", champion.Piece[board.Rook])
	}
}

// A child has one part of one parent and the other of the other.
func TestCrossover(t *testing.T) {
	a, b := classical.Weights{}, classical.Weights{}
	for _, cell := range a.All() {
		*cell = classical.S(1, 1)
	}
	for _, cell := range b.All() {
		*cell = classical.S(2, 2)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		child := new(Evolve).crossover(&a, &b, rng)
		changes, last := 0, classical.S(1, 1)
		for _, cell := range child.All() {
			if *cell != last {
				changes++
				last = *cell
			}
		}
		if changes > 1 || last != classical.S(2, 2) && changes > 0 {
			t.Fatalf("the child changes parents %d times", changes)
		}
	}
}

// Evolution that is given a few numbers finds out what is wrong with them: a rook is worth more than a pawn.
func TestEvolveGains(t *testing.T) {
	if testing.Short() {
		t.Skip("many games; the other tests of evolution play a few in the same way")
	}
	plan := small()
	plan.Only, plan.Mutation, plan.Step, plan.Spread, plan.Seed = []string{"Piece"}, 0.3, 150, 150, 1
	plan.Population, plan.Generations, plan.Workers, plan.Nodes = 8, 6, 2, 60
	plan.Start.Piece[board.Rook] = classical.S(100, 100)
	champion, err := plan.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	full, empty := champion.Piece[board.Rook].Split()
	if full+empty <= 2*100 {
		t.Errorf("a rook is worth %d on a full board and %d on an empty one, and was 100", full, empty)
	}
	champion.Piece = plan.Start.Piece
	if champion != plan.Start {
		t.Error("other terms have changed")
	}
}
