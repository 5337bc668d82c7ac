package eval

import "xiangqibot/engine/board"

// A lead is worth nothing when there is nothing left to win with. The scale is in 64ths of the score.
const (
	scaleFull     = 64
	scaleHopeless = 2  // no attacker at all, or one piece that can not mate alone
	scaleSlim     = 20 // one horse or cannon without pawns, against guards
)

// scale shrinks the score of a side that has not enough left to win.
func (v *view) scale(score int) int {
	return score * v.winnable(leader(score)) / scaleFull
}

// leader is the side that a score in Red's view speaks for.
func leader(score int) board.Color {
	if score < 0 {
		return board.Black
	}
	return board.Red
}

// winnable tells how much of a lead of c counts.
func (v *view) winnable(c board.Color) int {
	p, them := v.p, c.Opponent()
	rooks, horses, cannons := v.rooks[c], v.horses[c]-v.rooks[c], v.cannons(c)
	if rooks > 0 || horses+cannons > 1 || p.Pieces(c, board.Pawn).Several() {
		return scaleFull
	}
	pawns := p.Pieces(c, board.Pawn).Count()
	guards := v.advisors[them] + v.elephants[them]
	switch {
	case horses+cannons+pawns == 0:
		return scaleHopeless
	case pawns == 0 && cannons == 1:
		// A lone cannon needs a screen of its own: an advisor will do against a bare king or one guard.
		if p.Pieces(c, board.Advisor).Empty() || guards > 1 {
			return scaleHopeless
		}
		return scaleSlim
	case pawns == 0 && horses == 1:
		if guards > 1 {
			return scaleHopeless
		}
		return scaleFull
	case horses+cannons == 0:
		// A lone pawn wins against a bare king at best.
		if guards > 1 {
			return scaleHopeless
		}
		return scaleSlim
	}
	return scaleFull
}
