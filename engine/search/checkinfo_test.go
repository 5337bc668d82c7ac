package search

import (
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
)

// The test for checks agrees with the board on every move of random games.
func TestGivesCheckAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.StartPosition()
		for range rapid.IntRange(1, 150).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			var info checkInfo
			var checks []board.Move
			for _, m := range moves {
				want := p.GivesCheck(m)
				if got := info.givesCheck(&p, m); got != want {
					t.Fatalf("%s: %s gives check: %v, want %v", p.FEN(), m, got, want)
				}
				if want {
					checks = append(checks, m)
				}
			}
			// Random play rarely attacks, so moves near the king are helped along.
			if len(checks) > 0 && rapid.Bool().Draw(t, "check") {
				moves = checks
			}
			p.Make(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	})
}
