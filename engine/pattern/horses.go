package pattern

import "xiangqibot/engine/board"

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
