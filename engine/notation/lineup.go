package notation

import "xiangqibot/engine/board"

// maxAlike is the most pieces of one kind and side that a position holds.
const maxAlike = 5

// lineup is a side's pieces of one kind in the order in which notation counts them: files from the mover's right, and
// on each file from the front, which is nearest the enemy.
type lineup struct {
	color   board.Color
	squares [maxAlike]board.Square
	files   [maxAlike]int // the mover's number of the file, 1..9
	n       int
	on      [board.Files + 1]int // how many are on each file, by number
	tandems int                  // files that hold two or more
}

// fileNumber returns the number that c gives to the file of s: 1 on c's right, 9 on its left.
func fileNumber(c board.Color, s board.Square) int {
	if c == board.Red {
		return board.Files - s.File()
	}
	return s.File() + 1
}

// fileOf is the inverse of fileNumber: the file 0..8 that c calls number.
func fileOf(c board.Color, number int) int {
	if c == board.Red {
		return board.Files - number
	}
	return number - 1
}

// ahead reports whether a is nearer the enemy of c than b.
func ahead(c board.Color, a, b board.Square) bool {
	if c == board.Red {
		return a > b
	}
	return a < b
}

func newLineup(p *board.Position, c board.Color, k board.Kind) (l lineup) {
	l.color = c
	for set := p.Pieces(c, k); !set.Empty() && l.n < maxAlike; l.n++ {
		var s board.Square
		s, set = set.Next()
		number := fileNumber(c, s)
		if l.on[number]++; l.on[number] == 2 {
			l.tandems++
		}
		i := l.n
		for ; i > 0 && (l.files[i-1] > number || l.files[i-1] == number && ahead(c, s, l.squares[i-1])); i-- {
			l.squares[i], l.files[i] = l.squares[i-1], l.files[i-1]
		}
		l.squares[i], l.files[i] = s, number
	}
	return l
}

// all returns where the pieces are.
func (l *lineup) all() []board.Square {
	return append([]board.Square(nil), l.squares[:l.n]...)
}

// ranks returns, for the piece on s, its count from the front on its own file and its count over all tandem files,
// both from 1.
func (l *lineup) ranks(s board.Square) (onFile, inAll int) {
	previous := 0
	for i := range l.n {
		if l.files[i] != previous {
			previous, onFile = l.files[i], 0
		}
		onFile++
		if l.on[previous] > 1 {
			inAll++
		}
		if l.squares[i] == s {
			break
		}
	}
	return onFile, inAll
}

// pick returns the pieces that a description can mean, as a bit for each place in the line-up. No bit comes with a
// reason.
func (l *lineup) pick(d description) (chosen uint8, reason Reason) {
	if l.n == 0 {
		return 0, NoSuchPiece
	}
	if d.file != 0 && l.on[d.file] == 0 {
		return 0, NoSuchPieceOnFile
	}
	for i := range l.n {
		file := l.files[i]
		if d.file != 0 && d.file != file {
			continue
		}
		onFile, inAll := l.ranks(l.squares[i])
		fits := l.on[file] > 1
		switch {
		case d.place == front:
			fits = fits && onFile == 1
		case d.place == middle:
			fits = fits && onFile == 2 && l.on[file] == 3
		case d.place == rear:
			fits = fits && onFile == l.on[file]
		case d.count != 0 && d.file != 0:
			fits = fits && onFile == d.count
		case d.count != 0:
			fits = fits && inAll == d.count
		default:
			fits = true
		}
		if fits {
			chosen |= 1 << i
		}
	}
	if chosen == 0 {
		return 0, NotInTandem
	}
	return chosen, NoReason
}
