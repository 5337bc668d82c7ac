package classical

import "xiangqibot/engine/board"

// The material: a piece's own value is part of its piece-square table and kept up to date move by move; what depends on
// which other pieces there are is added here.

func (w *Weights) material(p *board.Position, c board.Color) (sum Pair) {
	for k := board.Advisor; k <= board.Pawn; k++ {
		sum += w.Piece[k] * Pair(p.Pieces(c, k).Count())
	}
	return sum
}

// pairs weighs combinations: two of a kind, horse and cannon together (each does what the other cannot), and guards
// that were lost by the one who faces rooks (缺士怕车) or cannons (缺象怕炮).
func (e *Evaluator) pairs(v *attackInfo, c board.Color) (sum Pair) {
	w, them := e.weights, c.Opponent()
	horses, cannons := len(v.horses(c)), len(v.cannons(c))
	if horses == 2 {
		sum += w.HorsePair
	}
	if cannons == 2 {
		sum += w.CannonPair
	}
	if horses > 0 && cannons > 0 {
		sum += w.HorseAndCannon
	}
	if len(v.rooks(c)) == 2 {
		sum += w.RookPair
	}
	advisors, elephants := v.advisors[c], v.elephants[c]
	sum += w.Guards[min(advisors, 2)][min(elephants, 2)]
	sum -= w.AdvisorMissing * Pair((2-advisors)*len(v.rooks(them)))
	sum -= w.ElephantMissing * Pair((2-elephants)*len(v.cannons(them)))
	// Few pieces on the board leave a cannon without screens.
	sum += w.CannonScreens * Pair(cannons*(v.occ.Count()-fullBoard/2))
	return sum
}

// fullBoard is the number of pieces at the start.
const fullBoard = 32
