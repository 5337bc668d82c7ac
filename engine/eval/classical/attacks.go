package classical

import "xiangqibot/engine/board"

// attackInfo is the scratch data of one evaluation: which pieces attack what. It is computed once a score and shared by
// all terms.
type attackInfo struct {
	p   *board.Position
	occ board.Bitboard
	own [2]board.Bitboard
	// attacks are the points that the pieces of a kind attack or protect, all kinds together at index 0.
	attacks [2][8]board.Bitboard
	// minorAttacks are the points that pawns, advisors and elephants attack: unsafe for a more valuable piece.
	minorAttacks [2]board.Bitboard
	// captures are the points that the piece on a point attacks or protects; moves those that it can go to, captures
	// included except those of a cannon.
	captures, moves [board.Squares]board.Bitboard
}

// compute fills the data.
func (v *attackInfo) compute(p *board.Position) {
	v.p, v.occ = p, p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		v.own[c] = p.ByColor(c)
		a := &v.attacks[c]
		for s := range v.own[c].All() {
			piece := p.At(s)
			captures := board.Attacks(piece, s, v.occ)
			v.captures[s], v.moves[s] = captures, captures
			if piece.Kind() == board.Cannon {
				v.moves[s] = board.RookAttacks(s, v.occ).AndNot(v.occ)
			}
			a[piece.Kind()] = a[piece.Kind()].Or(captures)
		}
		v.minorAttacks[c] = a[board.Pawn].Or(a[board.Advisor]).Or(a[board.Elephant])
		a[board.NoKind] = v.minorAttacks[c].Or(a[board.King]).Or(a[board.Horse]).Or(a[board.Rook]).Or(a[board.Cannon])
	}
}
