package board

import "strings"

// Color is one of the two sides. Red moves first from the start position.
type Color uint8

// The two sides.
const (
	Red Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "red" or "black".
func (c Color) String() string {
	if c == Red {
		return "red"
	}
	return "black"
}

// Kind is the type of a piece, without its color.
type Kind uint8

// The seven kinds of pieces, in the order of the FEN letters K A B N R C P.
const (
	NoKind   Kind = iota
	King          // general, 帅 將
	Advisor       // guard, 仕 士
	Elephant      // bishop, 相 象
	Horse         // knight, 马
	Rook          // chariot, 车
	Cannon        // 炮
	Pawn          // soldier, 兵 卒
)

// String returns the English name of the kind in lower case, "" for [NoKind].
func (k Kind) String() string {
	return [...]string{"", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"}[k&7]
}

// Piece is a kind together with its owner. The zero value means that no piece is there.
type Piece uint8

// NoPiece is an empty point.
const NoPiece Piece = 0

// MakePiece returns the piece of that kind and side. MakePiece(c, [NoKind]) is not a piece.
func MakePiece(c Color, k Kind) Piece { return Piece(c)<<3 | Piece(k) }

// Color returns the owner. It has no meaning for [NoPiece].
func (p Piece) Color() Color { return Color(p >> 3) }

// Kind returns what the piece is, [NoKind] for [NoPiece].
func (p Piece) Kind() Kind { return Kind(p & 7) }

// pieceLetters are the FEN letters by piece.
const pieceLetters = ".KABNRCP.kabnrcp"

// Letter returns the FEN letter: K A B N R C P, upper case for Red and lower case for Black, '.' for [NoPiece].
func (p Piece) Letter() byte { return pieceLetters[p&15] }

// PieceOf reads a FEN letter. E and H are other engines' letters for elephant and horse.
func PieceOf(letter byte) (Piece, bool) {
	switch letter {
	case 'E', 'e':
		letter -= 'E' - 'B'
	case 'H', 'h':
		letter += 'N' - 'H'
	}
	i := strings.IndexByte(pieceLetters, letter)
	return Piece(max(i, 0)), i > 0
}
