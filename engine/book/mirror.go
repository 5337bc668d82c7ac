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

// An orientation says how a position relates to its key.
type orientation uint8

const (
	upright   orientation = iota // the key's own board
	mirrored                     // the other one: moves of the key have to be mirrored to be played here
	symmetric                    // both are the same, and with every move its mirror image is as good
)

// keyOf returns the key of a position and its orientation.
func keyOf(p *board.Position) (Key, orientation) {
	own := p.Placement()
	other := mirrorOf(&own)
	switch slices.Compare(own[:], other[:]) {
	case -1:
		return Key{own, p.SideToMove()}, upright
	case 1:
		return Key{other, p.SideToMove()}, mirrored
	}
	return Key{own, p.SideToMove()}, symmetric
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
	k, _ := keyOf(p)
	return k
}

// Canonical returns the key of a position, and a move of it on the key's board. In a symmetric position, two mirrored
// moves become the same one.
func Canonical(p *board.Position, m board.Move) (Key, board.Move) {
	k, f := keyOf(p)
	return k, f.canonical(m)
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

// canonical maps a move of a position to the move of its key. It is its own inverse, except in symmetric positions,
// where two moves become one.
func (f orientation) canonical(m board.Move) board.Move {
	switch f {
	case upright:
	case mirrored:
		return Mirror(m)
	case symmetric:
		return max(m, Mirror(m)) // cannons and horses of the right wing, as books write
	}
	return m
}

// fromCanonical maps the moves of a key to moves of the position. In a symmetric position their mirror images are
// equivalent.
func (f orientation) fromCanonical(moves []Move) []Move {
	moves = slices.Clone(moves)
	if f == mirrored {
		for i := range moves {
			moves[i].Move = Mirror(moves[i].Move)
		}
	}
	return moves
}
