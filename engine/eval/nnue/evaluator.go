package nnue

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Evaluator scores positions with a network. It follows a game move by move. It is not for concurrent use; make one for
// each thread.
type Evaluator struct {
	network *Network
	// stack has the positions on the way to the current one, stack[top].
	stack [eval.MaxPly + 1]accumulator
	top   int
	cache refreshTable
}

// accumulator is what an evaluator keeps of a position.
type accumulator struct {
	// sums are those of the first layer from the view of each side. They are valid only where computed is set; otherwise
	// they differ from those of the entry before by move.
	sums     [2][]int16
	computed [2]bool
	views    [2]view
	move     change
	balance  [2]int64 // of the wings, from the view of each side
	material [2]uint8 // of each side; both select the output bucket
}

// change is a move; taken is NoPiece if it is no capture.
type change struct {
	piece, taken board.Piece
	from, to     board.Square
}

// New returns an evaluator for the start position.
func New(n *Network) *Evaluator {
	e := &Evaluator{network: n}
	sums := make([]int16, len(e.stack)*2*n.Width)
	for i := range e.stack {
		for side := range e.stack[i].sums {
			e.stack[i].sums[side], sums = sums[:n.Width:n.Width], sums[n.Width:]
		}
	}
	e.cache.init(n)
	start := board.StartPosition()
	e.Reset(&start)
	return e
}

// Evaluation returns the evaluation by the network. For a nil network it is nil, which means the hand-written one.
func (n *Network) Evaluation() eval.Factory {
	if n == nil {
		return nil
	}
	return func() eval.Evaluator { return New(n) }
}

// Reset starts again from p.
func (e *Evaluator) Reset(p *board.Position) {
	e.top = 0
	t := &e.stack[0]
	t.balance, t.material, t.computed = [2]int64{}, [2]uint8{}, [2]bool{}
	for s := range p.Occupied().All() {
		piece := p.At(s)
		for side, b := range balances[piece][s] {
			t.balance[side] += b
		}
		t.material[piece.Color()] += materials[piece.Kind()]
	}
	for side := range board.Color(2) {
		t.views[side] = viewOf(side, p.King(side), t.balance[side])
	}
}

// Push records the move m, which is about to be made in p.
func (e *Evaluator) Push(p *board.Position, m board.Move) {
	from, to := m.From(), m.To()
	piece, taken := p.At(from), p.At(to)
	last := &e.stack[e.top]
	e.top++
	t := &e.stack[e.top]
	t.move = change{piece, taken, from, to}
	t.computed = [2]bool{}
	t.material = last.material
	t.material[piece.Color().Opponent()] -= materials[taken.Kind()]
	left, reached, lost := &balances[piece][from], &balances[piece][to], &balances[taken][to]
	kings := [2]board.Square{p.King(board.Red), p.King(board.Black)}
	if piece.Kind() == board.King {
		kings[piece.Color()] = to
	}
	for side := range board.Color(2) {
		t.balance[side] = last.balance[side] - left[side] + reached[side] - lost[side]
		t.views[side] = viewOf(side, kings[side], t.balance[side])
	}
}

// Pop takes the last move back.
func (e *Evaluator) Pop() { e.top-- }

// Score returns centipawns for the side to move in p. The pieces of p must be where Reset and the moves since have
// put them; either side may be to move, for instance after a null move.
func (e *Evaluator) Score(p *board.Position) int {
	e.updateAccumulator(p, board.Red)
	e.updateAccumulator(p, board.Black)
	t := &e.stack[e.top]
	us := p.SideToMove()
	them := us.Opponent()
	score := e.network.score(t.sums[us], t.sums[them], outputBucket(t.material[us], t.material[them]))
	return eval.Scaled(p, us, score)
}
