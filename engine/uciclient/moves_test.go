package uciclient_test

import (
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/uciclient"
)

func TestMovesOfPrograms(t *testing.T) {
	for _, first := range []int{0, 1} {
		for from := range board.NoSquare {
			for to := range board.NoSquare {
				m := board.NewMove(from, to)
				text := uciclient.FormatMove(m, first)
				if got, err := uciclient.ParseMove(text, first); got != m || err != nil {
					t.Fatalf("with ranks from %d, %v is written %q and read %v (%v)", first, m, text, got, err)
				}
			}
		}
	}
	for _, bad := range []string{"", "a0", "a0b", "a0b10", "j0a0", "a0b1q", "a-1b0", "(none)", "0000"} {
		if m, err := uciclient.ParseMove(bad, 0); err == nil {
			t.Errorf("%q is read as %v", bad, m)
		}
	}
	if m, err := uciclient.ParseMove("a10b9", 1); err != nil || m.String() != "a9b8" {
		t.Errorf("a10b9 is read as %v (%v)", m, err)
	}
}
