package notation

import (
	"cmp"
	"slices"

	"xiangqibot/engine/board"
)

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
func ahead(c board.Color, a, b board.Square) bool { return a.SeenBy(c) > b.SeenBy(c) }

// isOblique reports whether pieces of a kind change the file and the rank in every move.
func isOblique(k board.Kind) bool {
	return k == board.Horse || k == board.Elephant || k == board.Advisor
}

// obliqueRanks returns by how many ranks an oblique move goes that crosses so many files, 0 if there is none.
func obliqueRanks(k board.Kind, files int) int {
	switch {
	case k == board.Horse && (files == 1 || files == 2):
		return 3 - files
	case k == board.Elephant && files == 2, k == board.Advisor && files == 1:
		return files
	}
	return 0
}

func distance(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}

// lineup is a side's pieces of one kind in the order in which notation counts them: files from the mover's right, and
// on each file from the front, which is nearest the enemy.
type lineup struct {
	color   board.Color
	squares []board.Square
	on      [board.Files + 1]int // how many are on each file, by number
	tandems int                  // files that hold two or more
}

func newLineup(p *board.Position, c board.Color, k board.Kind) lineup {
	l := lineup{color: c}
	l.squares = slices.SortedFunc(p.Pieces(c, k).All(), func(a, b board.Square) int {
		return cmp.Or(fileNumber(c, a)-fileNumber(c, b), cmp.Compare(b.SeenBy(c), a.SeenBy(c)))
	})
	for _, s := range l.squares {
		number := fileNumber(c, s)
		if l.on[number]++; l.on[number] == 2 {
			l.tandems++
		}
	}
	return l
}

// ranks returns, for the piece on s, its count from the front on its own file and its count over all tandem files,
// both from 1.
func (l *lineup) ranks(s board.Square) (onFile, inAll int) {
	for _, other := range l.squares[:slices.Index(l.squares, s)+1] {
		if other.File() == s.File() {
			onFile++
		}
		if l.on[fileNumber(l.color, other)] > 1 {
			inAll++
		}
	}
	return onFile, inAll
}

// pick returns the pieces that a description can mean, or the reason why it means none.
func (l *lineup) pick(d description) ([]board.Square, Reason) {
	if len(l.squares) == 0 {
		return nil, NoSuchPiece
	}
	if d.file != 0 && l.on[d.file] == 0 {
		return nil, NoSuchPieceOnFile
	}
	var chosen []board.Square
	for _, s := range l.squares {
		if l.fits(d, s) {
			chosen = append(chosen, s)
		}
	}
	if chosen == nil {
		return nil, NotInTandem
	}
	return chosen, NoReason
}

// fits reports whether a description can mean the piece on s.
func (l *lineup) fits(d description, s board.Square) bool {
	alike := l.on[fileNumber(l.color, s)]
	onFile, inAll := l.ranks(s)
	switch {
	case d.file != 0 && d.file != fileNumber(l.color, s):
		return false
	case d.place == anyPlace && d.count == 0:
		return true
	case alike == 1:
		return false
	case d.place == front:
		return onFile == 1
	case d.place == middle:
		return onFile == 2 && alike == 3
	case d.place == rear:
		return onFile == alike
	case d.file != 0:
		return onFile == d.count
	}
	return inAll == d.count
}
