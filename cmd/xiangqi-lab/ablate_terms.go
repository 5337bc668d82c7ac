package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/lab/tune"
)

// terms lead from counting pieces to the whole evaluation by hand; adds are fields of [classical.Weights].
var terms = []ablation{
	{"material", []string{"Piece", "HorsePair", "CannonPair", "RookPair", "HorseAndCannon", "Guards", "AdvisorMissing",
		"ElephantMissing", "CannonScreens"}},
	{"+ position", []string{"Square", "Tempo"}},
	{"+ mobility", []string{"RookMobility", "HorseMobility", "CannonMobility"}},
	{"+ coordination", []string{"RookOpenFile", "RookHalfOpenFile", "RookBehindCannon", "LinkedPawn", "BackedPawn", "Protected",
		"LinkedHorses", "LinkedCannons", "RookThreat", "MinorThreat", "LesserThreat", "Massed"}},
	{"+ safety", []string{"PalaceHit", "Siege", "Flight", "HollowCannon", "CannonOnFile", "CannonOnRank", "BottomCannon",
		"RookOnLine", "SafeCheck"}},
}

// printTerms prints what each term of the evaluation adds, by games against the one without it, and what genes learn:
// values of the pieces, by games against those that they were bred from.
func (c *ablateCommand) printTerms(ctx context.Context) error {
	const nodes = 500 // a move: somebody waits for the table
	rng := rand.New(rand.NewPCG(1, 1))
	openings := make([]board.Position, (c.Games+1)/2)
	for i := range openings {
		openings[i] = selfplay.FromBook(book.Standard(), 8).Draw(rng)
	}
	play := func(name string, with, without *classical.Weights) error {
		m := match.Match{
			A:        match.BuiltIn("with", engine.Options{HashMB: 4, Evaluation: classical.FactoryOf(with)}),
			B:        match.BuiltIn("without", engine.Options{HashMB: 4, Evaluation: classical.FactoryOf(without)}),
			Openings: openings, Pairs: len(openings), Concurrency: runtime.GOMAXPROCS(0),
			Budget: match.Budget{Nodes: nodes}, Adjudication: match.StandardAdjudication(),
		}
		standing, err := m.Run(ctx)
		if err == nil {
			fmt.Printf("| %s | %v |\n", name, &standing)
		}
		return err
	}
	fmt.Printf("\n| evaluation | games against the row above, %d nodes a move |\n| --- | --- |\n| %s | |\n", nodes, terms[0].name)
	upTo := func(i int) *classical.Weights {
		w := classical.Standard()
		for _, later := range terms[i+1:] {
			w = tune.Without(w, later.adds...)
		}
		return &w
	}
	for i := 1; i < len(terms); i++ {
		if err := play(terms[i].name, upTo(i), upTo(i-1)); err != nil {
			return err
		}
	}
	genes := tune.Evolve{
		Start: classical.Standard(), Only: []string{"Piece"}, Population: 12, Generations: 8, Spread: 150, Mutation: 0.3, Step: 100,
		Openings: openings, Nodes: 100, Seed: 1, Workers: runtime.GOMAXPROCS(0),
	}
	for k := range genes.Start.Piece {
		genes.Start.Piece[k] = classical.S(100, 100)
	}
	champion, err := genes.Run(ctx, nil)
	if err != nil {
		return err
	}
	return play("every piece worth 100, then bred for 8 generations", &champion, &genes.Start)
}
