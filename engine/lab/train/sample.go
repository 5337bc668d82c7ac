package train

import (
	"encoding/binary"
	"math/bits"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/selfplay"
)

// packedSample is a position with its score and result, packed into 32 bytes.
type packedSample struct {
	// lo and hi begin with the occupied points, as those of a board.Bitboard do. The bits above are the side to move
	// and its result (in half points) in lo, and the score in hi.
	lo, hi uint64
	// pieces are those on the occupied points in their order, four bits each.
	pieces [nnue.MaxActiveInputs / 2]byte
}

const (
	pointBits   = 45
	sideShift   = pointBits
	resultShift = pointBits + 1
	scoreShift  = 48
	pointMask   = 1<<pointBits - 1
	resultMask  = 3
)

// pack makes a sample of a position with a score and at most [nnue.MaxActiveInputs] pieces.
func pack(s *selfplay.Sample) (packed packedSample) {
	occupied := s.Position.Occupied()
	packed.lo = occupied.Lo | uint64(s.Position.SideToMove())<<sideShift | uint64(2*s.Result)<<resultShift
	packed.hi = occupied.Hi | uint64(uint16(int16(s.Score)))<<scoreShift
	i := 0
	for at := range occupied.All() {
		packed.pieces[i/2] |= byte(s.Position.At(at)) << (4 * (i % 2))
		i++
	}
	return packed
}

// look fills b and returns the side to move.
func (s *packedSample) look(b *nnue.Features) board.Color {
	var placed [nnue.MaxActiveInputs]nnue.PlacedPiece
	n := 0
	for half, word := range [2]uint64{s.lo & pointMask, s.hi & pointMask} {
		for ; word != 0 && n < len(placed); word &= word - 1 {
			at := board.Square(half*pointBits + bits.TrailingZeros64(word))
			placed[n] = nnue.PlacedPiece{Piece: board.Piece(s.pieces[n/2] >> (4 * (n % 2)) & 15), Square: at}
			n++
		}
	}
	b.Set(placed[:n])
	return board.Color(s.lo >> sideShift & 1)
}

// result returns the points of the side to move: 0, 0.5 or 1.
func (s *packedSample) result() float64 { return float64(s.lo>>resultShift&resultMask) / 2 }

// score is that of the search, in centipawns for the side to move.
func (s *packedSample) score() int { return int(int16(s.hi >> scoreShift)) }

// bytes returns the sample as bytes, the same on every machine.
func (s *packedSample) bytes() []byte {
	b := binary.LittleEndian.AppendUint64(nil, s.lo)
	b = binary.LittleEndian.AppendUint64(b, s.hi)
	return append(b, s.pieces[:]...)
}
