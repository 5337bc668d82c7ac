package search

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
)

// Wherever a rook, horse or cannon is, it is threatened if the opponent could take it with a lesser piece.
func TestThreatsAreCaptures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.StartPosition()
		for range rapid.IntRange(1, 100).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			var seen threats
			seen.compute(&p)
			var minor, major board.Bitboard
			q := p
			q.MakeNull()
			for _, m := range q.PseudoCaptures(nil) {
				switch q.At(m.From()).Kind() {
				case board.Pawn, board.Advisor, board.Elephant:
					minor, major = minor.Or(board.SquareBit(m.To())), major.Or(board.SquareBit(m.To()))
				case board.Horse, board.Cannon:
					major = major.Or(board.SquareBit(m.To()))
				}
			}
			us := p.SideToMove()
			heavy := p.Pieces(us, board.Rook).Or(p.Pieces(us, board.Horse)).Or(p.Pieces(us, board.Cannon))
			if seen.minor.And(heavy) != minor.And(heavy) || seen.major.And(heavy) != major.And(heavy) {
				t.Fatalf("%s: threats %v and %v, captures %v and %v", p.FEN(), seen.minor.And(heavy), seen.major.And(heavy), minor.And(heavy), major.And(heavy))
			}
			p.Make(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	})
}
