// Package eval defines a static evaluation: which side is better, and by how much, without searching.
//
// An [Evaluator] follows a game move by move and answers in centipawns for the side to move; a pawn that has not
// crossed the river is worth about 100 of them. Call Reset with a position, Push before each move is made and Pop after
// it is taken back, and call Score where a score is needed.
//
// There are two: package classical, written by hand, and package nnue, a network. Both are pure: the same position has
// the same score, however it was reached; changing the colors changes nothing but the side, and mirroring the board
// changes nothing at all. Neither knows of check, repetition or the number of moves played.
package eval

import "xiangqibot/engine/board"

// Limit bounds every score: it lies between -Limit and Limit.
const Limit = 20000

// MaxPly is how many moves an evaluator can follow before they are taken back: more than any search is deep.
const MaxPly = 255

// Evaluator scores positions for one thread and follows a game move by move. It is not for concurrent use.
type Evaluator interface {
	// Reset starts over at p.
	Reset(p *board.Position)
	// Push follows a move that is about to be made in p, the position followed to.
	Push(p *board.Position, m board.Move)
	// Pop takes the last move back.
	Pop()
	// Score returns centipawns for the side to move in p, at most Limit either way. p is the position followed to, or that
	// with the turn passed, which is not pushed.
	Score(p *board.Position) int
}

// Factory makes the evaluators of one evaluation, one for each thread. It may be called at any time.
type Factory func() Evaluator
