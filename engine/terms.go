package engine

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Terms takes the hand-written evaluation of p, with its standard weights, apart. The score, in centipawns for the side
// to move, is that of the evaluation that is set.
func (e *Engine) Terms(p *board.Position) (score int, terms [5]classical.Term) {
	e.mu.Lock()
	evaluator := e.evaluator()
	e.mu.Unlock()
	evaluator.Reset(p)
	return evaluator.Score(p), classical.New().Terms(p)
}

// Worth is what a piece adds to the score of its side.
type Worth struct {
	Square board.Square
	// Centipawns are by how much its side would be worse off without the piece, by the evaluation that is set. They are
	// negative for a piece that is in the way.
	Centipawns int
}

// Worths asks the evaluation what each piece of p is worth where it is: the score with the piece less the score
// without. A network has no terms that could be shown, and this is what can be said of it. Kings are left out, and so is
// a piece without which the position would not be one, as the last one between the kings.
func (e *Engine) Worths(p *board.Position) []Worth {
	e.mu.Lock()
	evaluator := e.evaluator()
	e.mu.Unlock()
	scoreFor := func(p *board.Position, side board.Color) int {
		evaluator.Reset(p)
		if score := evaluator.Score(p); side == p.SideToMove() {
			return score
		} else {
			return -score
		}
	}
	var list []Worth
	for b := p.Occupied(); !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		if p.At(s).Kind() == board.King {
			continue
		}
		without := p.Setup()
		without.Placement[s] = board.NoPiece
		if q, err := board.NewPosition(without); err == nil {
			side := p.At(s).Color()
			list = append(list, Worth{s, scoreFor(p, side) - scoreFor(&q, side)})
		}
	}
	return list
}
