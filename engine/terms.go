package engine

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
)

// Terms returns the terms of the hand-written evaluation of p, with its standard weights. The score, in centipawns for
// the side to move, is that of the current evaluation.
func (e *Engine) Terms(p *board.Position) (score int, terms [5]classical.Term) {
	evaluator := e.evaluation()
	evaluator.Reset(p)
	return evaluator.Score(p), classical.New().Terms(p)
}

// PieceValue is what a piece adds to the score of its side.
type PieceValue struct {
	Square board.Square
	// Centipawns is by how much the score of the piece's side would drop without it, by the current evaluation. It is
	// negative for a piece that is in the way.
	Centipawns int
}

// PieceValues returns the value of each piece of p on its square, derived from the evaluation: the score with the piece
// minus the score without it. It also works for a network, which has no terms to show. Kings are omitted, and so is a
// piece without which the position would be invalid, such as the only one between the kings.
func (e *Engine) PieceValues(p *board.Position) []PieceValue {
	evaluator := e.evaluation()
	scoreFor := func(p *board.Position, side board.Color) int {
		evaluator.Reset(p)
		if score := evaluator.Score(p); side == p.SideToMove() {
			return score
		} else {
			return -score
		}
	}
	var list []PieceValue
	for s := range p.Occupied().All() {
		if p.At(s).Kind() == board.King {
			continue
		}
		without := p.Setup()
		without.Placement[s] = board.NoPiece
		if q, err := board.NewPosition(without); err == nil {
			side := p.At(s).Color()
			list = append(list, PieceValue{s, scoreFor(p, side) - scoreFor(&q, side)})
		}
	}
	return list
}
