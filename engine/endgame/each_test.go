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
			for x := range xs.All() {
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
	setup := board.Setup{MoveNumber: 1}
	setup.Placement[c.weakKing] = board.MakePiece(board.Black, board.King)
	setup.Placement[c.strongKing] = board.MakePiece(board.Red, board.King)
	for side, set := range [...]board.Bitboard{t.space.strong.sets[c.strong], t.space.weak.sets[c.weak]} {
		for s := range set.All() {
			kind := board.Elephant
			if reachable(board.Color(side), board.Advisor).Has(s) {
				kind = board.Advisor
			}
			setup.Placement[s] = board.MakePiece(board.Color(side), kind)
		}
	}
	setup.Placement[x] = board.MakePiece(board.Red, t.attack.x)
	if y != board.NoSquare {
		setup.Placement[y] = board.MakePiece(board.Red, t.attack.y)
	}
	return setup
}
