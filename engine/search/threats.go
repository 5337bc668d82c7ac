package search

import "xiangqibot/engine/board"

// threats are the points that the opponent attacks with pieces of less value than the piece that could be there. A
// quiet move that leaves such a point is ordered early, one that goes to such a point late, as in Stockfish.
type threats struct {
	minor board.Bitboard // attacked by a pawn, advisor or elephant: unsafe for a horse or cannon
	major board.Bitboard // also those attacked by a horse or cannon: unsafe for a rook
}

// compute computes the threats against the side to move.
func (t *threats) compute(p *board.Position) {
	them, occ := p.SideToMove().Opponent(), p.Occupied()
	*t = threats{}
	var s board.Square
	for b := p.Pieces(them, board.Pawn); !b.Empty(); {
		s, b = b.Next()
		t.minor = t.minor.Or(board.PawnAttacks(them, s))
	}
	for b := p.Pieces(them, board.Advisor); !b.Empty(); {
		s, b = b.Next()
		t.minor = t.minor.Or(board.AdvisorAttacks(s))
	}
	for b := p.Pieces(them, board.Elephant); !b.Empty(); {
		s, b = b.Next()
		t.minor = t.minor.Or(board.ElephantAttacks(s, occ))
	}
	t.major = t.minor
	for b := p.Pieces(them, board.Horse); !b.Empty(); {
		s, b = b.Next()
		t.major = t.major.Or(board.HorseAttacks(s, occ))
	}
	for b := p.Pieces(them, board.Cannon); !b.Empty(); {
		s, b = b.Next()
		t.major = t.major.Or(board.CannonAttacks(s, occ))
	}
}

// bonus returns the ordering bonus of a quiet move: weight for a rook that leaves a threat, half of it for a horse or
// cannon, and the same as a malus for a move to a threatened point. Other pieces are not worth more than their
// attackers and get none.
func (t *threats) bonus(kind board.Kind, m board.Move, weight int) int {
	threat := &t.minor
	switch kind {
	case board.Rook:
		threat = &t.major
	case board.Horse, board.Cannon:
		weight /= 2
	default:
		return 0
	}
	b := 0
	if threat.Has(m.From()) {
		b += weight
	}
	if threat.Has(m.To()) {
		b -= weight
	}
	return b
}
