package gamefile

import "testing"

// TestRoomForTheGame: the game has room of its own, however many variations there are.
func TestRoomForTheGame(t *testing.T) {
	b := Budget{0, MaxMoves - MaxPlies}
	if b.Spend(1) || b.Spend(3) || !b.Spend(0) {
		t.Error("beyond the room for variations one is kept, or the game is not")
	}
	b = Budget{MaxPlies, 0}
	if b.Spend(0) || !b.Spend(1) {
		t.Error("the game has no limit of its own")
	}
}
