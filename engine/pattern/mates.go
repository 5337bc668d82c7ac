package pattern

import "xiangqibot/engine/board"

// The mates of names.go, by the pieces that give them: cannons, horses, pawns.

// middle is the file of the palaces' centers.
const middle = 4

// attackingCannons returns the winner's cannons on a file or rank that take part, or that freeze the two pieces before
// the king.
func (e *ending) attackingCannons(on func(board.Square) bool) (b board.Bitboard) {
	for s := range e.own(board.Cannon).All() {
		if on(s) && (e.participates(s) || e.freezes(s)) {
			b = b.Or(board.SquareBit(s))
		}
	}
	return b
}

func (e *ending) central() board.Bitboard {
	return e.attackingCannons(func(s board.Square) bool { return s.File() == middle })
}

func (e *ending) bottom() board.Bitboard {
	return e.attackingCannons(func(s board.Square) bool { return e.rank(s) == 9 })
}

// freezes reports whether just two pieces are between the cannon and the king, both the loser's, and one of them
// could leave the line if it were not for the cannon.
func (e *ending) freezes(cannon board.Square) bool {
	between := board.Between(cannon, e.king).And(e.p.Occupied())
	if between.Count() != 2 || !between.AndNot(e.p.ByColor(e.loser)).Empty() {
		return false
	}
	line := board.Between(cannon, e.king).Or(board.SquareBit(cannon))
	return between.Any(func(s board.Square) bool {
		to := reach(e.p.At(s), s, e.p.Occupied(), e.p.ByColor(e.winner)).AndNot(e.p.ByColor(e.loser))
		return !to.AndNot(line).Empty()
	})
}

// tiandi: one cannon takes part from the middle file, the other from the back rank.
func (e *ending) tiandi() bool {
	central, bottom := e.central(), e.bottom()
	return !central.Empty() && !bottom.Empty() && central.Or(bottom).MoreThanOne()
}

// tiemen: a cannon on the middle file freezes the two pieces before the king, or keeps the king off that file, while a
// rook or pawn checks. Where both cannons do, it is tiandi.
func (e *ending) tiemen() bool {
	if e.tiandi() || e.checkers.And(e.own(board.Rook).Or(e.own(board.Pawn))).Empty() {
		return false
	}
	for c := range e.central().AndNot(e.checkers).All() {
		if e.king.File() != middle {
			door := board.SquareBit(board.SquareAt(middle, e.king.Rank()))
			if e.needed.Has(c) || !e.covers[c].And(door).Empty() {
				return true
			}
			continue
		}
		between := board.Between(c, e.king).And(e.p.Occupied())
		if e.freezes(c) || between.Count() == 2 && !between.And(e.checkers).Empty() && e.needed.Has(c) {
			return true
		}
	}
	return false
}

// mengong: a cannon alone checks over an advisor and alone covers flights; the king's own pieces block the others.
func (e *ending) mengong() bool {
	if e.checkers.MoreThanOne() || e.blocked.Empty() || !e.overAdvisor() {
		return false
	}
	checker := e.checkers.First()
	for s := range e.covers {
		if s != checker {
			return false
		}
	}
	return e.flights.AndNot(e.blocked).AndNot(board.Line(checker)).Empty()
}

// overAdvisor reports whether a cannon checks over an advisor of the loser.
func (e *ending) overAdvisor() bool {
	return e.screenIs(e.loser, board.Advisor, always)
}

// mensha: one piece mates, other than a cannon over an advisor, and the king's own pieces or the checker itself are
// on all its flights.
func (e *ending) mensha() bool {
	return !e.checkers.MoreThanOne() && !e.overAdvisor() && !e.blocked.Empty() &&
		e.flights.AndNot(e.blocked).AndNot(e.checkers).Empty()
}

// jiache: both cannons and a rook take part from the same side of the king, near its palace.
func (e *ending) jiache() bool {
	return e.onSide(func(file int) bool { return file < e.king.File() }) ||
		e.onSide(func(file int) bool { return file > e.king.File() })
}

