package board

import (
	"fmt"
	"strings"
)

// Move is a move from one point to another, independent of a position.
type Move uint16

// NoMove is no move. The zero value is free for it because no legal move starts and ends on a0.
const NoMove Move = 0

// NewMove returns the move between two points.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<7 }

// From returns the point the move starts from.
func (m Move) From() Square { return Square(m & 127) }

// To returns the point the move ends on.
func (m Move) To() Square { return Square(m >> 7) }

// String returns the coordinates, "h2e2", or "0000" for [NoMove].
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return m.From().String() + m.To().String()
}

// MovesText returns the coordinates of moves with blanks between them, "h2e2 h9g7".
func MovesText(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// ParseMove parses coordinates such as "h2e2". It does not check whether the move is legal in any position.
func ParseMove(text string) (Move, error) {
	if len(text) == 4 {
		from, errFrom := ParseSquare(text[:2])
		to, errTo := ParseSquare(text[2:])
		if errFrom == nil && errTo == nil && from != to {
			return NewMove(from, to), nil
		}
	}
	return NoMove, fmt.Errorf("move %q: want two different points, as in h2e2", text)
}
