package notation

import (
	"unicode/utf8"

	"xiangqibot/engine/board"
)

// direction is seen from the mover.
type direction uint8

const (
	forward direction = iota + 1
	back
	sideways
)

// place is a piece's rank among those on its file, counted from the front.
type place uint8

const (
	anyPlace place = iota
	front
	middle
	rear
)

// description is the content of every spelling except coordinates: which piece, which direction, how far.
type description struct {
	kind board.Kind
	// file is the mover's file number 1..9 on which the piece is, 0 when the text does not say.
	file int
	// place or count pick one piece of those on a file; at most one of them is set. With a file, count is counted on
	// that file; without, over all tandem files from the mover's right, each from front to back.
	place place
	count int

	dir direction
	// number is a file for sideways moves and for horse, elephant and advisor, else a count of steps; 1..9.
	number int
}

// omitsFile reports whether the description names a kind of piece and a movement, but not which piece: 卒进1.
func (d description) omitsFile() bool { return d.file == 0 && d.place == anyPlace && d.count == 0 }

// describe parses a script as piece, direction and number. It returns false if the script has another form.
func describe(r []rune) (d description, ok bool) {
	if len(r) < 3 {
		return d, false
	}
	head, way := r[:len(r)-2], r[len(r)-2:]
	d.dir, d.number = directionOf(way[0]), digitOf(way[1])
	if d.dir == 0 || d.number == 0 {
		return d, false
	}
	switch len(head) {
	case 1:
		d.kind = kindOf(head[0])
		return d, d.kind != board.NoKind
	case 2:
		return d.pieceOf(head[0], head[1])
	case 3:
		return d.pawnOf(head[0], head[1], head[2])
	}
	return d, false
}

// pawnOf reads the three characters of the long form: 前兵四, 二卒7, and with the piece first 兵前四.
func (d description) pawnOf(a, b, file rune) (_ description, ok bool) {
	if kindOf(a) == board.Pawn {
		a, b = b, a
	}
	d.kind, d.place, d.count, d.file = kindOf(b), placeOf(a), digitOf(a), digitOf(file)
	return d, d.kind == board.Pawn && d.file != 0 && (d.place != anyPlace || d.count != 0)
}

// pieceOf reads the two characters that name the piece.
func (d description) pieceOf(a, b rune) (_ description, ok bool) {
	switch {
	case kindOf(a) != 0 && digitOf(b) != 0: // 炮二, C2
		d.kind, d.file = kindOf(a), digitOf(b)
	case kindOf(a) == board.Pawn && 'A' <= b && b <= 'E': // Pa
		d.kind, d.count = board.Pawn, int(b-'A')+1
	case kindOf(a) != 0 && placeOf(b) != 0: // C+
		d.kind, d.place = kindOf(a), placeOf(b)
	case placeOf(a) != 0 && kindOf(b) != 0: // 前炮, +C
		d.kind, d.place = kindOf(b), placeOf(a)
	case placeOf(a) != 0 && digitOf(b) != 0: // 前四, +4
		d.kind, d.place, d.file = board.Pawn, placeOf(a), digitOf(b)
	case digitOf(a) != 0 && kindOf(b) == board.Pawn: // 三卒
		d.kind, d.count = board.Pawn, digitOf(a)
	case digitOf(a) != 0 && digitOf(a) <= 5 && digitOf(b) != 0: // 15: the first pawn of the fifth file
		d.kind, d.count, d.file = board.Pawn, digitOf(a), digitOf(b)
	default:
		return d, false
	}
	return d, true
}

// The characters and letters that name pieces, places and directions: the Chinese character, then the sign of WXF, then others.
var (
	kindNames = [...]string{
		board.King: "帅K", board.Advisor: "仕A", board.Elephant: "相EB", board.Horse: "马HN", board.Rook: "车R", board.Cannon: "炮C", board.Pawn: "兵P",
	}
	placeNames     = [...]string{front: "前+", middle: "中.", rear: "后-"}
	directionNames = [...]string{forward: "进+", back: "退-", sideways: "平=."}

	kinds, places, directions = byName[board.Kind](kindNames[:]), byName[place](placeNames[:]), byName[direction](directionNames[:])
)

// byName returns what each character of the names means.
func byName[T ~uint8](names []string) map[rune]T {
	all := map[rune]T{}
	for i, name := range names {
		for _, r := range name {
			all[r] = T(i)
		}
	}
	return all
}

func kindOf(r rune) board.Kind { return kinds[r] }

func placeOf(r rune) place { return places[r] }

func directionOf(r rune) direction { return directions[r] }

func digitOf(r rune) int {
	if '1' <= r && r <= '9' {
		return int(r - '0')
	}
	return 0
}

func digit(n int) byte { return '0' + byte(n) }

// character is the Chinese one among the names of a thing.
func character(names string) rune {
	r, _ := utf8.DecodeRuneInString(names)
	return r
}
