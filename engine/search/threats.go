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
	attacked := func(pieces board.Bitboard) (points board.Bitboard) {
		for !pieces.Empty() {
			var s board.Square
			s, pieces = pieces.Next()
			points = points.Or(board.Attacks(p.At(s), s, occ))
		}
		return points
	}
	t.minor = attacked(p.Pieces(them, board.Pawn).Or(p.Pieces(them, board.Advisor)).Or(p.Pieces(them, board.Elephant)))
	t.major = t.minor.Or(attacked(p.Pieces(them, board.Horse).Or(p.Pieces(them, board.Cannon))))
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
