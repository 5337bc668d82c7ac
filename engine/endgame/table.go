package endgame

import "xiangqibot/engine/board"

// Table holds the endings of fixed attackers and own guards against every defense up to a strongest one. It stores the
// number of moves in which the strong side wins with the move; values with the weak side to move follow from its moves.
type Table struct {
	material Material // the strong side's pieces, and the most that the weak side may have
	space    *space
	attack   *attack
	// moves holds a byte for each cell, row and point of the first attacker, if the table is in memory: in how many
	// moves the strong side wins when it is to move, 0 if it does not.
	moves []uint8
	file  *file // else
}

// solve computes a table, and those that it leads to by the capture of an attacker.
func solve(o solveOptions, m Material) ([]*Table, error) {
	s := newSolver(m)
	for _, k := range s.all {
		if k == s.main || !o.mainOnly {
			k.moves = make([]uint8, s.space.cells*len(k.ys)*board.Squares)
		}
	}
	if err := s.run(o); err != nil {
		return nil, err
	}
	var tables []*Table
	for _, k := range s.all {
		if k.moves != nil {
			tables = append(tables, &Table{material: m.with(k.x, k.y), space: s.space, attack: k.attack, moves: k.moves})
		}
	}
	return tables, nil
}

// index returns where the position is in the table; ok is false where the table does not cover its defense.
// The material of the strong side has to be that of the table.
func (t *Table) index(p *board.Position, strong board.Color) (index int, ok bool) {
	weak := strong.Opponent()
	v := symmetry{flip: strong == board.Black}
	c := cell{weakKing: v.apply(p.King(weak)), strongKing: v.apply(p.King(strong))}
	if v.mirror = !c.canonical(); v.mirror {
		c.weakKing, c.strongKing = c.weakKing.Mirror(), c.strongKing.Mirror()
	}
	c.weak, c.strong = v.guards(p, weak, t.space.weak), v.guards(p, strong, t.space.strong)
	if c.weak < 0 || c.strong < 0 {
		return 0, false
	}
	x, others := p.Pieces(strong, t.attack.x).Next()
	x = v.apply(x)
	row := 0
	if t.attack.y != board.NoKind {
		if t.attack.y != t.attack.x {
			others = p.Pieces(strong, t.attack.y)
		}
		y := v.apply(others.First())
		if t.attack.y == t.attack.x && x < y {
			x, y = y, x
		}
		row = t.attack.row[y]
	}
	return (t.space.number(&c)*len(t.attack.ys)+row)*board.Squares + int(x), true
}

// symmetry turns a position so that the strong side is Red and the cell a left one.
type symmetry struct{ flip, mirror bool }

func (v symmetry) apply(s board.Square) board.Square {
	if v.flip {
		s = s.Flip()
	}
	if v.mirror {
		s = s.Mirror()
	}
	return s
}

// guards returns the number of the guards of a side, -1 if they have none.
func (v symmetry) guards(p *board.Position, c board.Color, g *guards) int {
	code := uint16(0)
	for s := range p.Pieces(c, board.Advisor).Or(p.Pieces(c, board.Elephant)).All() {
		code |= g.bit[v.apply(s)]
	}
	return int(g.number[code])
}

// blocks returns how many blocks a table has in its file, and how many cells each but the last, which may be shorter. A
// block holds what some arrangements of the weak side's pieces have in common, often a single one.
func (t *Table) blocks() (count, cells int) {
	alike := palacePoints * len(t.space.strong.sets)
	cells = alike * max(1, targetBlockSize/(alike*t.cellBytes()))
	return (t.space.cells + cells - 1) / cells, cells
}

// targetBlockSize is a size in bytes that compresses well and decompresses fast enough. Blocks are smaller only if
// twice their size would exceed it.
const targetBlockSize = 32 << 10

// cellBytes is how many bytes belong to a cell.
func (t *Table) cellBytes() int { return len(t.attack.ys) * board.Squares }

// probe returns the byte at an index.
func (t *Table) probe(index int) (uint8, error) {
	if t.moves != nil {
		return t.moves[index], nil
	}
	_, cells := t.blocks()
	size := cells * t.cellBytes()
	return t.file.cache.byteAt(t.file, index/size, index%size)
}
