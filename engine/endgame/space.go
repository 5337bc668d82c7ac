package endgame

import "xiangqibot/engine/board"

// A space numbers all that does not change while attackers move: the kings and the guards of both sides. Such an
// arrangement is a cell. Of a cell and its mirror image only the left one is kept. The number of a cell is, from its
// highest digit: weak king (six points), weak guards, strong king (nine points), strong guards. Cells that differ in
// the first two only are far from each other.
type space struct {
	weak, strong *guards
	cells        int
}

// Kings are counted along the files of their palace, so that the weak kings of the cells that are kept come first.
const (
	palacePoints = 9
	leftPoints   = 6 // of them on the left and in the middle
)

// newSpace takes the guards of a material: the strong side has exactly those, the weak side those or fewer.
func newSpace(m Material) *space {
	s := &space{
		weak:   newGuards(board.Black, int(m.count[1][board.Advisor]), int(m.count[1][board.Elephant]), true),
		strong: newGuards(board.Red, int(m.count[0][board.Advisor]), int(m.count[0][board.Elephant]), false),
	}
	s.cells = leftPoints * len(s.weak.sets) * palacePoints * len(s.strong.sets)
	return s
}

func palaceNumber(s board.Square) int { return 3*(s.File()-3) + s.Rank()%7 }

func palacePoint(c board.Color, n int) board.Square { return board.SquareAt(3+n/3, n%3+7*int(c)) }

// cell is one arrangement of kings and guards.
type cell struct {
	weakKing, strongKing board.Square
	weak, strong         int // numbers of the sets of guards
}

// canonical reports whether a cell is the one of itself and its mirror image that is kept: that with the weak king, or
// if it is in the middle the strong one, not on the right. With both in the middle both cells are kept.
func (c *cell) canonical() bool {
	const middle = board.Files / 2
	return c.weakKing.File() < middle || c.weakKing.File() == middle && c.strongKing.File() <= middle
}

// cellRef is a kept cell by its number. mirror reports whether the cell meant is its mirror image.
type cellRef struct {
	number int
	mirror bool
}

// encode returns where a cell is kept.
func (s *space) encode(c cell) (p cellRef) {
	if p.mirror = !c.canonical(); p.mirror {
		c = cell{c.weakKing.Mirror(), c.strongKing.Mirror(), s.weak.mirror[c.weak], s.strong.mirror[c.strong]}
	}
	p.number = s.number(&c)
	return p
}

// number returns the number of a cell that is kept.
func (s *space) number(c *cell) int {
	return ((palaceNumber(c.weakKing)*len(s.weak.sets)+c.weak)*palacePoints+palaceNumber(c.strongKing))*len(s.strong.sets) + c.strong
}

// decode returns the cell with a number, and where its pieces are; ok is false where it is not kept or two pieces would
// share a point.
func (s *space) decode(number int) (c cell, occupied board.Bitboard, ok bool) {
	c.strong, number = number%len(s.strong.sets), number/len(s.strong.sets)
	c.strongKing, number = palacePoint(board.Red, number%palacePoints), number/palacePoints
	c.weak, number = number%len(s.weak.sets), number/len(s.weak.sets)
	c.weakKing = palacePoint(board.Black, number)
	occupied, ok = s.occupied(&c)
	return c, occupied, ok && c.canonical()
}

// occupied returns where kings and guards are; ok is false where two would share a point.
func (s *space) occupied(c *cell) (set board.Bitboard, ok bool) {
	guards := s.weak.sets[c.weak].Or(s.strong.sets[c.strong])
	kings := board.SquareBit(c.weakKing).Or(board.SquareBit(c.strongKing))
	return guards.Or(kings), guards.And(kings).Empty()
}

// facing reports whether the kings of a cell face each other if these points are occupied.
func (c *cell) facing(occupied board.Bitboard) bool {
	return c.weakKing.File() == c.strongKing.File() && board.Between(c.weakKing, c.strongKing).And(occupied).Empty()
}
