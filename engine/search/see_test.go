package search

import (
	"testing"

	"xiangqibot/engine/board"
)

// The exchange value is what a player would count. The test has its own prices, since tuning changes the standard ones.
func TestSEE(t *testing.T) {
	const r, h, c, p, b, a = 950, 430, 450, 120, 200, 200
	prices := seeValues{
		board.King: seeKingValue, board.Advisor: a, board.Elephant: b, board.Horse: h, board.Rook: r, board.Cannon: c, board.Pawn: p,
	}
	for _, tt := range []struct {
		name, fen, move string
		value           int
	}{
		{"a pawn that nobody guards", "4k4/9/9/p8/9/9/9/R8/4A4/4K4 w - - 0 1", "a2a6", p},
		{"a horse beside it guards nothing", "3k5/9/9/p1n6/9/9/9/R8/9/4K4 w - - 0 1", "a2a6", p},
		{"a horse guards it", "3k5/1n7/9/p8/9/9/9/R8/9/4K4 w - - 0 1", "a2a6", p - r},
		{"a hobbled horse does not", "3k5/1n7/1c7/p8/9/9/9/R8/9/4K4 w - - 0 1", "a2a6", p},
		{"rook for rook", "3k5/9/9/r3r4/9/9/9/R8/4A4/4K4 w - - 0 1", "a2a6", 0},
		{"cannon takes over a screen", "3k5/9/9/p8/9/p8/9/C8/9/4K4 w - - 0 1", "a2a6", p},
		{"a rook takes back", "r2k5/9/9/p8/9/n8/9/C8/9/4K4 w - - 0 1", "a2a6", p - c},
		{"a second rook behind the first", "r2k5/9/9/p8/9/9/R8/R8/9/4K4 w - - 0 1", "a3a6", p},
		{"a cannon behind the rook has its screen", "r2k5/9/9/p8/9/9/R8/C8/9/4K4 w - - 0 1", "a3a6", p - r},
		{"the king takes what is loose", "4k4/7R1/9/9/9/9/9/9/9/3K5 w - - 0 1", "h8e8", -r},
		{"the king leaves what is guarded", "4k4/R6R1/9/9/9/9/9/9/9/3K5 w - - 0 1", "h8e8", 0},
		{"a quiet move under a pawn", "3k5/9/9/9/9/2p6/9/9/N8/4K4 w - - 0 1", "a1c2", 0},
		{"a quiet move to where a pawn takes", "3k5/9/9/9/9/9/2p6/9/N8/4K4 w - - 0 1", "a1c2", -h},
		{"horse takes cannon guarded by elephant", "2b1k4/9/2c6/9/3N5/9/9/9/9/3K5 w - - 0 1", "d5c7", c},
		{"horse takes elephant guarded by elephant", "2b1k4/9/4b4/9/3N5/9/9/9/9/3K5 w - - 0 1", "d5e7", b - h},
	} {
		pos, err := board.ParseFEN(tt.fen)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		m, err := board.ParseMove(tt.move)
		if err != nil || !pos.IsPseudoLegal(m) {
			t.Errorf("%s: %s can not be played in %s", tt.name, tt.move, tt.fen)
			continue
		}
		if !prices.atLeast(&pos, m, tt.value) || prices.atLeast(&pos, m, tt.value+1) {
			got := -2000
			for prices.atLeast(&pos, m, got+1) {
				got++
			}
			t.Errorf("%s: %s gains %d, want %d", tt.name, tt.move, got, tt.value)
		}
	}
}
