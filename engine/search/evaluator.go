package search

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Evaluator scores positions for one thread of a search and follows it move by move. Packages eval and eval/nnue have
// one each.
type Evaluator interface {
	// Reset begins anew at p.
	Reset(p *board.Position)
	// Push follows a move that is about to be made in p, the position followed to.
	Push(p *board.Position, m board.Move)
	// Pop takes the last move back.
	Pop()
	// Score returns centipawns for the side to move in p, at most eval.Limit either way. p is the position followed to, or
	// that with the turn passed, which is not pushed.
	Score(p *board.Position) int
}

// handwritten makes the standard evaluation.
func handwritten() Evaluator { return eval.New() }
