// Package eval defines the static evaluation: which side is better, and by how much, without search.
//
// An [Evaluator] is updated move by move and returns scores in centipawns for the side to move; a pawn that has not
// crossed the river is worth about 100. Call Reset with a position, Push before each move is made, Pop after it is
// taken back, and Score where a score is needed.
//
// There are two: package classical, written by hand, and package nnue, a network. Both are pure: the score depends on
// the position alone, not on how it was reached. Swapping the colors swaps the sides of the score, and mirroring the
// board does not change it. Neither takes check, repetition or the number of moves played into account.
package eval

import "xiangqibot/engine/board"

// Limit bounds every score: it lies between -Limit and Limit.
const Limit = 20000

// PieceValues are the values that beginners are taught, in centipawns: a rook is worth nine pawns, a cannon four and a
// half, a horse four, advisors and elephants two. A king is worth more than all other pieces together.
var PieceValues = [8]int{
	board.King: 10000, board.Advisor: 200, board.Elephant: 200, board.Horse: 400, board.Rook: 900, board.Cannon: 450,
	board.Pawn: 100,
}

// MaxPly is the maximum number of pushed moves: more than the maximum depth of a search.
const MaxPly = 255

// Evaluator evaluates positions and is updated move by move. It is not safe for concurrent use: each thread needs its
// own.
type Evaluator interface {
	// Reset sets the position to p.
	Reset(p *board.Position)
	// Push updates the evaluator for the move m, which is about to be made in the current position p.
	Push(p *board.Position, m board.Move)
	// Pop takes the last move back.
	Pop()
	// Score returns centipawns for the side to move in p, between -Limit and Limit. p is the current position, or the
	// one after a null move, which is not pushed.
	Score(p *board.Position) int
}

// Factory creates evaluators, one for each thread. It may be called at any time.
type Factory func() Evaluator
