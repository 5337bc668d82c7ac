package pattern

import "xiangqibot/engine/board"

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
