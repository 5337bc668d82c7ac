package view

import (
	"fmt"
	"testing"

	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Of the moves that may have been meant with one that is not legal, those of the same kind of piece come first, and of
// these one that leads to the same point: with the piece on another file, for example.
func TestSimilarMovesBeginWithTheSameKind(t *testing.T) {
	r, p := Viewer{Words: viewtest.Phrases(t).In(words.English), Style: notation.WXF}, board.StartPosition()
	for text, want := range map[string]string{
		"h0c2": "[b0c2 h0i2 h0g2]", "b0d1": "[b0c2 b0a2 i0i1]", "马8进4": "[b0c2 b0a2 b2b6]", "H2+4": "[h0i2 h0g2 h2f2]",
	} {
		_, err := notation.ParseAs(&p, text, r.Style)
		if got := fmt.Sprint(Similar(&p, text, err, r)); got != want {
			t.Errorf("%q (%v) is answered with %s, want %s", text, err, got, want)
		}
	}
}
