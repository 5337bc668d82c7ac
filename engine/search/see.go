package search

import "xiangqibot/engine/board"

// seeValues are the piece values of the static exchange evaluation, by kind, in centipawns.
type seeValues [8]int

// seeKingValue is more than all other pieces together.
const seeKingValue = 10000

// SEEAtLeast is the static exchange evaluation (SEE). It reports whether the capture m gains its side at least
// threshold centipawns if both sides keep capturing on that square, the least valuable piece first, and stop when
// continuing would lose material. For a quiet move it takes into account that the piece may be lost on its new square.
//
// Every capture removes a piece, which may give a cannon its screen or remove it, and may unblock a horse's leg. So the
// attackers are computed anew at each step. Pins are ignored.
func SEEAtLeast(p *board.Position, m board.Move, threshold int) bool {
	return defaultParameters.see.atLeast(p, m, threshold)
}

// atLeast is [SEEAtLeast] with other piece values.
func (e *seeValues) atLeast(p *board.Position, m board.Move, threshold int) bool {
	from, to := m.From(), m.To()
	mover := p.At(from)

	// stake is how far the side to capture next would be behind if it stopped here.
	stake := e[p.At(to).Kind()] - threshold
	if stake < 0 {
		return false
	}
	stake = e[mover.Kind()] - stake
	if stake <= 0 {
		return true // even losing the piece leaves enough
	}
	occ := p.Occupied().AndNot(board.SquareBit(from)).Or(board.SquareBit(to))
	side := mover.Color()
	ours := true // the side that began is satisfied when the exchange stops here
	for {
		side = side.Opponent()
		attacker, kind := e.leastValuable(p, p.AttackersTo(to, side, occ).And(occ))
		if kind == board.NoKind {
			return ours
		}
		ours = !ours
		if kind == board.King {
			// A king takes only what is not defended.
			occ = occ.AndNot(board.SquareBit(attacker))
			if !p.AttackersTo(to, side.Opponent(), occ).And(occ).Empty() {
				return !ours
			}
			return ours
		}
		stake = e[kind] - stake
		least := 0
		if ours {
			least = 1
		}
		if stake < least {
			return ours
		}
		occ = occ.AndNot(board.SquareBit(attacker))
	}
}

// leastValuable returns the least valuable attacker.
func (e *seeValues) leastValuable(p *board.Position, attackers board.Bitboard) (board.Square, board.Kind) {
	best, kind := board.NoSquare, board.NoKind
	for b := attackers; !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		if k := p.At(s).Kind(); kind == board.NoKind || e[k] < e[kind] {
			best, kind = s, k
		}
	}
	return best, kind
}
