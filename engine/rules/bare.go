package rules

import "xiangqibot/engine/board"

// Draws reports whether the position is a draw by insufficient material. It does not test whether the side to move is
// mated: the caller must do so first.
func (b BareMaterialRule) Draws(p *board.Position) bool {
	if b == BareOff {
		return false
	}
	both := func(k board.Kind) board.Bitboard { return p.Pieces(board.Red, k).Or(p.Pieces(board.Black, k)) }
	if !both(board.Pawn).Or(both(board.Rook)).Or(both(board.Horse)).Empty() {
		return false
	}
	cannons := both(board.Cannon).Count()
	return cannons == 0 || b == BareCannons && cannons <= 2 && bareCannons(p)
}

// bareCannons reports whether the cannons, the only attackers, have no screens to mate with. It follows [Pikafish]: one
// cannon without an advisor of its own, against a side with few advisors; or a cannon each and no advisor at all. A
// position in which the side to move can mate at once is not a draw.
func bareCannons(p *board.Position) bool {
	number := func(c board.Color, k board.Kind) int { return p.Pieces(c, k).Count() }
	red, black := number(board.Red, board.Cannon), number(board.Black, board.Cannon)
	elephants := number(board.Red, board.Elephant) + number(board.Black, board.Elephant)
	if red == 1 && black == 1 {
		if number(board.Red, board.Advisor)+number(board.Black, board.Advisor) > 0 {
			return false
		}
		return elephants == 0 || !p.HasMateInOne()
	}
	if red+black != 1 {
		return false
	}
	strong := board.Red
	if black == 1 {
		strong = board.Black
	}
	weak := strong.Opponent()
	if number(strong, board.Advisor) > 0 {
		return false
	}
	switch number(weak, board.Advisor) {
	case 0:
		return true
	case 1:
		return number(strong, board.Elephant) == 0 || !p.HasMateInOne()
	default:
		return elephants == 0 && !p.HasMateInOne()
	}
}
