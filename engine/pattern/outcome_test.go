package pattern_test

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
)

// TestUnpaidLoss has a cannon fall long before two horses are exchanged: the horses pay for each other, and the cannon is
// what was lost.
func TestUnpaidLoss(t *testing.T) {
	piece := func(c board.Color, k board.Kind, ply int) pattern.Fall {
		return pattern.Fall{Piece: board.MakePiece(c, k), Ply: ply, Worth: 4}
	}
	cannon := piece(board.Black, board.Cannon, 3)
	falls := []pattern.Fall{cannon, piece(board.Red, board.Horse, 10), piece(board.Black, board.Horse, 11)}
	if left := pattern.Unpaid(falls); len(left) != 1 || left[0] != cannon {
		t.Errorf("%v are left, want the cannon", left)
	}
}
