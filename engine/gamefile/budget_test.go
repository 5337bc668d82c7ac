package gamefile

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// crowded is a budget in which almost all of the room for variations is taken.
func crowded(free int) budget {
	b := budget{all: MaxMoves - free}
	b.kept[1] = MaxMoves - free
	return b
}

// TestRoomForTheGame: however many variations stand before the end of the game, it is read to its end, and what is left
// out is counted, with what lies within.
func TestRoomForTheGame(t *testing.T) {
	text := `1. h2e2 (1. h2d2 h9g7 2. h0g2 (2. b0c2 b9c7) {好} 2... i9h9 (2... c6c5 $1)) (1. b2e2) 1... h9g7 2. h0g2 (2. b0c2) 2... i9h9`
	f := &follower{scanner: newScanner(text), manner: manner{parse: notation.Parse}, count: crowded(3)}
	l := f.game(board.StartPosition())
	if len(l.Moves) != 4 || len(l.Variations) != 1 || len(l.Variations[0].Moves) != 2 {
		t.Errorf("%d moves and the variations %v are read, want 4 and one of two moves", len(l.Moves), l.Variations)
	}
	// One move of the game and two of the first variation take the room.
	if f.err == nil || !f.err.isRoom() || f.err.DroppedMoves != 2+2+1+1+1 {
		t.Errorf("the fault is %v, want 7 moves of variations left out", f.err)
	}
}

// TestRoomByDepth: shallow variations have room that deep ones may no longer take, and the game has its own.
func TestRoomByDepth(t *testing.T) {
	b := crowded(1)
	if !b.spend(2) || !b.spend(1) || b.spend(1) || b.spend(2) {
		t.Errorf("the last place is not given to the shallower of two: %v", b.kept[:3])
	}
	b = budget{all: 2 * MaxMoves}
	b.kept[2] = 2 * MaxMoves
	if b.spend(1) || b.spend(3) || !b.spend(0) {
		t.Error("beyond twice the room a variation is kept, or the game is not")
	}
	b = budget{}
	b.kept[0] = MaxPlies
	if b.spend(0) || !b.spend(1) {
		t.Error("the game has no limit of its own")
	}
}
