package notation

import (
	"slices"

	"xiangqibot/engine/board"
)

// naming is what the notations name a move by.
type naming struct {
	move board.Move
	lineup
	kind          board.Kind
	index         int // of the piece in the lineup
	file, alike   int // its file, and how many of its kind are on it
	onFile, inAll int // its count from the front on its file, and over all tandem files
	// dir and number are the last two characters of every notation: direction, and steps or target file.
	dir    direction
	number int
}

func nameOf(p *board.Position, m board.Move) naming {
	from, to, piece := m.From(), m.To(), p.At(m.From())
	n := naming{move: m, lineup: newLineup(p, piece.Color(), piece.Kind()), kind: piece.Kind()}
	n.index = slices.Index(n.squares, from)
	n.file = fileNumber(n.color, from)
	n.alike = n.on[n.file]
	n.onFile, n.inAll = n.ranks(from)
	n.dir, n.number = sideways, fileNumber(n.color, to)
	if from.Rank() == to.Rank() {
		return n
	}
	n.dir = back
	if ahead(n.color, to, from) {
		n.dir = forward
	}
	if !isOblique(n.kind) {
		n.number = distance(from.Rank(), to.Rank())
	}
	return n
}

// isByFile reports whether the piece is named by its file: guards are, even where two are on one.
func (n *naming) isByFile() bool {
	return n.alike == 1 || n.kind == board.Advisor || n.kind == board.Elephant
}

// placeAmong names the n-th of two or three.
func placeAmong(n, of int) place {
	switch n {
	case 1:
		return front
	case of:
		return rear
	}
	return middle
}
