package paste

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// TestRoomForTheGame: however many variations stand before the end of the game, it is read to its end, and what is left
// out is counted, with what lies within.
func TestRoomForTheGame(t *testing.T) {
	text := `1. h2e2 (1. h2d2 h9g7 2. h0g2 (2. b0c2 b9c7) {好} 2... i9h9 (2... c6c5 $1)) (1. b2e2) 1... h9g7 2. h0g2 (2. b0c2) 2... i9h9`
	f := &gameParser{Scanner: NewScanner(text, 1), dialect: dialect{parse: notation.Parse}}
	for range gamefile.MaxMoves - 3 { // almost all of the room for variations is taken
		f.count.Spend(1)
	}
	l := f.parseGame(board.StartPosition())
	if len(l.Moves) != 4 || len(l.Variations) != 1 || len(l.Variations[0].Moves) != 2 {
		t.Errorf("%d moves and the variations %v are read, want 4 and one of two moves", len(l.Moves), l.Variations)
	}
	// One move of the game and two of the first variation take the room.
	if f.Fault == nil || !f.Fault.IsVariationLimit() || f.Fault.DroppedMoves != 2+2+1+1+1 {
		t.Errorf("the fault is %v, want 7 moves of variations left out", f.Fault)
	}
}
