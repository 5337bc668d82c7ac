package uci_test

import (
	"strings"
	"testing"
)

// A game that the rules decide has a mate score, as with other engines: programs would show 28992 centipawns as an
// advantage.
func TestForbiddenRepetitionScores(t *testing.T) {
	const (
		chaser = "1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w - - 0 1 moves c8b8 b9c9 b8c8 c9b9 c8b8 b9c9 b8c8"
		rook   = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 moves a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9"
	)
	for _, tt := range []struct{ name, fen, search, want string }{
		{"the next move wins", chaser, "go depth 8", "score mate 1 "},
		{"the next move loses", rook, "go depth 8 searchmoves a8a9", "score mate -1 "},
		{"a draw is no mate", "4k4/4a4/9/9/9/9/9/9/4A4/3K5 w - - 0 1", "go depth 8", "score cp 0 "},
	} {
		w := connect(t)
		w.send("position fen "+tt.fen, tt.search)
		lines := w.until("bestmove")
		if last := lines[len(lines)-2]; !strings.Contains(last, tt.want) {
			t.Errorf("%s: the last line is %q, want %q", tt.name, last, tt.want)
		}
	}
}
