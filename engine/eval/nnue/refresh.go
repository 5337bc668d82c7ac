package nnue

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/simd"
)

// refreshTable caches, for each side and each of its views, the last position that was refreshed with that view, and
// its accumulator. The next one differs from it by a few pieces (a "Finny table").
type refreshTable struct {
	entries [2][views]struct {
		sum    []int16
		pieces [16]board.Bitboard
	}
	add, sub [MaxActiveInputs]uint16
}

// init sets every cached position to an empty board, whose sums are the biases.
func (c *refreshTable) init(n *Network) {
	sums := make([]int16, 2*views*n.Width)
	for side := range c.entries {
		for v := range c.entries[side] {
			c.entries[side][v].sum, sums = sums[:n.Width:n.Width], sums[n.Width:]
			copy(c.entries[side][v].sum, n.InputBias)
		}
	}
}

// refresh sets sum to the accumulator of p for a side with a view.
func (c *refreshTable) refresh(n *Network, p *board.Position, side board.Color, v view, sum []int16) {
	entry := &c.entries[side][v]
	adds, subs := 0, 0
	for color := range board.Color(2) {
		for k := board.King; k <= board.Pawn; k++ {
			piece := board.MakePiece(color, k)
			now, before := p.Pieces(color, k), entry.pieces[piece]
			if now == before {
				continue
			}
			entry.pieces[piece] = now
			var s board.Square
			for b := now.AndNot(before); !b.Empty(); adds++ {
				s, b = b.Next()
				c.add[adds] = v.row(side, piece, s)
			}
			for b := before.AndNot(now); !b.Empty(); subs++ {
				s, b = b.Next()
				c.sub[subs] = v.row(side, piece, s)
			}
		}
	}
	simd.Apply(entry.sum, entry.sum, n.InputWeights, c.add[:adds], c.sub[:subs])
	copy(sum, entry.sum)
}
