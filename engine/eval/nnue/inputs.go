package nnue

import (
	"cmp"

	"xiangqibot/engine/board"
)

// The inputs. A board is seen from the side of a king: that side is Red, and the king is in the middle or on the
// left of its palace; otherwise the board is turned or mirrored. That leaves six points for the own king, and for each
// of them, which are the buckets, there is a row for every piece on every point where it can be.
//
// With the king in the middle a board and its mirror image look different, though they are worth the same. Which one is
// seen is decided by the balance of the other pieces between the wings.
const (
	// KingBuckets is the number of points that the own king can be on.
	KingBuckets = 6
	// InputsPerBucket is the number of inputs for each bucket: pieces on points.
	InputsPerBucket = 684
	// Inputs is the number of rows of the first layer. Row r belongs to bucket r / [InputsPerBucket].
	Inputs = KingBuckets * InputsPerBucket
	// phases and relations are the numbers of groups of positions by the amount of material, and by which side has more.
	phases, relations = 8, 3
	// OutputBuckets is the number of sets of output weights.
	OutputBuckets = phases * relations
	// MaxActiveInputs is the largest number of inputs that are on at the same time.
	MaxActiveInputs = 32
)

// ownKingInput is the input of the own king. It is always on, and so acts as a bias of the bucket.
const ownKingInput = 0

// inputIndex is the place of a piece on a point, seen from the side of a color and perhaps mirrored; noInput where such
// a piece cannot be.
var inputIndex = func() (t [2][2][16][board.Squares]uint16) {
	var all [16][board.Squares]uint16
	next := uint16(ownKingInput + 1)
	for p := range all {
		for s := range all[p] {
			all[p][s] = noInput
		}
	}
	for _, c := range [...]board.Color{board.Red, board.Black} {
		for k := board.King; k <= board.Pawn; k++ {
			for s := range board.Square(board.Squares) {
				piece := board.MakePiece(c, k)
				switch {
				case !board.ReachableSquares(piece).Has(s):
				case c == board.Red && k == board.King:
					all[piece][s] = ownKingInput
				default:
					all[piece][s] = next
					next++
				}
			}
		}
	}
	for c := range t {
		for m := range t[c] {
			for p := range board.Piece(16) {
				for s := range board.Square(board.Squares) {
					at := s.SeenBy(board.Color(c))
					if m == 1 {
						at = at.Mirror()
					}
					t[c][m][p][s] = all[p^board.Piece(c<<3)][at]
				}
			}
		}
	}
	if next != InputsPerBucket {
		panic("nnue: the number of places is wrong")
	}
	return t
}()

// noInput marks points on which a piece cannot be.
const noInput = 1<<16 - 1

// A view is how a side sees the board: twice the bucket, plus one if the board is mirrored.
type view uint8

const views = 2 * KingBuckets

// row returns the row of a piece on a point for a side with that view.
func (v view) row(side board.Color, p board.Piece, s board.Square) uint16 {
	return uint16(v>>1)*InputsPerBucket + inputIndex[side][v&1][p][s]
}

// viewOf is the view of a side with its king on a point and that balance of the wings.
func viewOf(side board.Color, king board.Square, balance int64) view {
	v := kingViews[side][king]
	if v == onMiddle {
		v = view(2 * (2*rankOf(side, king) + 1))
		if balance < 0 {
			v++
		}
	}
	return v
}

// rankOf is the rank of a point as a side counts them. Every move of a search asks for it.
func rankOf(side board.Color, s board.Square) int {
	if side == board.Black {
		return board.Ranks - 1 - s.Rank()
	}
	return s.Rank()
}

// onMiddle says that the king alone does not decide the view.
const onMiddle view = 255

