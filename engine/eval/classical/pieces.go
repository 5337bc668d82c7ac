package classical

import "xiangqibot/engine/board"

// material is the value of the pieces of c, each by itself.
func (w *Weights) material(p *board.Position, c board.Color) (sum Pair) {
	for k := board.Advisor; k <= board.Pawn; k++ {
		sum += w.Piece[k] * Pair(p.Pieces(c, k).Count())
	}
	return sum
}

// pairs weighs combinations: two of a kind, horse and cannon together (each does what the other cannot), and guards
// that were lost by the one who faces rooks (缺士怕车) or cannons (缺象怕炮).
func (w *Weights) pairs(v *attackInfo, c board.Color) (sum Pair) {
	p, them := v.p, c.Opponent()
	count := func(k board.Kind) int { return p.Pieces(c, k).Count() }
	rooks, horses, cannons := count(board.Rook), count(board.Horse), count(board.Cannon)
	if horses == 2 {
		sum += w.HorsePair
	}
	if cannons == 2 {
		sum += w.CannonPair
	}
	if horses > 0 && cannons > 0 {
		sum += w.HorseAndCannon
	}
	if rooks == 2 {
		sum += w.RookPair
	}
	advisors, elephants := count(board.Advisor), count(board.Elephant)
	sum += w.Guards[min(advisors, 2)][min(elephants, 2)]
	sum -= w.AdvisorMissing * Pair((2-advisors)*p.Pieces(them, board.Rook).Count())
	sum -= w.ElephantMissing * Pair((2-elephants)*p.Pieces(them, board.Cannon).Count())
	// Few pieces on the board leave a cannon without screens.
	sum += w.CannonScreens * Pair(cannons*(v.occ.Count()-fullBoard/2))
	return sum
}

// fullBoard is the number of pieces at the start.
const fullBoard = 32

// position is the term of one side.
func (w *Weights) position(p *board.Position, c board.Color) (sum Pair) {
	for s := range p.ByColor(c).All() {
		sum += *w.Square[p.At(s).Kind()].at(s.SeenBy(c))
	}
	return sum
}

// mobility scores where the pieces of c can go. Points taken by the own side or guarded by pawns, advisors and
// elephants of the other do not count.
func (w *Weights) mobility(v *attackInfo, c board.Color) (sum Pair) {
	p := v.p
	closed := v.own[c].Or(v.minorAttacks[c.Opponent()])
	for s := range p.Pieces(c, board.Rook).All() {
		sum += w.RookMobility[v.moves[s].AndNot(closed).Count()]
	}
	for s := range p.Pieces(c, board.Horse).All() {
		sum += w.HorseMobility[v.moves[s].AndNot(closed).Count()]
	}
	for s := range p.Pieces(c, board.Cannon).All() {
		sum += w.CannonMobility[v.moves[s].AndNot(closed).Count()]
	}
	return sum
}
