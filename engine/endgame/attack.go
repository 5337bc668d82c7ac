package endgame

import "xiangqibot/engine/board"

// attack is a choice of one or two attackers in a space. The second, y, has a row of the board for each of its points,
// and in a row the first, x, is a bit.
type attack struct {
	x, y board.Kind // y is NoKind where there is one attacker
	xs   board.Bitboard
	ys   []board.Square // NoSquare alone where there is one attacker
	row  [board.Squares + 1]int
	// steps are the moves of y from each point.
	steps [board.Squares + 1][]step
}

func newAttack(x, y board.Kind) *attack {
	a := &attack{x: x, y: y, xs: reachable(board.Red, x), ys: []board.Square{board.NoSquare}}
	if y == board.NoKind {
		return a
	}
	a.ys = nil
	for at := range reachable(board.Red, y).All() {
		a.row[at] = len(a.ys)
		a.steps[at] = steps(y, at)
		a.ys = append(a.ys, at)
	}
	return a
}

// attacked returns where the first attacker is when the weak king could be taken: an impossible position with the
// strong side to move. occupied are kings and guards, y is the second attacker's point.
func (a *attack) attacked(c *cell, occupied board.Bitboard, y board.Square) board.Bitboard {
	all := occupied.Or(board.SquareBit(y))
	set := threats(a.x, c.weakKing, all)
	if c.facing(all) {
		set = set.Or(board.Between(c.weakKing, c.strongKing).Not())
	}
	if a.y != board.NoKind {
		set = set.Or(attackMask(a.y, y, c.weakKing, occupied))
	}
	return set
}
