package selfplay

import (
	"math/rand/v2"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Walks leads away from games by moves drawn by lot, and notes what an evaluation says of each position on the way,
// without a search. A network that is to replace the evaluation learns from such walks first: they cost a thousandth of
// what searches cost, and show it the odd positions that a search looks at and games never reach.
type Walks struct {
	// Every is from which of the positions of a game walks begin: from each third, if it is 3.
	Every int
	// Plies is how long a walk is.
	Plies int
	// Seed makes one series of walks different from another.
	Seed uint64
}

// Of hands the walks from the positions of a game, which has that number, to keep. They have the outcome of the game.
// It ends early with the error of keep.
func (w *Walks) Of(g *Game, number int, e eval.Evaluator, keep func(Game) error) error {
	dice := rand.New(rand.NewPCG(w.Seed, uint64(number)))
	first := dice.IntN(w.Every)
	var moves [128]board.Move
	for s := range g.Samples() {
		if s.Ply%w.Every != first {
			continue
		}
		p := *s.Position
		walk := Game{Start: p, Outcome: g.Outcome, Plies: make([]Ply, 0, w.Plies)}
		e.Reset(&p)
		for range w.Plies {
			list := p.LegalMoves(moves[:0])
			if len(list) == 0 {
				break
			}
			m := list[dice.IntN(len(list))]
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
