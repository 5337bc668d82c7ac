package search

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
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

// A rook attacked by a horse moves away first, and not to where the other horse attacks; a horse that a pawn attacks
// moves before the pieces that nothing attacks.
func TestThreatenedPiecesMoveFirst(t *testing.T) {
	for _, tt := range []struct {
		name, fen   string
		first, last []string // moves that have to come before all others, and after
	}{
		{"rook", "4k4/9/4n4/9/3R5/9/Pn7/9/9/4K4 w - - 0 1", []string{"d5d1", "d5a5", "d5i5"}, []string{"d5d2", "d5d4"}},
		{"horse", "3k5/9/9/9/2p6/2N6/P8/9/9/4K4 w - - 0 1", []string{"c4e5", "c4a5", "c4d2"}, []string{"e0e1"}},
	} {
		p := testcases.Position(t, tt.fen)
		rec := board.Record{Start: p}
		w := newWorker(NewTable(1), classical.New())
		w.pos = w.path.reset(&rec, rules.Asian())
		var k picker
		k.begin(board.NoMove, [2]board.Move{}, previous{}, &checkInfo{})
		place := map[string]int{}
		for m := k.pick(&w.pos, &w.hist, w.params); m != board.NoMove; m = k.pick(&w.pos, &w.hist, w.params) {
			place[m.String()] = len(place) + 1
		}
		for _, early := range tt.first {
			for _, late := range tt.last {
				if place[early] == 0 || place[late] == 0 || place[early] > place[late] {
					t.Errorf("%s: %s comes as number %d, %s as number %d", tt.name, early, place[early], late, place[late])
				}
			}
		}
	}
}
