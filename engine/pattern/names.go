package pattern

import "xiangqibot/engine/board"

// lookBack is the number of plies at the end that decide the names: the last four moves of the winner.
const lookBack = 8

// ending is the end of a game: the last moves, and the positions before each of them and after the last.
type ending struct {
	*final
	moves     []board.Move
	positions []board.Position
}

// Names returns the names of the end of a game, the most significant first, or none if the game is not over by mate or
// stalemate or its end has no name. A game that ended otherwise, say by resignation, has none either.
func Names(rec *board.Record) []Name {
	p := rec.Position()
	if p.HasLegalMove() {
		return nil
	}
	if !p.InCheck() {
		return []Name{Kunbi}
	}
	e := endingOf(rec, &p)
	var names []Name
	for n, test := range nameTests {
		if test != nil && test(e) {
			names = append(names, Name(n))
		}
	}
	return names
}

func endingOf(rec *board.Record, last *board.Position) *ending {
	first := max(len(rec.Moves)-lookBack, 0)
	e := &ending{final: newFinal(last), moves: rec.Moves[first:]}
	for ply, p := range rec.Positions() {
		if ply >= first {
			e.positions = append(e.positions, *p)
		}
	}
	return e
}

// nameTests reports of each name but Kunbi whether it applies.
var nameTests = [...]func(*ending) bool{
	Shuangbei:  (*ending).shuangbei,
	Songfo:     (*ending).songfo,
	Haidi:      (*ending).haidi,
	Shuangma:   func(e *ending) bool { return e.pair(board.Horse) },
	Dadan:      func(e *ending) bool { return e.centerTakenBy(board.Rook) },
	Xiaodao:    func(e *ending) bool { return e.centerTakenBy(board.Pawn) },
	Paonian:    (*ending).paonian,
	Pingding:   (*ending).pingding,
	Tiandi:     (*ending).tiandi,
	Tiemen:     (*ending).tiemen,
	Jiache:     (*ending).jiache,
	Chongpao:   func(e *ending) bool { return e.screenIs(e.winner, board.Cannon, always) },
	Mahoupao:   func(e *ending) bool { return e.screenIs(e.winner, board.Horse, e.covering) },
	Mengong:    (*ending).mengong,
	Mensha:     (*ending).mensha,
	Bahuang:    (*ending).bahuang,
	Bajiao:     (*ending).bajiao,
	Guajiao:    func(e *ending) bool { return e.horseOn(3, 7) },
	Wocao:      func(e *ending) bool { return e.horseOn(2, 8) },
	Diaoyu:     func(e *ending) bool { return e.horseOn(2, 7) },
	Cemian:     func(e *ending) bool { return e.horseOn(2, 6) && e.own(board.Rook).Any(e.participates) },
	Lima:       (*ending).lima,
	Ergui:      (*ending).ergui,
	Shuangche:  func(e *ending) bool { return e.pair(board.Rook) },
	Xiaogui:    (*ending).xiaogui,
	Laozu:      (*ending).laozu,
	Sanzi:      (*ending).sanzi,
	Shuangzhao: func(e *ending) bool { return e.checkers.MoreThanOne() },
	Duimian:    func(e *ending) bool { return e.sole(e.general) || e.needed.Has(e.general) },
}

// xiaogui: a pawn in the middle of the palace takes part and does not check.
func (e *ending) xiaogui() bool {
	center := e.at(middle, 8)
	return e.own(board.Pawn).Has(center) && !e.checkers.Has(center) && e.participates(center)
}

// pair reports whether a piece of the kind checks while another one holds a flight.
func (e *ending) pair(k board.Kind) bool {
	return e.own(k).And(e.checkers).Any(func(checker board.Square) bool {
		return e.own(k).AndNot(board.SquareBit(checker)).Any(e.controlsFlight)
	})
}

// wins yields the distances of the winner's last moves from the end, in plies, the last move first: 1, 3, …
func (e *ending) wins(yield func(back int) bool) {
	for back := 1; back <= len(e.moves); back += 2 {
		if !yield(back) {
			return
		}
	}
}

// move returns the move at a distance from the end, 1 for the last one, and the positions before and after it.
func (e *ending) move(back int) (m board.Move, before, after *board.Position) {
	i := len(e.moves) - back
	return e.moves[i], &e.positions[i], &e.positions[i+1]
}
