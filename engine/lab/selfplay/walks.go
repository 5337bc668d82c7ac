package selfplay

import (
	"math/rand/v2"

	"xiangqibot/engine/eval"
)

// WalksTerms begins the terms of files of walks, and of no others.
const WalksTerms = "walks of "

// RandomWalks generates random walks that branch off games, with scores for their positions. They teach a network about
// unusual positions, which searches visit but games never reach.
type RandomWalks struct {
	// Every n starts a walk from one in n positions of a game.
	Every int
	// Plies is the length of a walk.
	Plies int
	// Seed is the random seed.
	Seed uint64
}

// From passes the walks from the positions of game number to keep. Their scores are static evaluations, which cost a
// thousandth of a search, and their outcome is that of the game. It stops early with the error of keep.
func (w *RandomWalks) From(g *Game, number int, e eval.Evaluator, keep func(Game) error) error {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(number)))
	first := rng.IntN(w.Every)
	for s := range g.Samples() {
		if s.Ply%w.Every != first {
			continue
		}
		walk, p := Game{Start: *s.Position, Outcome: g.Outcome}, *s.Position
		e.Reset(&p)
		for range w.Plies {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			walk.Plies = append(walk.Plies, Ply{m, int16(e.Score(&p))})
			e.Push(&p, m)
			p.Make(m)
		}
		if len(walk.Plies) == 0 {
			continue
		}
		if err := keep(walk); err != nil {
			return err
		}
	}
	return nil
}
