package review_test

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine/board"
)

// Nobody is helped with a position that they play: not with itself, nor its mirror image, nor what one move makes of
// it. What the opening book knows is no secret, unless the engine is to say what it thinks.
func TestAsked(t *testing.T) {
	read := func(fen string) board.Position {
		t.Helper()
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	own := &game.Game{ID: 3, State: game.Active}
	own.Record.Start = read("2bak4/4a4/4b4/9/9/9/9/4B4/4A4/R2AK1B2 w - - 0 1")
	start := &game.Game{ID: 4, State: game.Active}
	start.Record = board.NewRecord()
	over := &game.Game{ID: 5, State: game.Finished}
	over.Record.Start = read("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1")
	games := []*game.Game{start, own, over}
	for fen, want := range map[string]*game.Game{
		"2bak4/4a4/4b4/9/9/9/9/4B4/4A4/R2AK1B2 w - - 5 9":  own,
		"4kab2/4a4/4b4/9/9/9/9/4B4/4A4/2B1KA2R w - - 0 1":  own,
		"2bak4/4a4/4b4/9/9/9/9/4B4/R3A4/3AK1B2 b - - 0 1":  own,
		"4kab2/4a4/4b4/9/9/9/9/4B4/4A3R/2B1KA3 b - - 0 1":  own,
		"2bak4/4a4/4b4/9/9/9/9/4B4/4A4/R2AK1B2 b - - 0 1":  own, // with the other side to move
		start.Record.Start.FEN():                           start,
		"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1":              nil, // that game is over
		"2bak4/4a4/4b4/9/9/9/1R7/4B4/4A4/3AK1B2 w - - 0 1": nil, // two moves away
	} {
		p := read(fen)
		if got := review.FindAssisted(&p, games); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
		if want == start {
			want = nil // theory
		}
		if got := review.FindAssistedOutOfBook(&p, games); got != want {
			t.Errorf("beyond the book, %s: %v, want %v", fen, got, want)
		}
	}
}
