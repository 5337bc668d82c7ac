package paste

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// TestRoomForTheGame: however many variations stand before the end of the game, it is read to its end.
func TestRoomForTheGame(t *testing.T) {
	text := `1. h2e2 (1. h2d2 h9g7 2. h0g2 (2. b0c2 b9c7) {好} 2... i9h9 (2... c6c5 $1)) (1. b2e2) 1... h9g7 2. h0g2 (2. b0c2) 2... i9h9`
	f := &gameParser{in: NewScanner(text, 1), dialect: dialect{parse: notation.Parse}, start: board.StartPosition()}
	f.budget[1] = gamefile.MaxMoves - gamefile.MaxPlies - 2 // almost all of the room for variations is taken
	f.parseGame()
	if len(f.Moves) != 4 || len(f.Variations) != 1 || len(f.Variations[0].Moves) != 2 {
		t.Errorf("%d moves and the variations %v are read, want 4 and one of two moves", len(f.Moves), f.Variations)
	}
	if f.Fault == nil || !f.Fault.IsVariationLimit() {
		t.Errorf("the fault is %v, want too many moves in variations", f.Fault)
	}
}