// kingViews are the views by the point of the own king. The left file of the palace is mapped to itself.
var kingViews = func() (t [2][board.Squares]view) {
	for side := range board.Color(2) {
		for s := range board.Square(board.Squares) {
			if !board.Palace(side).Has(s) {
				continue
			}
			v := view(2 * 2 * rankOf(side, s))
			switch s.File() {
			case board.Files / 2:
				v = onMiddle
			case board.Files/2 + 1:
				v++
			}
			t[side][s] = v
		}
	}
	return t
}()

// balances is what a piece on a point adds to the balance of the wings as a side sees it: the mirrored point takes as
// much away, and so the sum changes its sign when the board is mirrored. Own pieces and those of the other side count
// differently, or a board that is the same when it is turned around would seem balanced. The sign should change rarely
// in a game, for then everything is refreshed: so the other king counts most, then pawns, which seldom change the wing,
// then guards. Where those are even, random numbers decide; a sum of 0 is that of a board that is its own mirror image,
// but for chance.
var balances = func() (t [16][board.Squares][2]int64) {
	weight := [8]int64{
		board.King: 1 << 58, board.Pawn: 1 << 50, board.Advisor: 1 << 42, board.Elephant: 1 << 42,
		board.Rook: 1 << 38, board.Horse: 1 << 36, board.Cannon: 1 << 34,
	}
	state := uint64(0x6E6E7565)
	for _, owner := range [...]board.Color{board.Red, board.Black} {
		for k := board.King; k <= board.Pawn; k++ {
			for s := range board.Square(board.Squares) {
				if s.File() >= board.Files/2 {
					continue
				}
				// SplitMix64, as for the keys of positions.
				state += 0x9E3779B97F4A7C15
				z := state
				z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
				z = (z ^ z>>27) * 0x94D049BB133111EB
				z ^= z >> 31
				b := weight[k] + int64(z%uint64(weight[k]>>4))
				piece := board.MakePiece(owner, k)
				for side, at := range [2]board.Square{s, s.Flip()} {
					seen := piece ^ board.Piece(side)<<3
					t[seen][at][side], t[seen][at.Mirror()][side] = b, -b
				}
			}
		}
	}
	return t
}()

// materials is what each kind of piece adds to the material of its side. That of both sides selects the output bucket.
var materials = [8]uint8{board.Rook: 4, board.Horse: 2, board.Cannon: 2}

// fullMaterial is that of all pieces.
const fullMaterial = 2 * (2*4 + 2*2 + 2*2)

// outputBucket returns the output bucket for the material of the side to move and of the other side.
func outputBucket(us, them uint8) int {
	return int(min(us+them, fullMaterial))*phases/(fullMaterial+1)*relations + cmp.Compare(us, them) + 1
}

// PlacedPiece is a piece on a point.
type PlacedPiece struct {
	Piece  board.Piece
	Square board.Square
}

// Features are the active inputs of the network for a position, for training.
type Features struct {
	// Rows are the rows that are on, by the color from whose view; the first Count of each.
	Rows [2][MaxActiveInputs]uint16
	// Count is the number of pieces.
	Count int
	// OutputBuckets are the output buckets for the position, by the color to move.
	OutputBuckets [2]int
}

// Set fills b with the pieces of a position: at most [MaxActiveInputs] of them, among them one king of each side.
func (b *Features) Set(pieces []PlacedPiece) {
	var balance [2]int64
	var material [2]uint8
	var kings [2]board.Square
	for _, p := range pieces {
		balance[0] += balances[p.Piece][p.Square][0]
		balance[1] += balances[p.Piece][p.Square][1]
		material[p.Piece.Color()] += materials[p.Piece.Kind()]
		if p.Piece.Kind() == board.King {
			kings[p.Piece.Color()] = p.Square
		}
	}
	b.Count = len(pieces)
	for side := range board.Color(2) {
		b.OutputBuckets[side] = outputBucket(material[side], material[side.Opponent()])
		v := viewOf(side, kings[side], balance[side])
		for i, p := range pieces {
			b.Rows[side][i] = v.row(side, p.Piece, p.Square)
		}
	}
}
