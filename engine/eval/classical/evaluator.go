// Package classical is the hand-written static evaluation: a sum of handcrafted features.
//
// The score is a sum of five terms, each a function of its own. Each weight is a pair, for the middlegame and for the
// endgame (tapered evaluation):
//
//	material.go      the fixed value of the pieces, alone and in pairs
//	position.go      where they are
//	mobility.go      where they can go
//	coordination.go  how they help each other, and what they threaten
//	safety.go        what the kings have to fear
//
// The sum is then interpolated by the material left on the board (phase.go) and shrunk where the stronger side has too
// little left to win with ([eval.Winnable]). The weights are named in weights.go; their numbers, in weights.txt, are
// fitted by engine/lab/tune.
package classical

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Evaluator is an [eval.Evaluator]. It updates the sum of material and position incrementally, because these terms
// would cost most to recompute. It is not safe for concurrent use; make one for each thread.
type Evaluator struct {
	weights *Weights
	table   pieceTable
	sums    [eval.MaxPly + 1]Pair // Red's view; the last one in use is sums[top]
	top     int
	view    attackInfo
}

// New makes an evaluator with the standard weights, for the start position.
func New() *Evaluator { return NewWith(&standard) }

// NewEvaluator is [New] as the [eval.Factory] of the standard weights.
func NewEvaluator() eval.Evaluator { return New() }

// FactoryOf returns the maker of evaluators with other weights, which must not change while one of them is in use.
func FactoryOf(w *Weights) eval.Factory {
	return func() eval.Evaluator { return NewWith(w) }
}

// NewWith makes an evaluator with other weights, which must not change while it is in use.
func NewWith(w *Weights) *Evaluator {
	e := &Evaluator{weights: w, table: w.pieceTable()}
	start := board.StartPosition()
	e.Reset(&start)
	return e
}

// Reset starts over at p.
func (e *Evaluator) Reset(p *board.Position) {
	e.top = 0
	e.sums[0] = e.table.sum(p)
}

// Push updates the sums for the move m, which is about to be made in p.
func (e *Evaluator) Push(p *board.Position, m board.Move) {
	piece, from, to := p.At(m.From()), m.From(), m.To()
	sum := e.sums[e.top] - e.table[piece][from] + e.table[piece][to] - e.table[p.At(to)][to]
	e.top++
	e.sums[e.top] = sum
}

// Pop takes the last move back.
func (e *Evaluator) Pop() { e.top-- }

// Score returns centipawns for the side to move in p, which must be the current position of the evaluator.
func (e *Evaluator) Score(p *board.Position) int {
	v := &e.view
	v.compute(p)
	score := eval.Scaled(p, board.Red, v.blend(e.sums[e.top]+e.relations(v)))
	if p.SideToMove() == board.Black {
		score = -score
	}
	return max(min(score, eval.Limit), -eval.Limit)
}

// relations returns the part of the score that depends on more than one piece, from Red's view.
func (e *Evaluator) relations(v *attackInfo) Pair {
	sum := e.pairs(v, board.Red) - e.pairs(v, board.Black)
	sum += e.mobility(v, board.Red) - e.mobility(v, board.Black)
	sum += e.coordination(v, board.Red) - e.coordination(v, board.Black)
	sum += e.safety(v, board.Red) - e.safety(v, board.Black)
	if v.p.SideToMove() == board.Red {
		return sum + e.weights.Tempo
	}
	return sum - e.weights.Tempo
}

// Term is one of the five parts of a score.
type Term struct {
	Name string
	// Red and Black are what the term says for each side, in centipawns at the present phase.
	Red, Black int
}

// Terms returns the terms of the score of p. Material and position are separate here, although they are kept as one
// sum.
func (e *Evaluator) Terms(p *board.Position) [5]Term {
	var v attackInfo
	v.compute(p)
	terms := [5]Term{{Name: "material"}, {Name: "position"}, {Name: "mobility"}, {Name: "coordination"}, {Name: "safety"}}
	for c, set := range [2]func(*Term, int){
		func(t *Term, s int) { t.Red = s }, func(t *Term, s int) { t.Black = s },
	} {
		side := board.Color(c)
		for i, sum := range [5]Pair{
			e.weights.material(p, side) + e.pairs(&v, side), e.weights.position(p, side),
			e.mobility(&v, side), e.coordination(&v, side), e.safety(&v, side),
		} {
			set(&terms[i], v.blend(sum))
		}
	}
	return terms
}
