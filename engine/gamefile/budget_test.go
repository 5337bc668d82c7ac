package gamefile

import "testing"

// crowded is a budget in which almost all of the room for variations is taken.
func crowded(free int) Budget {
	b := Budget{Total: MaxMoves - free}
	b.kept[1] = MaxMoves - free
	return b
}

// TestRoomByDepth: shallow variations have room that deep ones may no longer take, and the game has its own.
func TestRoomByDepth(t *testing.T) {
	b := crowded(1)
	if !b.Spend(2) || !b.Spend(1) || b.Spend(1) || b.Spend(2) {
		t.Errorf("the last place is not given to the shallower of two: %v", b.kept[:3])
	}
	b = Budget{Total: 2 * MaxMoves}
	b.kept[2] = 2 * MaxMoves
	if b.Spend(1) || b.Spend(3) || !b.Spend(0) {
		t.Error("beyond twice the room a variation is kept, or the game is not")
	}
	b = Budget{}
	b.kept[0] = MaxPlies
	if b.Spend(0) || !b.Spend(1) {
		t.Error("the game has no limit of its own")
	}
}
