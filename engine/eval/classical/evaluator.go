// Package classical is the hand-written static evaluation: a sum of handcrafted features.
//
// The score is a sum of five terms, each a function of its own. Each weight is a pair, for the middlegame and for the
// endgame (tapered evaluation):
//
//	material      the fixed value of the pieces, alone and in pairs (pieces.go)
//	position      where they are (pieces.go)
//	mobility      where they can go (pieces.go)
//	coordination  how they help each other, and what they threaten (coordination.go)
//	safety        what the kings have to fear (safety.go)
//
// The sum is then interpolated by the material left on the board (the phase) and shrunk where the stronger side has too
// little left to win with ([eval.Winnable]). The weights are named in weights.go; their numbers, in weights.txt, are
// fitted by engine/lab/tune.
package classical

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Evaluator is an [eval.Evaluator]. It keeps nothing between two scores: each is computed from the position alone.
type Evaluator struct{ weights *Weights }

// New returns an evaluator with the standard weights.
func New() *Evaluator { return &Evaluator{&standard} }

// NewEvaluator is [New] as the [eval.Factory] of the standard weights.
func NewEvaluator() eval.Evaluator { return New() }

// FactoryOf returns the factory of evaluators with other weights, which must not change while one of them is in use.
func FactoryOf(w *Weights) eval.Factory {
	return func() eval.Evaluator { return &Evaluator{w} }
}

// Reset does nothing.
func (e *Evaluator) Reset(*board.Position) {}

// Push does nothing.
func (e *Evaluator) Push(*board.Position, board.Move) {}

// Pop does nothing.
func (e *Evaluator) Pop() {}

// Score returns centipawns for the side to move in p.
func (e *Evaluator) Score(p *board.Position) int {
	w := e.weights
	var v attackInfo
	v.compute(p)
	sum := w.material(p, board.Red) - w.material(p, board.Black)
	sum += w.position(p, board.Red) - w.position(p, board.Black)
	sum += w.relations(&v)
	score := eval.Scaled(p, board.Red, blend(sum, phase(p)))
	if p.SideToMove() == board.Black {
		score = -score
	}
	return max(min(score, eval.Limit), -eval.Limit)
}

// relations returns the part of the score that depends on more than one piece, from Red's view.
func (w *Weights) relations(v *attackInfo) Pair {
	sum := w.pairs(v, board.Red) - w.pairs(v, board.Black)
	sum += w.mobility(v, board.Red) - w.mobility(v, board.Black)
	sum += w.coordination(v, board.Red) - w.coordination(v, board.Black)
	sum += w.safety(v, board.Red) - w.safety(v, board.Black)
	if v.p.SideToMove() == board.Red {
		return sum + w.Tempo
	}
	return sum - w.Tempo
}

// Term is one of the five parts of a score.
type Term struct {
	Name string
	// Sides is what the term says for each side, by color, in centipawns at the present phase.
	Sides [2]int
}

// Terms returns the terms of the score of p.
func (e *Evaluator) Terms(p *board.Position) [5]Term {
	w := e.weights
	var v attackInfo
	v.compute(p)
	terms := [5]Term{{Name: "material"}, {Name: "position"}, {Name: "mobility"}, {Name: "coordination"}, {Name: "safety"}}
	for side := range board.Color(2) {
		for i, sum := range [5]Pair{
			w.material(p, side) + w.pairs(&v, side), w.position(p, side),
			w.mobility(&v, side), w.coordination(&v, side), w.safety(&v, side),
		} {
			terms[i].Sides[side] = blend(sum, phase(p))
		}
	}
	return terms
}

// The phase says how full the board is, by the pieces that attack: fullPhase at the start, 0 when none is left.
const (
	rookPhase  = 4
	minorPhase = 2 // a horse or a cannon
	fullPhase  = 2 * (2*rookPhase + 4*minorPhase)
)

func phase(p *board.Position) int {
	count := func(k board.Kind) int { return p.Pieces(board.Red, k).Or(p.Pieces(board.Black, k)).Count() }
	return min(rookPhase*count(board.Rook)+minorPhase*(count(board.Horse)+count(board.Cannon)), fullPhase)
}

// blend mixes the two halves of a pair by the phase.
func blend(p Pair, phase int) int {
	full, empty := p.Split()
	return (full*phase + empty*(fullPhase-phase)) / fullPhase
}
