package search

import "xiangqibot/engine/board"

// threats are the points that the opponent attacks with pieces worth less than what might stand there. A quiet move
// that leaves one of them comes early, one that goes to one comes late, as in today's strongest engines.
type threats struct {
	minor board.Bitboard // attacked by a pawn, advisor or elephant: no place for a horse or cannon
	major board.Bitboard // by a horse or cannon, too: no place for a rook
}

// compute works the threats against the side to move out.
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

// bonus is what a quiet move of a piece gains in the order: weight for a rook that leaves a threat, half of it for a
// horse or cannon, and the same taken off for one that goes to a threat. Other pieces are worth no more than what
// attacks them.
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
