package book

import (
	"slices"

	"xiangqibot/engine/board"
)

// A Key stands for a position and its mirror image: who is to move, and where the pieces are, on the one of the two
// boards that comes first in the order of bytes. Whole boards are compared, not hashes, so no two positions are ever
// taken for one another. Keys may be compared with ==.
type Key struct {
	placement board.Placement
	side      board.Color
}

// A face is how a position looks beside its key.
type face uint8

const (
	upright   face = iota // the key's own board
	mirrored              // the other one: moves of the key have to be mirrored to be played here
	symmetric             // both are the same, and with every move its mirror image is as good
)

// keyOf returns the key of a position and how the position looks beside it.
func keyOf(p *board.Position) (Key, face) {
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

// mirrorOf returns the board with its wings exchanged.
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

// Normal returns the key of a position, and a move of it as it is made on the key's board. Where both boards are the
// same, of two mirrored moves both become the one.
func Normal(p *board.Position, m board.Move) (Key, board.Move) {
	k, f := keyOf(p)
	return k, f.normal(m)
}

// Position returns the position that is on the key's board, with counters as at the start of a game.
func (k Key) Position() board.Position {
	p, err := board.NewPosition(board.Setup{Placement: k.placement, SideToMove: k.side, MoveNumber: 1})
	if err != nil {
		panic(err) // keys are made of positions
	}
	return p
}

// Symmetric reports whether the key's board is its own mirror image.
func (k Key) Symmetric() bool {
	p := k.Position()
	_, f := keyOf(&p)
	return f == symmetric
}

// Mirror returns the move on the other wing.
func Mirror(m board.Move) board.Move { return board.NewMove(m.From().Mirror(), m.To().Mirror()) }

// normal turns a move of a position into the move of its key; it is its own inverse but for symmetric positions, where
// two moves become one.
func (f face) normal(m board.Move) board.Move {
	switch f {
	case upright:
	case mirrored:
		return Mirror(m)
	case symmetric:
		return max(m, Mirror(m)) // cannons and horses of the right wing, as books write
	}
	return m
}

// here turns the moves of a key into moves of the position. In a symmetric position the image of each is as good.
func (f face) here(moves []Move) []Move {
	moves = slices.Clone(moves)
	if f == mirrored {
		for i := range moves {
			moves[i].Move = Mirror(moves[i].Move)
		}
	}
	return moves
}
