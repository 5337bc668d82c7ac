package endgame

import "xiangqibot/engine/board"

// layout numbers the placements of a material: each group of equal pieces has a digit, the points it stands on.
// Placements in which two pieces share a point have a number too; it is never used.
type layout struct {
	groups []group
	size   int // how many placements
}

// group is the equal pieces of one side.
type group struct {
	piece   board.Piece
	count   int            // 1 or 2
	area    board.Bitboard // where such a piece can stand
	homes   []board.Square // the same as a list
	rank    [board.Squares]uint8
	choices int // ways to stand
}

func newLayout(m Material) *layout {
	l := &layout{size: 1}
	for _, c := range []board.Color{board.Red, board.Black} {
		for _, k := range order {
			n := int(m.count[c][k])
			if n == 0 {
				continue
			}
			g := group{piece: board.MakePiece(c, k), count: n, area: homes(c, k)}
			for b := g.area; !b.Empty(); {
				var s board.Square
				s, b = b.Next()
				g.rank[s] = uint8(len(g.homes))
				g.homes = append(g.homes, s)
			}
			g.choices = len(g.homes)
			if n == 2 {
				g.choices = len(g.homes) * (len(g.homes) - 1) / 2
			}
			l.size *= g.choices
			l.groups = append(l.groups, g)
		}
	}
	return l
}

// homes returns where a piece can come to at all: from where it starts by the moves it has on an empty board.
func homes(c board.Color, k board.Kind) board.Bitboard {
	var reached board.Bitboard
	var step func(board.Square) board.Bitboard
	switch k {
	case board.King:
		return board.Palace(c)
	case board.Advisor:
		reached, step = own(c, "e1"), board.AdvisorAttacks
	case board.Elephant:
		reached = own(c, "c0")
		step = func(s board.Square) board.Bitboard { return board.ElephantAttacks(s, board.Bitboard{}) }
	case board.Pawn:
		for _, start := range []string{"a3", "c3", "e3", "g3", "i3"} {
			reached = reached.Or(own(c, start))
		}
		step = func(s board.Square) board.Bitboard { return board.PawnAttacks(c, s) }
	default:
		return board.AllSquares()
	}
	for grown := true; grown; {
		grown = false
		for b := reached; !b.Empty(); {
			var s board.Square
			s, b = b.Next()
			if more := step(s).AndNot(reached); !more.Empty() {
				reached, grown = reached.Or(more), true
			}
		}
	}
	return reached
}

// own is a point named as its side sees it.
func own(c board.Color, name string) board.Bitboard {
	s, err := board.ParseSquare(name)
	if err != nil {
		panic(err) // the names above are wrong
	}
	if c == board.Black {
		s = s.Flip()
	}
	return board.SquareBit(s)
}

// placement is where the pieces stand, group by group. A group of one has its second point empty.
type placement [14][2]board.Square

// decode returns the placement with a number.
func (l *layout) decode(number int, at *placement) {
	for i := range l.groups {
		g := &l.groups[i]
		digit := number % g.choices
		number /= g.choices
		if g.count == 1 {
			at[i] = [2]board.Square{g.homes[digit], board.NoSquare}
			continue
		}
		high := 1
		for high*(high+1)/2 <= digit {
			high++
		}
		at[i] = [2]board.Square{g.homes[digit-high*(high-1)/2], g.homes[high]}
	}
}

// encode returns the number of a placement. The points of a group may come in either order, but must be its homes.
func (l *layout) encode(at *placement) int {
	number, weight := 0, 1
	for i := range l.groups {
		g := &l.groups[i]
		digit := int(g.rank[at[i][0]])
		if g.count == 2 {
			low, high := digit, int(g.rank[at[i][1]])
			if low > high {
				low, high = high, low
			}
			digit = high*(high-1)/2 + low
		}
		number += weight * digit
		weight *= g.choices
	}
	return number
}

// setup fills in what stands on the board; ok is false where two pieces share a point.
func (l *layout) setup(at *placement, side board.Color) (s board.Setup, ok bool) {
	s = board.Setup{SideToMove: side, MoveNumber: 1}
	for i := range l.groups {
		g := &l.groups[i]
		for _, sq := range at[i][:g.count] {
			if s.Placement[sq] != board.NoPiece {
				return s, false
			}
			s.Placement[sq] = g.piece
		}
	}
	return s, true
}

// place finds the placement of a position that has the layout's material, with its colours changed if need be.
func (l *layout) place(p *board.Position, changed bool) (at placement) {
	for i := range l.groups {
		g := &l.groups[i]
		c, turn := g.piece.Color(), func(s board.Square) board.Square { return s }
		if changed {
			c, turn = c.Opponent(), board.Square.Flip
		}
		b, n := p.Pieces(c, g.piece.Kind()), 0
		for ; !b.Empty(); n++ {
			var s board.Square
			s, b = b.Next()
			at[i][n] = turn(s)
		}
	}
	return at
}
