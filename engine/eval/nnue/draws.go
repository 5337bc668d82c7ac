package nnue

import "xiangqibot/engine/board"

// Endings that books call drawn though one side has more. A network of this size does not see it: it adds up what the
// pieces are worth. The scale is in 64ths of the score of the side that leads, which has no other attackers than those
// named.
const (
	scaleFull         = 64
	scaleSlim         = 12 // held, but for accidents
	scaleHeld         = 8  // held against everything
	maxScaledMaterial = 14 // the most of materials that such an ending has
)

// pieceCounts counts the pieces of a color that can cross the river, and its guards.
type pieceCounts struct{ rooks, horses, cannons, pawns, advisors, elephants int }

func countPieces(p *board.Position, c board.Color) pieceCounts {
	return pieceCounts{
		rooks: p.Pieces(c, board.Rook).Count(), horses: p.Pieces(c, board.Horse).Count(),
		cannons: p.Pieces(c, board.Cannon).Count(), pawns: p.Pieces(c, board.Pawn).Count(),
		advisors: p.Pieces(c, board.Advisor).Count(), elephants: p.Pieces(c, board.Elephant).Count(),
	}
}

// drawScale is how much of a lead of c counts, in 64ths.
func drawScale(p *board.Position, c board.Color) int {
	us, them := countPieces(p, c), countPieces(p, c.Opponent())
	guards := them.advisors + them.elephants
	switch (pieceCounts{rooks: us.rooks, horses: us.horses, cannons: us.cannons, pawns: us.pawns}) {
	case pieceCounts{pawns: 3}:
		// 三低兵难胜士象全.
		if guards == 4 && lowPawns(p, c, 7) == 3 {
			return scaleHeld
		}
	case pieceCounts{horses: 1, pawns: 1}:
		// 马低兵难胜单炮: the cannon needs its advisors.
		if them.cannons > 0 && them.advisors == 2 && lowPawns(p, c, 8) == 1 {
			return scaleHeld
		}
	case pieceCounts{rooks: 1}:
		// 一车难胜马炮, with the guards whole or nearly so.
		if them.horses > 0 && them.cannons > 0 && guards >= 3 {
			return scaleHeld
		}
	case pieceCounts{rooks: 2}:
		// 双车难胜车马单缺士.
		if them.rooks > 0 && them.horses > 0 && guards >= 3 {
			return scaleSlim
		}
	}
	return scaleFull
}

// lowPawns counts the pawns of a color that are on a rank, as it counts them from 0, or beyond.
func lowPawns(p *board.Position, c board.Color, rank int) (n int) {
	for b := p.Pieces(c, board.Pawn); !b.Empty(); {
		var s board.Square
		if s, b = b.Next(); rankOf(c, s) >= rank {
			n++
		}
	}
	return n
}
