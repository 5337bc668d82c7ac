package board

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of points. Lo holds ranks 0..4 and Hi ranks 5..9, 45 bits each: point s is bit s of Lo or bit s-45
// of Hi. The cut lies at the river, so that no rank is split and a shift along a file never leaves its word.
type Bitboard struct{ Lo, Hi uint64 }

const halfBits = uint64(1)<<riverSquare - 1

// AllSquares is the whole board.
func AllSquares() Bitboard { return Bitboard{halfBits, halfBits} }

// SquareBit returns the set of one point, the empty set for [NoSquare].
func SquareBit(s Square) Bitboard { return squareBits[s] }

var squareBits = func() (t [Squares + 1]Bitboard) {
	for s := range riverSquare {
		t[s].Lo = 1 << s
		t[s+riverSquare].Hi = 1 << s
	}
	return t
}()

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return !b.And(squareBits[s]).Empty() }

// Empty reports whether no point is in the set.
func (b Bitboard) Empty() bool { return b.Lo|b.Hi == 0 }

// Count returns the number of points in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// MoreThanOne reports whether the set holds two points or more.
func (b Bitboard) MoreThanOne() bool {
	return b.Lo&(b.Lo-1)|b.Hi&(b.Hi-1) != 0 || b.Lo != 0 && b.Hi != 0
}

// And returns the points in both sets.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the points in either set.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the points in exactly one of the sets.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the points of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns the points of the board that are not in the set.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & halfBits, ^b.Hi & halfBits} }

// First returns the lowest point of the set, [NoSquare] if it is empty.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	if b.Hi != 0 {
		return riverSquare + Square(bits.TrailingZeros64(b.Hi))
	}
	return NoSquare
}

// Next takes the lowest point out of the set, which must not be empty.
func (b Bitboard) Next() (Square, Bitboard) {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo)), Bitboard{b.Lo & (b.Lo - 1), b.Hi}
	}
	return riverSquare + Square(bits.TrailingZeros64(b.Hi)), Bitboard{0, b.Hi & (b.Hi - 1)}
}

// All yields the points of the set, the lowest first.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for !b.Empty() {
			var s Square
			if s, b = b.Next(); !yield(s) {
				return
			}
		}
	}
}

// Any reports whether something holds for a point of the set.
func (b Bitboard) Any(holds func(Square) bool) bool {
	for s := range b.All() {
		if holds(s) {
			return true
		}
	}
	return false
}

// rankRow returns the nine bits of a rank, bit 0 for file a.
func (b Bitboard) rankRow(rank int) uint64 {
	word := b.Lo
	if rank >= Ranks/2 {
		word, rank = b.Hi, rank-Ranks/2
	}
	return word >> (uint(rank*Files) & 63) & (1<<Files - 1)
}

// The bits of one file in a word lie nine apart. Multiplying by gather brings bit 9i to bit 36+i: the shifts are 36-8i,
// and no two of the 25 products meet, so nothing carries.
const (
	fileBits = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
	gather   = 1<<36 | 1<<28 | 1<<20 | 1<<12 | 1<<4
)

// fileRow returns the ten bits of a file, bit 0 for rank 0.
func (b Bitboard) fileRow(file int) uint64 {
	shift := uint(file) & 63
	lo := (b.Lo >> shift & fileBits) * gather >> 36 & 31
	hi := (b.Hi >> shift & fileBits) * gather >> 36 & 31
	return lo | hi<<5
}

// spread is the way back: five bits of a row to five points of file a in one word.
var spread = func() (t [32]uint64) {
	for row := range t {
		for i := range 5 {
			t[row] |= uint64(row) >> i & 1 << (Files * i)
		}
	}
	return t
}()

func fromRankRow(rank int, row uint64) Bitboard {
	if rank >= Ranks/2 {
		return Bitboard{Hi: row << (uint((rank-Ranks/2)*Files) & 63)}
	}
	return Bitboard{Lo: row << (uint(rank*Files) & 63)}
}

func fromFileRow(file int, row uint64) Bitboard {
	shift := uint(file) & 63
	return Bitboard{spread[row&31] << shift, spread[row>>5&31] << shift}
}
