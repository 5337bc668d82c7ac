package tune

import (
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
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

// A run is the same with any number of workers, and in two parts.
func TestEvolveIsTheSameInParts(t *testing.T) {
	whole := small()
	want, err := whole.Run(t.Context(), whole.Initial(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "state")
	stop := errors.New("enough")
	parts := small()
	parts.Workers, parts.Engine = 3, 694893
	_, err = parts.Run(t.Context(), parts.Initial(), func(g Generation) error {
		return errors.Join(parts.Save(path, g), stop)
	}, nil)
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	from, err := parts.Load(path)
	if err != nil || from.Number != 1 {
		t.Fatalf("generation %d is kept: %v", from.Number, err)
	}
	if got, err := parts.Run(t.Context(), from, nil, nil); err != nil || got != want {
		t.Errorf("in two parts with three workers another champion wins (%v)", err)
	}
	for name, change := range map[string]func(*Evolve){
		"seed": func(e *Evolve) { e.Seed++ }, "nodes": func(e *Evolve) { e.Nodes++ }, "population": func(e *Evolve) { e.Population++ },
		"start": func(e *Evolve) { e.Start.Tempo++ }, "openings": func(e *Evolve) { e.Openings = append(e.Openings, board.StartPosition()) },
		"engine": func(e *Evolve) { e.Engine++ }, "unknown engine": func(e *Evolve) { e.Engine = 0 },
	} {
		other := small()
		other.Engine = parts.Engine
		change(&other)
		if _, err := other.Load(path); err == nil {
			t.Errorf("the state of a run with other %s is taken", name)
		}
	}
	if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := parts.Load(path); err == nil {
		t.Error("a state without weights is taken")
	}
	if _, err := parts.Load(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a state that is not there: %v", err)
	}
}

// A weight that is more than a weight can be would be read as another one.
func TestEvolveRefusesHugeWeights(t *testing.T) {
	plan, path := small(), filepath.Join(t.TempDir(), "state")
	if err := plan.Save(path, plan.Initial()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	huge := strings.Replace(string(text), "Piece 0,0 ", "Piece 99999,0 ", 1)
	if err := os.WriteFile(path, []byte(huge), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Load(path); err == nil || !strings.Contains(err.Error(), "member 0: ") || !strings.Contains(err.Error(), "no weight can be 99999,0") {
		t.Errorf("a weight of 99999 is taken: %v", err)
	}
}

// Weights with the right value of a rook survive those without.
func TestSelection(t *testing.T) {
	plan := small()
	plan.Population, plan.Generations, plan.Mutation, plan.Nodes = 6, 4, 0, 80
	from := Generation{Members: make([]classical.Weights, plan.Population)}
	from.Members[1], from.Members[4] = Material(), Material()
	champion, err := plan.Run(t.Context(), from, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if champion.Piece[board.Rook] != Material().Piece[board.Rook] {
		t.Errorf("the champion thinks that a rook is worth %d", champion.Piece[board.Rook])
	}
}

// A child has one part of one parent and the other of the other.
func TestCrossedAtOnePoint(t *testing.T) {
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
	champion, err := plan.Run(t.Context(), plan.Initial(), nil, nil)
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

func TestEvolveRefusesNonsense(t *testing.T) {
	for name, spoil := range map[string]func(*Evolve){
		"one member":     func(e *Evolve) { e.Population = 1 },
		"no generation":  func(e *Evolve) { e.Generations = 0 },
		"certain chance": func(e *Evolve) { e.Mutation = 1.5 },
		"no spread":      func(e *Evolve) { e.Spread = math.NaN() },
		"no openings":    func(e *Evolve) { e.Openings = nil },
		"no nodes":       func(e *Evolve) { e.Nodes = 0 },
		"no such term":   func(e *Evolve) { e.Only = []string{"Luck"} },
	} {
		plan := small()
		spoil(&plan)
		if _, err := plan.Run(t.Context(), Generation{}, nil, nil); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
