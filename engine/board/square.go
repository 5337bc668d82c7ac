package board

import "fmt"

// Size of the board in points.
const (
	Files   = 9
	Ranks   = 10
	Squares = Files * Ranks
)

// Square is a point of the board: rank*9 + file, from a0 = 0 at Red's left to i9 = 89.
type Square uint8

// NoSquare is no point of the board.
const NoSquare Square = Squares

// SquareAt returns the point on a file (0..8 from Red's left) and a rank (0..9 from Red's edge).
// It does not check its arguments.
func SquareAt(file, rank int) Square { return Square(rank*Files + file) }

// File returns 0..8, counted from Red's left: file a is 0.
func (s Square) File() int { return int(s) % Files }

// Rank returns 0..9, counted from Red's edge.
func (s Square) Rank() int { return int(s) / Files }

// Mirror returns the point on the same rank at the other wing.
func (s Square) Mirror() Square { return SquareAt(Files-1-s.File(), s.Rank()) }

// Flip returns the point on the same file seen from the other side: rank r becomes 9-r.
func (s Square) Flip() Square { return SquareAt(s.File(), Ranks-1-s.Rank()) }

// SeenBy returns the point whose rank counts from the edge of c: it is flipped for Black.
func (s Square) SeenBy(c Color) Square {
	if c == Black {
		return s.Flip()
	}
	return s
}

// String returns the coordinates, "h2", or "-" for [NoSquare].
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '0' + byte(s.Rank())})
}

// ParseSquare reads coordinates such as "h2": a file a..i in either case and a rank 0..9.
func ParseSquare(text string) (Square, error) {
	if len(text) == 2 {
		file, rank := int(text[0]|0x20)-'a', int(text[1])-'0'
		if 0 <= file && file < Files && 0 <= rank && rank < Ranks {
			return SquareAt(file, rank), nil
		}
	}
	return NoSquare, fmt.Errorf("square %q: want a file a..i and a rank 0..9, as in h2", text)
}

// Crossed reports whether a piece of c that is there has crossed the river.
func (s Square) Crossed(c Color) bool { return (s >= riverSquare) == (c == Red) }

// riverSquare is the first point on Black's bank.
const riverSquare Square = Squares / 2