func (e *ending) onSide(side func(file int) bool) bool {
	cannons, rooks := 0, 0
	for s := range e.own(board.Cannon).Or(e.own(board.Rook)).All() {
		if !side(s.File()) || e.rank(s) < 6 || !e.participates(s) {
			continue
		}
		if e.p.At(s).Kind() == board.Cannon {
			cannons++
		} else {
			rooks++
		}
	}
	return cannons == 2 && rooks > 0
}

// pingding: a rook or pawn checks from the middle of the palace, and a cannon over it.
func (e *ending) pingding() bool {
	center := e.at(middle, 8)
	if e.king != e.at(middle, 9) || !e.checkers.Has(center) {
		return false
	}
	return e.checkers.And(e.own(board.Cannon)).Any(func(c board.Square) bool {
		return c.File() == middle && e.screen(c, e.king) == center
	})
}

// shuangbei: a cannon is taken on the point where it moved, and the other cannon recaptures with mate.
func (e *ending) shuangbei() bool {
	if len(e.moves) < 3 {
		return false
	}
	offer, before, _ := e.move(3)
	taken, _, _ := e.move(2)
	mate, last, _ := e.move(1)
	return before.At(offer.From()).Kind() == board.Cannon && last.At(mate.From()).Kind() == board.Cannon &&
		taken.To() == offer.To() && mate.To() == offer.To()
}

// paonian: among the last moves a cannon on the back rank has taken something beyond the king, or has uncovered the
// check of a rook behind it.
func (e *ending) paonian() bool {
	for back := range e.wins {
		m, before, after := e.move(back)
		if before.At(m.From()).Kind() != board.Cannon || e.rank(m.From()) != 9 {
			continue
		}
		king := before.King(e.loser)
		if e.rank(king) == 9 && e.rank(m.To()) == 9 && before.At(m.To()) != board.NoPiece &&
			board.Between(m.From(), m.To()).Has(king) {
			return true
		}
		for r := range after.Checkers().And(after.Pieces(e.winner, board.Rook)).All() {
			if e.rank(r) == 9 && board.Between(r, king).Has(m.From()) {
				return true
			}
		}
	}
	return false
}

// haidi: a cannon has gone behind the king and attacked a rook through it, the rook has left the file, and now a rook
// mates with the help of the general.
func (e *ending) haidi() bool {
	if e.checkers.And(e.own(board.Rook)).Empty() || !e.participates(e.general) {
		return false
	}
	for back := range e.wins {
		if back < 3 {
			continue
		}
		m, before, after := e.move(back)
		king := after.King(e.loser)
		if before.At(m.From()).Kind() != board.Cannon || m.To().File() != king.File() || e.rank(m.To()) < e.rank(king) {
			continue
		}
		reply, _, _ := e.move(back - 1)
		defender := reply.From()
		if after.At(defender).Kind() == board.Rook && defender.File() == king.File() &&
			reply.To().File() != king.File() &&
			board.CannonAttacks(m.To(), after.Occupied()).Has(defender) && board.Between(m.To(), defender).Has(king) {
			return true
		}
	}
	return false
}

// pair reports whether a piece of the kind checks while another one holds a flight.
func (e *ending) pair(k board.Kind) bool {
	return e.own(k).And(e.checkers).Any(func(checker board.Square) bool {
		return e.own(k).AndNot(board.SquareBit(checker)).Any(e.controlsFlight)
	})
}

// horseOn reports whether a horse on the point, or on its mirror image, checks or covers a flight.
func (e *ending) horseOn(file, rank int) bool {
	for _, s := range [...]board.Square{e.at(file, rank), e.at(board.Files-1-file, rank)} {
		if e.own(board.Horse).Has(s) && (e.checkers.Has(s) || e.covering(s)) {
			return true
		}
	}
	return false
}

