package selfplay

import (
	"math/rand/v2"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// WalksTerms begins the terms of files of walks, and of no others.
const WalksTerms = "walks of "

// Walks leads away from games by random moves, and notes what the positions on the way are worth. They show a
// network the odd positions that a search looks at and games never reach.
type Walks struct {
	// Every is from which of the positions of a game walks begin: from each third, if it is 3.
	Every int
	// Plies is how long a walk is.
	Plies int
	// Seed makes one series of walks different from another.
	Seed uint64
	// Best is how often the move that a search thinks best is played instead of one chosen at random, 0 to 1.
	Best float64
	// MaxScore ends a searched walk where one side is so far ahead, in centipawns; 0 means never.
	MaxScore int
}

// Search finds the best move of the last position of a record, with its score in centipawns for the side to move.
type Search func(rec *board.Record) (best board.Move, score int, err error)

// Of hands the walks from the positions of a game, which has that number, to keep, with what an evaluation says of each
// position without a search: that costs a thousandth of what searches cost. They have the outcome of the game. It ends
// early with the error of keep.
func (w *Walks) Of(g *Game, number int, e eval.Evaluator, keep func(Game) error) error {
	return w.from(g, number, keep, func(walk *Game, dice *rand.Rand) error {
		p := walk.Start
		e.Reset(&p)
		for range w.Plies {
			m, ok := draw(&p, dice)
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

// Searched is the same with the scores of a search. The first move is always chosen at random, and has no score: the game
// knows better. Nor have positions in check, or with a capture or a check as the best move, for a network should not
// learn what only a search can say.
func (w *Walks) Searched(g *Game, number int, search Search, keep func(Game) error) error {
	return w.from(g, number, keep, func(walk *Game, dice *rand.Rand) error {
		p := walk.Start
		rec := board.Record{Start: p}
		for ply := range w.Plies {
			m, ok := draw(&p, dice)
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
				if dice.Float64() < w.Best {
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

// from lets walk fill walks from the positions of a game, and hands them to keep.
func (w *Walks) from(g *Game, number int, keep func(Game) error, walk func(*Game, *rand.Rand) error) error {
	dice := rand.New(rand.NewPCG(w.Seed, uint64(number)))
	first := dice.IntN(w.Every)
	for s := range g.Samples() {
		if s.Ply%w.Every != first {
			continue
		}
		one := Game{Start: *s.Position, Outcome: g.Outcome, Plies: make([]Ply, 0, w.Plies)}
		if err := walk(&one, dice); err != nil {
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

// draw draws a legal move by lot, if there is one.
func draw(p *board.Position, dice *rand.Rand) (board.Move, bool) {
	var moves [128]board.Move
	list := p.LegalMoves(moves[:0])
	if len(list) == 0 {
		return board.NoMove, false
	}
	return list[dice.IntN(len(list))], true
}
