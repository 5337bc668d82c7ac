package recordview

import (
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

// Of a game those positions are shown that somebody wrote about, where something was won and not taken back at once,
// and its end, in their order; if there are more than fit, the most important ones.
func TestKeyPositions(t *testing.T) {
	sheet, _, err := codec.Read([]byte("1. h2e2 h9g7 2. e2e6 {takes a pawn} g7e6 3. b2b9 a9b9 4. h0g2 b7b5?! 5. i0h0"))
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int][]int{1: {9}, 2: {3, 9}, 3: {3, 8, 9}, 10: {3, 4, 6, 8, 9}} {
		if got := keyPlies(&sheet, nil, most); !slices.Equal(got, want) {
			t.Errorf("of at most %d the positions after %v are shown, want %v", most, got, want)
		}
	}
	if got := keyPlies(&gamefile.Game{Start: board.StartPosition()}, nil, 10); !slices.Equal(got, []int{0}) {
		t.Errorf("of a game without moves the positions after %v are shown, want its start", got)
	}
}
