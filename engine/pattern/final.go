package pattern

import "xiangqibot/engine/board"

// final is a position in which the side to move has lost, with the data that names depend on.
type final struct {
	p             *board.Position
	loser, winner board.Color
	king, general board.Square
	checkers      board.Bitboard
	// flights are the squares next to the king in its palace; blocked are those occupied by its own pieces.
	flights, blocked board.Bitboard
	// covers maps each piece to the other flights that it attacks, including the general on an open file.
	covers map[board.Square]board.Bitboard
	// needed are the pieces without which the loser would have a legal move.
	needed board.Bitboard
}

// newFinal returns the data of a position in which the side to move has no legal move.
func newFinal(p *board.Position) *final {
	loser := p.SideToMove()
	f := &final{p: p, loser: loser, winner: loser.Opponent(), king: p.King(loser), general: p.King(loser.Opponent()),
		checkers: p.Checkers(), covers: map[board.Square]board.Bitboard{}}
	f.flights = board.KingAttacks(f.king)
	f.blocked = f.flights.And(p.ByColor(loser))
	// The king has left its square when it is captured on another: rooks and cannons attack through it.
	occ := p.Occupied().AndNot(board.SquareBit(f.king))
	for s := range f.flights.AndNot(f.blocked).All() {
		attackers := p.AttackersTo(s, f.winner, occ).AndNot(board.SquareBit(s))
		if faces(f.general, s, occ) {
			attackers = attackers.Or(board.SquareBit(f.general))
		}
		for a := range attackers.All() {
			f.covers[a] = f.covers[a].Or(board.SquareBit(s))
		}
	}
	for s := range p.ByColor(f.winner).All() {
		if f.escapes(s) {
			f.needed = f.needed.Or(board.SquareBit(s))
		}
	}
	return f
}

// faces reports whether a general on g and a king on k would face each other: on one file, with nothing of occ in
// between.
func faces(g, k board.Square, occ board.Bitboard) bool {
	return g.File() == k.File() && board.Between(g, k).And(occ).Empty()
}

// escapes reports whether the loser would have a legal move without the winner's piece on s. If that is the general, it
// stays on the board but controls no file.
func (f *final) escapes(s board.Square) bool {
	gone := board.SquareBit(s)
	general := f.general
	occ := f.p.Occupied()
	if s == general {
		general = board.NoSquare
	} else {
		occ = occ.AndNot(gone)
	}
	alive := f.p.ByColor(f.winner).AndNot(gone)
	for from := range f.p.ByColor(f.loser).All() {
		for to := range reach(f.p.At(from), from, occ, f.p.ByColor(f.winner)).AndNot(f.p.ByColor(f.loser)).All() {
			if to == f.general {
				continue
			}
			king := f.king
			if from == king {
				king = to
			}
			after := occ.AndNot(board.SquareBit(from)).Or(board.SquareBit(to))
			if !f.p.AttackersTo(king, f.winner, after).And(alive).AndNot(board.SquareBit(to)).Empty() {
				continue
			}
			if general == board.NoSquare || !faces(general, king, after) {
				return true
			}
		}
	}
	return false
}

// reach returns the squares to which a piece could move or on which it could capture, including those of its own side.
func reach(piece board.Piece, from board.Square, occ, enemies board.Bitboard) board.Bitboard {
	attacks := board.Attacks(piece, from, occ)
	if piece.Kind() == board.Cannon {
		return board.RookAttacks(from, occ).AndNot(occ).Or(attacks.And(enemies).And(occ))
	}
	return attacks
}

// participates reports whether the winner's piece on s takes part: it checks, covers a flight or is needed.
func (f *final) participates(s board.Square) bool {
	return f.checkers.Has(s) || f.covering(s) || f.needed.Has(s)
}

// covering reports whether the piece on s attacks a flight.
func (f *final) covering(s board.Square) bool { return !f.covers[s].Empty() }

// controlsFlight reports whether the piece on s is the only one that attacks some flight, or attacks one and is needed.
func (f *final) controlsFlight(s board.Square) bool {
	return f.sole(s) || f.covering(s) && f.needed.Has(s)
}

// sole reports whether the piece on s is the only one that attacks some flight.
func (f *final) sole(s board.Square) bool {
	rest := f.covers[s]
	for other, covered := range f.covers {
		if other != s {
			rest = rest.AndNot(covered)
		}
	}
	return !rest.Empty()
}

// own lists the winner's pieces of a kind.
func (f *final) own(k board.Kind) board.Bitboard { return f.p.Pieces(f.winner, k) }

// at returns the point that is called so when the loser is Black, on the winner's far side.
func (f *final) at(file, rank int) board.Square {
	return board.SquareAt(file, rank).SeenBy(f.winner)
}

// rank counts from the winner's edge: 9 is the king's back rank.
func (f *final) rank(s board.Square) int {
	return s.SeenBy(f.winner).Rank()
}

// screen returns the only piece between two points of a line, NoSquare if there is none or more than one.
func (f *final) screen(a, b board.Square) board.Square {
	between := board.Between(a, b).And(f.p.Occupied())
	if between.MoreThanOne() {
		return board.NoSquare
	}
	return between.First()
}

// screenIs reports whether one of the checking cannons has a screen of that owner and kind, and ok accepts the screen.
func (f *final) screenIs(owner board.Color, k board.Kind, ok func(screen board.Square) bool) bool {
	return f.checkers.And(f.own(board.Cannon)).Any(func(c board.Square) bool {
		s := f.screen(c, f.king)
		return s != board.NoSquare && f.p.At(s) == board.MakePiece(owner, k) && ok(s)
	})
}

// always accepts any screen.
func always(board.Square) bool { return true }
