package view

import (
	"strings"
	"testing"
	"unicode/utf8"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// The number of a move is the same in the menu and in the picture, where the longest step forward comes first; left and
// right are those of the picture, for Black too.
func TestMovesHaveTheNumbersOfThePicture(t *testing.T) {
	p := testcases.Position(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
	r := Viewer{Words: viewtest.Phrases(t).In(words.English)}
	moves, marks := Destinations(&p, gametest.Square(t, "h7"))
	options := Choice{Position: &p, Flipped: true}.options(moves, r)
	if len(options) != len(marks)-1 || len(options) < 10 {
		t.Fatalf("%d moves are offered and %d squares marked", len(options), len(marks)-1)
	}
	for i, o := range options {
		number, _ := utf8.DecodeRuneInString(o.Label)
		if mark := marks[i+1]; int(number-'①')+1 != mark.Number || o.Value != mark.Square.String() {
			t.Errorf("%q is %s, and the picture has %d on %s", o.Label, o.Value, mark.Number, mark.Square)
		}
	}
	for i, want := range map[int]string{0: "7 forward", len(options) - 1: "1 back"} {
		if !strings.HasSuffix(options[i].Label, want) {
			t.Errorf("move %d is %q, want one that goes %s", i+1, options[i].Label, want)
		}
	}
	for flipped, want := range map[bool]string{true: "1 left", false: "1 right"} { // h7 to i7
		if got := stepText(&p, board.NewMove(gametest.Square(t, "h7"), gametest.Square(t, "i7")), flipped, r.Words); got != want {
			t.Errorf("with Black at the bottom: %v, the move to i7 goes %q, want %q", flipped, got, want)
		}
	}
}
