package selfplay

import (
	"math/rand/v2"

	"xiangqibot/engine/board"
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
	// BestMoveShare is the probability, 0 to 1, of playing the best move of a search instead of a random one.
	BestMoveShare float64
	// MaxScore ends a searched walk at a score beyond it, in centipawns; 0 means never.
	MaxScore int
}

// Search returns the best move in the last position of a record, with its score in centipawns for the side to move.
type Search func(rec *board.Record) (best board.Move, score int, err error)

// Static passes the walks from the positions of game number to keep. Their scores are static evaluations, which cost a
// thousandth of a search, and their outcome is that of the game. It stops early with the error of keep.
func (w *RandomWalks) Static(g *Game, number int, e eval.Evaluator, keep func(Game) error) error {
	return w.from(g, number, keep, func(walk *Game, rng *rand.Rand) error {
		p := walk.Start
		e.Reset(&p)
		for range w.Plies {
			m, ok := randomMove(&p, rng)
			if !ok {
				break
			}
			walk.Plies = append(walk.Plies, Ply{m, int16(e.Score(&p))})
			e.Push(&p, m)
			p.Make(m)
		}
		return nil
	})
}

// Searched is like Static with scores of a search. The first move is always random and has no score: the game itself
// has a better one. Positions in check, or whose best move is a capture or a check, have no score either: a static
// evaluation should not learn what only a search can see.
func (w *RandomWalks) Searched(g *Game, number int, search Search, keep func(Game) error) error {
	return w.from(g, number, keep, func(walk *Game, rng *rand.Rand) error {
		p := walk.Start
		rec := board.Record{Start: p}
		for ply := range w.Plies {
			m, ok := randomMove(&p, rng)
			if !ok {
				break
			}
			score := int(NoScore)
			if ply > 0 && !p.InCheck() {
				best, said, err := search(&rec)
				if err != nil {
					return err
				}
				if w.MaxScore > 0 && max(said, -said) > w.MaxScore {
					break
				}
				if (&Sample{Position: &p, Move: best}).Quiet() {
					score = said
				}
				if rng.Float64() < w.BestMoveShare {
					m = best
				}
			}
			walk.Plies = append(walk.Plies, Ply{m, int16(score)})
			rec.Moves = append(rec.Moves, m)
			p.Make(m)
		}
		return nil
	})
}

// from calls walk to fill walks from the positions of a game, and passes them to keep.
func (w *RandomWalks) from(g *Game, number int, keep func(Game) error, walk func(*Game, *rand.Rand) error) error {
	rng := rand.New(rand.NewPCG(w.Seed, uint64(number)))
	first := rng.IntN(w.Every)
	for s := range g.Samples() {
		if s.Ply%w.Every != first {
			continue
		}
		one := Game{Start: *s.Position, Outcome: g.Outcome, Plies: make([]Ply, 0, w.Plies)}
		if err := walk(&one, rng); err != nil {
			return err
		}
		if len(one.Plies) == 0 {
			continue
		}
		if err := keep(one); err != nil {
			return err
		}
	}
	return nil
}

// randomMove returns a random legal move, if there is one.
func randomMove(p *board.Position, rng *rand.Rand) (board.Move, bool) {
	var moves [128]board.Move
	list := p.LegalMoves(moves[:0])
	if len(list) == 0 {
		return board.NoMove, false
	}
	return list[rng.IntN(len(list))], true
}
