package search

import "xiangqibot/engine/board"

// exchangeValues are the prices that a sequence of captures is reckoned with. They are coarser than the evaluation's: a horse
// for a cannon, or an advisor for an elephant, is an even trade.
var exchangeValues = [8]int{
	board.King:     10000,
	board.Advisor:  200,
	board.Elephant: 200,
	board.Horse:    430,
	board.Rook:     950,
	board.Cannon:   450,
	board.Pawn:     120,
}

// gains tells whether the capture m leaves its side ahead by at least threshold centipawns when both sides go on taking on
// that one square, the cheapest piece first, and stop when going on would cost them. It is the static exchange evaluation;
// a quiet move may be asked about too: it then loses the piece if the square is not held.
//
// Every capture takes a piece off the board, which may give a cannon its screen or take it away, and frees horses' legs.
// So the attackers are looked up afresh at each step rather than collected once. Pins are not seen.
func gains(p *board.Position, m board.Move, threshold int) bool {
	from, to := m.From(), m.To()
	mover := p.At(from)

	// At stake is what the side to take next would be short of, were it to stop here.
	stake := exchangeValues[p.At(to).Kind()] - threshold
	if stake < 0 {
		return false
	}
	stake = exchangeValues[mover.Kind()] - stake
	if stake <= 0 {
		return true // even losing the piece leaves enough
	}
	occ := p.Occupied().AndNot(board.SquareBit(from)).Or(board.SquareBit(to))
	side := mover.Color()
	ours := true // the side that began is satisfied when the exchange stops here
	for {
		side = side.Opponent()
		taker, kind := cheapest(p, p.AttackersTo(to, side, occ).And(occ))
		if kind == board.NoKind {
			return ours
		}
		ours = !ours
		if kind == board.King {
			// A king takes only what is not defended.
			occ = occ.AndNot(board.SquareBit(taker))
			if !p.AttackersTo(to, side.Opponent(), occ).And(occ).Empty() {
				return !ours
			}
			return ours
		}
		stake = exchangeValues[kind] - stake
		least := 0
		if ours {
			least = 1
		}
		if stake < least {
			return ours
		}
		occ = occ.AndNot(board.SquareBit(taker))
	}
}

// Gains is the static exchange evaluation for others to use: see the package's file exchange.go.
func Gains(p *board.Position, m board.Move, threshold int) bool { return gains(p, m, threshold) }

// cheapest picks the attacker that an exchange would risk first.
func cheapest(p *board.Position, attackers board.Bitboard) (board.Square, board.Kind) {
	best, kind := board.NoSquare, board.NoKind
	for b := attackers; !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		if k := p.At(s).Kind(); kind == board.NoKind || exchangeValues[k] < exchangeValues[kind] {
			best, kind = s, k
		}
	}
	return best, kind
}
