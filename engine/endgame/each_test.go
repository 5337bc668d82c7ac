package endgame

import "xiangqibot/engine/board"

// each calls use with every placement of an ending in which no two pieces share a point.
func (t *Table) each(m Material, use func(index int, setup *board.Setup) error) error {
	for number := range t.space.cells {
		c, occupied, ok := t.space.decode(number)
		weak := t.space.weak.sets[c.weak]
		if !ok || weak.And(reachable(board.Black, board.Advisor)).Count() != int(m.count[1][board.Advisor]) ||
			weak.Count() != int(m.count[1][board.Advisor]+m.count[1][board.Elephant]) {
			continue
		}
		for i, y := range t.attack.ys {
			xs := t.attack.xs.AndNot(occupied).AndNot(board.SquareBit(y))
			if occupied.Has(y) {
				continue
			}
			for ; !xs.Empty(); xs = rest(xs) {
				x := xs.First()
				if t.attack.x == t.attack.y && x < y {
					continue
				}
				setup := t.setup(&c, x, y)
				if err := use((number*len(t.attack.ys)+i)*board.Squares+int(x), &setup); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// setup puts the pieces of a cell and the attackers on a board.
func (t *Table) setup(c *cell, x, y board.Square) board.Setup {
	s := board.Setup{MoveNumber: 1}
	s.Placement[c.weakKing] = board.MakePiece(board.Black, board.King)
	s.Placement[c.strongKing] = board.MakePiece(board.Red, board.King)
	for side, set := range [...]board.Bitboard{t.space.strong.sets[c.strong], t.space.weak.sets[c.weak]} {
		for ; !set.Empty(); set = rest(set) {
			kind := board.Elephant
			if reachable(board.Color(side), board.Advisor).Has(set.First()) {
				kind = board.Advisor
			}
			s.Placement[set.First()] = board.MakePiece(board.Color(side), kind)
		}
	}
	s.Placement[x] = board.MakePiece(board.Red, t.attack.x)
	if y != board.NoSquare {
		s.Placement[y] = board.MakePiece(board.Red, t.attack.y)
	}
	return s
}
