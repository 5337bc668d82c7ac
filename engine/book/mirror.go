package book

import (
	"slices"

	"xiangqibot/engine/board"
)

// A Key identifies a position and its mirror image: the side to move and the board, or its mirror image if that comes
// first in byte order. It holds the whole board instead of a hash, so there are no collisions. Keys can be compared
// with ==.
type Key struct {
	placement board.Placement
	side      board.Color
}

// mirrorOf returns the board mirrored left to right.
func mirrorOf(p *board.Placement) (image board.Placement) {
	for s := range board.Square(board.Squares) {
		image[s.Mirror()] = p[s]
	}
	return image
}

// KeyOf returns the key of a position.
func KeyOf(p *board.Position) Key {
	k, _ := Canonical(p, board.NoMove)
	return k
}

// Canonical returns the key of a position, and a move of it on the key's board. In a symmetric position, two mirrored
// moves become the same one.
func Canonical(p *board.Position, m board.Move) (Key, board.Move) {
	own := p.Placement()
	image := mirrorOf(&own)
	switch slices.Compare(own[:], image[:]) {
	case 1:
		return Key{image, p.SideToMove()}, Mirror(m)
	case 0:
		m = max(m, Mirror(m)) // cannons and horses of the right wing, as books write
	}
	return Key{own, p.SideToMove()}, m
}

// Position returns the position on the key's board, with counters as at the start of a game.
func (k Key) Position() board.Position {
	p, err := board.NewPosition(board.Setup{Placement: k.placement, SideToMove: k.side, MoveNumber: 1})
	if err != nil {
		panic(err) // keys are made of positions
	}
	return p
}

// Symmetric reports whether the key's board is its own mirror image.
func (k Key) Symmetric() bool { return k.placement == mirrorOf(&k.placement) }

// Mirror returns the move mirrored left to right.
func Mirror(m board.Move) board.Move { return board.NewMove(m.From().Mirror(), m.To().Mirror()) }
