package board

// targets returns the pseudo-legal targets of a piece of the side to move on s.
func (p *Position) targets(s Square, k Kind, occ Bitboard) Bitboard {
	us := p.side
	var b Bitboard
	switch k {
	case King:
		b = kingAttacks[s]
	case Advisor:
		b = advisorAttacks[s]
	case Elephant:
		b = ElephantAttacks(s, occ)
	case Horse:
		b = HorseAttacks(s, occ)
	case Rook:
		b = RookAttacks(s, occ)
	case Cannon:
		quiet, capture := SlideAttacks(s, occ)
		return quiet.AndNot(occ).Or(capture.And(p.colors[us^1]))
	case Pawn:
		b = pawnAttacks[us][s]
	}
	return b.AndNot(p.colors[us])
}

// defenderSquares are the points that the king, the advisors and the elephants of a side can reach.
var defenderSquares = func() (t [2]Bitboard) {
	for c := Red; c <= Black; c++ {
		t[c] = reachableSquares[MakePiece(c, King)].Or(reachableSquares[MakePiece(c, Advisor)]).Or(reachableSquares[MakePiece(c, Elephant)])
	}
	return t
}()

// moves appends the pseudo-legal moves that end in mask.
func (p *Position) moves(dst []Move, mask Bitboard) []Move {
	us := p.side
	occ := p.Occupied()
	own := p.colors[us]
	if mask.And(defenderSquares[us]).Empty() { // as it usually is for captures
		own = own.AndNot(p.Pieces(us, King)).AndNot(p.Pieces(us, Advisor)).AndNot(p.Pieces(us, Elephant))
	}
	for !own.Empty() {
		var from Square
		from, own = own.Next()
		for b := p.targets(from, p.squares[from].Kind(), occ).And(mask); !b.Empty(); {
			var to Square
			to, b = b.Next()
			dst = append(dst, NewMove(from, to))
		}
	}
	return dst
}

// PseudoMoves appends the pseudo-legal moves to dst. Some may leave the mover's king in check or facing the other king:
// test them with a [LegalityChecker] or LeavesKingSafe.
func (p *Position) PseudoMoves(dst []Move) []Move { return p.moves(dst, AllSquares()) }

// PseudoCaptures appends the pseudo-legal moves that take a piece.
func (p *Position) PseudoCaptures(dst []Move) []Move { return p.moves(dst, p.colors[p.side^1]) }

// PseudoQuiets appends the pseudo-legal moves to points of mask that take nothing.
func (p *Position) PseudoQuiets(dst []Move, mask Bitboard) []Move {
	return p.moves(dst, mask.AndNot(p.Occupied()))
}

// IsPseudoLegal reports whether a piece of the side to move is on the move's origin and can go to its target.
// It accepts any value of m.
func (p *Position) IsPseudoLegal(m Move) bool {
	from, to := m.From(), m.To()
	if from >= NoSquare || to >= NoSquare {
		return false
	}
	piece := p.squares[from]
	return piece != NoPiece && piece.Color() == p.side && p.targets(from, piece.Kind(), p.Occupied()).Has(to)
}

// IsLegal reports whether m is a legal move. It accepts any value of m.
func (p *Position) IsLegal(m Move) bool { return p.IsPseudoLegal(m) && p.LeavesKingSafe(m) }

// LegalMoves appends the legal moves to dst, in the order of their origins and targets.
func (p *Position) LegalMoves(dst []Move) []Move {
	first := len(dst)
	dst = p.PseudoMoves(dst)
	legality := p.LegalityChecker()
	kept := dst[:first]
	for _, m := range dst[first:] {
		if legality.Legal(p, m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// HasLegalMove reports whether the side to move has a legal move. If not, it has lost.
func (p *Position) HasLegalMove() bool {
	legality := p.LegalityChecker()
	occ := p.Occupied()
	for own := p.colors[p.side]; !own.Empty(); {
		var from Square
		from, own = own.Next()
		for b := p.targets(from, p.squares[from].Kind(), occ); !b.Empty(); {
			var to Square
			to, b = b.Next()
			if legality.Legal(p, NewMove(from, to)) {
				return true
			}
		}
	}
	return false
}

// HasMateInOne reports whether the side to move can win at once, by mate or stalemate.
func (p *Position) HasMateInOne() bool {
	for _, m := range p.LegalMoves(nil) {
		after := *p
		after.Make(m)
		if !after.HasLegalMove() {
			return true
		}
	}
	return false
}
