package search

import "testing"

// Every proved score gives the number of moves to the end of the game, and only mate scores give a mate.
func TestMateScores(t *testing.T) {
	for _, tt := range []struct {
		name      string
		score     int
		win, mate int
	}{
		{"mates with this move", mateIn(1), 1, 1},
		{"mates with the next one", mateIn(3), 2, 2},
		{"is mated", matedIn(0), 0, 0},
		{"is mated after its move", matedIn(2), -1, -1},
		{"a mate that tables know beyond the longest line", mateIn(maxPly + 81), 101, 101},
		{"closes a cycle that the opponent must not repeat", forbiddenScore - 1, 1, 0},
		{"the opponent has to close one", forbiddenScore - 2, 1, 0},
		{"the score of the report", 28992, 4, 0},
		{"has only moves that are forbidden", 1 - forbiddenScore, -1, 0},
		{"will have only such moves", 3 - forbiddenScore, -2, 0},
		{"the deepest line", proven, maxPly / 2, 0},
		{"the best evaluation", proven - 1, 0, 0},
		{"even", drawScore, 0, 0},
	} {
		if win, mate := winMoves(tt.score), mateMoves(tt.score); win != tt.win || mate != tt.mate {
			t.Errorf("%s: %d ends after %d moves, by mate after %d; want %d and %d", tt.name, tt.score, win, mate, tt.win, tt.mate)
		}
	}
}
