package board

// SEE is the static exchange evaluation of a move: what its side gains if both sides keep capturing on its target, the
// least valuable piece first, and stop when continuing would lose material. value returns the value of the piece on a
// point, 0 for an empty one. A king must be worth more than all that it may capture. Pins are ignored.
//
// The search compares exchanges with thresholds, which is faster: see package search.
func (p *Position) SEE(m Move, value func(Square) int) int {
	from, to := m.From(), m.To()
	occ := p.Occupied().AndNot(SquareBit(from)).Or(SquareBit(to))
	return value(to) - recapture(p, to, value(from), p.At(from).Color().Opponent(), occ, value)
}

// recapture is the most that a side can gain by capturing a piece of value stake on s, with only the pieces of occ
// left.
func recapture(p *Position, s Square, stake int, by Color, occ Bitboard, value func(Square) int) int {
	attacker, least := NoSquare, 0
	for a := range p.AttackersTo(s, by, occ).And(occ).All() {
		if v := value(a); attacker == NoSquare || v < least {
			attacker, least = a, v
		}
	}
	if attacker == NoSquare {
		return 0
	}
	return max(0, stake-recapture(p, s, least, by.Opponent(), occ.AndNot(SquareBit(attacker)), value))
}
