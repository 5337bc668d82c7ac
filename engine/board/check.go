package board

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.attacked(p.kings[p.side], p.side^1) }

// attacked reports whether a piece of by that can leave its palace attacks the king on s.
func (p *Position) attacked(s Square, by Color) bool {
	return anyAttacks(s, by, p.Occupied(), p.Pieces(by, Rook), p.Pieces(by, Cannon), p.Pieces(by, Pawn), p.Pieces(by, Horse))
}

// anyAttacks reports whether one of these pieces of by attacks the king on s if the points of occ are occupied.
func anyAttacks(s Square, by Color, occ, rooks, cannons, pawns, horses Bitboard) bool {
	if !rooks.Or(cannons).And(lines[s]).Empty() {
		rook, cannon := SlideAttacks(s, occ)
		if !rook.And(rooks).Or(cannon.And(cannons)).Empty() {
			return true
		}
	}
	if !pawnOrigins[by][s].And(pawns).Empty() {
		return true
	}
	return !horses.And(horsePseudoAttacks[s]).Empty() && !HorsesAttacking(s, occ).And(horses).Empty()
}

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard {
	return p.AttackersTo(p.kings[p.side], p.side^1, p.Occupied())
}

// AttackersTo returns the pieces of by that could capture on s if the points of occ were occupied. Cannons count if
// they have a screen. The king's step within its palace counts; facing the other king does not. Whether the capture
// would leave by's own king in check is not checked.
func (p *Position) AttackersTo(s Square, by Color, occ Bitboard) Bitboard {
	rook, cannon := SlideAttacks(s, occ)
	b := rook.And(p.Pieces(by, Rook)).Or(cannon.And(p.Pieces(by, Cannon)))
	if horses := p.Pieces(by, Horse); !horses.And(horsePseudoAttacks[s]).Empty() {
		b = b.Or(HorsesAttacking(s, occ).And(horses))
	}
	b = b.Or(pawnOrigins[by][s].And(p.Pieces(by, Pawn)))
	if s.Crossed(Red) == (by == Black) { // these pieces never cross the river
		b = b.Or(ElephantAttacks(s, occ).And(p.Pieces(by, Elephant)))
		b = b.Or(advisorAttacks[s].And(p.Pieces(by, Advisor)))
		b = b.Or(kingAttacks[s].And(p.Pieces(by, King)))
	}
	return b
}

// LeavesKingSafe reports whether the mover's king is neither attacked nor faced after m, so that m is legal. The move
// must be pseudo-legal. It is not made: the test uses the occupancy after the move.
func (p *Position) LeavesKingSafe(m Move) bool {
	from, to := m.From(), m.To()
	us := p.side
	king := p.kings[us]
	if from == king {
		king = to
	}
	them := us ^ 1
	occ := p.Occupied().AndNot(squareBits[from]).Or(squareBits[to])
	taken := squareBits[to]

	left := func(k Kind) Bitboard { return p.Pieces(them, k).AndNot(taken) }
	return !anyAttacks(king, them, occ, left(Rook).Or(p.Pieces(them, King)), left(Cannon), left(Pawn), left(Horse))
}

// GivesCheck reports whether the opponent is in check after m, by the moved piece or by one that it uncovers.
// The move must be pseudo-legal.
func (p *Position) GivesCheck(m Move) bool {
	from, to := m.From(), m.To()
	us := p.side
	king := p.kings[us^1]
	occ := p.Occupied().AndNot(squareBits[from]).Or(squareBits[to])
	after := func(k Kind) Bitboard {
		b := p.Pieces(us, k)
		if b.Has(from) {
			b = b.AndNot(squareBits[from]).Or(squareBits[to])
		}
		return b
	}
	return anyAttacks(king, us, occ, after(Rook), after(Cannon), after(Pawn), after(Horse))
}

// LegalityChecker tests pseudo-legal moves of one position for legality.
//
// Most moves cannot expose the king. The checker computes once per position which ones can, instead of once per move.
// There are four such cases if the king is not in check: a rook or the opposing king with one piece between (it is
// pinned), a cannon with two pieces between (both are pinned), a cannon with none between (no piece may become its
// screen) and a horse with a blocked leg (the blocker is pinned).
type LegalityChecker struct {
	pinned  Bitboard // pieces that must not leave the line or the leg
	screens Bitboard // empty points that would become a screen
	king    Square
	check   bool
}

// LegalityChecker returns the checker of the position.
func (p *Position) LegalityChecker() LegalityChecker {
	us := p.side
	them := us ^ 1
	king := p.kings[us]
	c := LegalityChecker{king: king, check: p.InCheck()}
	if c.check {
		return c // every move must be tested
	}
	occ := p.Occupied()
	for b := p.Pieces(them, Rook).Or(p.Pieces(them, King)).And(lines[king]); !b.Empty(); {
		var s Square
		s, b = b.Next()
		if blockers := between[king][s].And(occ); !blockers.MoreThanOne() {
			c.pinned = c.pinned.Or(blockers)
		}
	}
	for b := p.Pieces(them, Cannon).And(lines[king]); !b.Empty(); {
		var s Square
		s, b = b.Next()
		path := between[king][s]
		switch blockers := path.And(occ); blockers.Count() {
		case 0:
			c.screens = c.screens.Or(path)
		case 2:
			c.pinned = c.pinned.Or(blockers)
		}
	}
	if !p.Pieces(them, Horse).And(horsePseudoAttacks[king]).Empty() {
		for i := range horseOrigins[king] {
			st := &horseOrigins[king][i]
			if !st.reach.And(p.Pieces(them, Horse)).Empty() {
				c.pinned = c.pinned.Or(st.block)
			}
		}
	}
	return c
}

// Legal reports whether the pseudo-legal move m is legal in p, the position of the checker.
func (c *LegalityChecker) Legal(p *Position, m Move) bool {
	from, to := m.From(), m.To()
	if !c.check && from != c.king && !c.pinned.Has(from) && !c.screens.Has(to) {
		return true
	}
	return p.LeavesKingSafe(m)
}