// bajiao: the king is in a corner of its palace, a horse in the corner across, and something else checks.
func (e *ending) bajiao() bool {
	file, rank := e.king.File(), e.rank(e.king)
	if file == 4 || rank == 8 {
		return false
	}
	across := e.at(board.Files-1-file, 16-rank)
	return e.own(board.Horse).Has(across) && e.covering(across) && !e.checkers.AndNot(board.SquareBit(across)).Empty()
}

// bahuang: the last move, not by a horse, left the leg of a horse that now checks.
func (e *ending) bahuang() bool {
	if len(e.moves) == 0 {
		return false
	}
	last, before, _ := e.move(1)
	if before.At(last.From()).Kind() == board.Horse {
		return false
	}
	left := board.SquareBit(last.From())
	return e.own(board.Horse).And(e.checkers).Any(func(s board.Square) bool {
		return !board.HorseAttacks(s, e.p.Occupied().Or(left)).Has(e.king)
	})
}

// lima: a rook checks from the point next to the king, and a horse protects it.
func (e *ending) lima() bool {
	return e.checkers.And(e.own(board.Rook)).And(board.KingAttacks(e.king)).Any(func(s board.Square) bool {
		return !e.p.AttackersTo(s, e.winner, e.p.Occupied()).And(e.own(board.Horse)).Empty()
	})
}

// centerMoves is among how many of the winner's last moves the advisor in the middle of the palace has to be captured.
const centerMoves = 3

// centerTakenBy reports whether one of the winner's last moves took the advisor in the middle of the palace with a
// piece of the kind.
func (e *ending) centerTakenBy(k board.Kind) bool {
	center := e.at(middle, 8)
	for back := range e.wins {
		m, before, _ := e.move(back)
		if back < 2*centerMoves && m.To() == center && before.At(m.From()).Kind() == k &&
			before.At(center).Kind() == board.Advisor {
			return true
		}
	}
	return false
}

// songfo: one pawn gave the last two checks, and the king ends on its back rank.
func (e *ending) songfo() bool {
	if len(e.moves) < 3 || e.rank(e.king) != 9 {
		return false
	}
	last, _, _ := e.move(1)
	first, _, after := e.move(3)
	return first.To() == last.From() && e.own(board.Pawn).Has(last.To()) && e.checkers.Has(last.To()) &&
		after.Checkers().Has(first.To())
}

// ergui: two pawns are on both sides of the middle of the palace, and one in the palace takes part in the mate.
func (e *ending) ergui() bool {
	if !e.own(board.Pawn).And(board.Palace(e.loser)).Any(e.participates) {
		return false
	}
	knocking := func(p *board.Position) bool {
		own := p.Pieces(e.winner, board.Pawn)
		return own.Has(e.at(3, 8)) && own.Has(e.at(5, 8))
	}
	if knocking(e.p) {
		return true
	}
	for back := range e.wins {
		if _, before, after := e.move(back); knocking(before) || knocking(after) {
			return true
		}
	}
	return false
}

// xiaogui: a pawn in the middle of the palace takes part and does not check.
func (e *ending) xiaogui() bool {
	center := e.at(middle, 8)
	return e.own(board.Pawn).Has(center) && !e.checkers.Has(center) && e.participates(center)
}

// laozu: a pawn on the back rank gives the mate.
func (e *ending) laozu() bool {
	return e.checkers.And(e.own(board.Pawn)).Any(func(s board.Square) bool { return e.rank(s) == 9 })
}

// sanzi: rook, horse and cannon take part from one wing beyond the river.
func (e *ending) sanzi() bool {
	wings := [2]map[board.Kind]bool{{}, {}}
	for s := range e.p.ByColor(e.winner).All() {
		k := e.p.At(s).Kind()
		if k != board.Rook && k != board.Horse && k != board.Cannon || e.rank(s) < 5 || !e.participates(s) {
			continue
		}
		if s.File() <= middle {
			wings[0][k] = true
		}
		if s.File() >= middle {
			wings[1][k] = true
		}
	}
	return len(wings[0]) == 3 || len(wings[1]) == 3
}
