package nnue

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/simd"
)

// updateAccumulator brings the accumulator of one side up to date: from the nearest computed entry if the side's view
// has not changed since, otherwise from the refresh table.
func (e *Evaluator) updateAccumulator(p *board.Position, side board.Color) {
	from := e.top
	view := e.stack[from].views[side]
	for !e.stack[from].computed[side] {
		// Many incremental updates cost more than a refresh.
		if from == 0 || e.stack[from-1].views[side] != view || e.top-from == maxIncremental {
			e.cache.refresh(e.network, p, side, view, e.stack[e.top].sums[side])
			e.stack[e.top].computed[side] = true
			return
		}
		from--
	}
	for at := from + 1; at <= e.top; at++ {
		e.updateIncremental(at, side, view)
	}
}

// maxIncremental is the maximum number of moves that updateAccumulator applies incrementally.
const maxIncremental = 8

// updateIncremental computes the accumulator of an entry from that of the entry before.
func (e *Evaluator) updateIncremental(at int, side board.Color, v view) {
	n, t := e.network, &e.stack[at]
	m := &t.move
	to, from := n.row(v.row(side, m.piece, m.to)), n.row(v.row(side, m.piece, m.from))
	if m.taken == board.NoPiece {
		simd.AddSub(t.sums[side], e.stack[at-1].sums[side], to, from)
	} else {
		simd.AddSubSub(t.sums[side], e.stack[at-1].sums[side], to, from, n.row(v.row(side, m.taken, m.to)))
	}
	t.computed[side] = true
}
