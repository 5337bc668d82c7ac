package view

import (
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// Readers of coordinates get no files, and those of Chinese and Vietnamese notation no letters where they see the board;
// they get the file as the owner of the piece counts it.
func TestPointsInTheReadersNotation(t *testing.T) {
	for _, test := range []struct {
		lang        words.Language
		style       notation.Style
		color       board.Color
		seen, heard string // by whoever sees the board, and by whoever hears it read
	}{
		{words.Simplified, notation.Chinese, board.Red, "八路", "八路b2"},
		{words.Traditional, notation.ChineseTraditional, board.Black, "2路", "2路b2"},
		{words.Simplified, notation.UCI, board.Red, "b2", "b2"},
		{words.Simplified, notation.WXF, board.Red, "8路b2", "8路b2"},
		{words.English, notation.WXF, board.Red, "b2 (file 8)", "b2 (file 8)"},
		{words.English, notation.UCI10, board.Red, "b3", "b3"},
		{words.English, notation.ChineseByFile, board.Red, "file 八", "b2 (file 八)"},
		{words.Vietnamese, notation.Vietnamese, board.Black, "lộ 2", "b2 (lộ 2)"},
		{words.Vietnamese, notation.ICCS, board.Red, "b2", "b2"},
	} {
		r := Viewer{Words: viewtest.Phrases(t).In(test.lang), Style: test.style}
		at := gametest.Square(t, "b2")
		if seen, heard := r.Point(at, test.color), r.Exactly(at, test.color); seen != test.seen || heard != test.heard {
			t.Errorf("%s, %s, %s: got %q and %q, want %q and %q", test.lang, test.style, test.color, seen, heard, test.seen, test.heard)
		}
	}
}

// Of several pieces on a file, menus say which: in front, behind, between, or counted from the front.
func TestPiecesOnOneFile(t *testing.T) {
	p := testcases.Position(t, "3k5/4P4/4P4/4P4/4P4/9/4P4/2C6/2C6/3AKA3 w - - 0 1")
	for at, want := range map[string]string{"c2": "前炮七路", "c1": "后炮七路", "e8": "前兵五路", "e7": "第2个兵五路", "e3": "后兵五路", "d0": "仕 六路"} {
		r := Viewer{Words: viewtest.Phrases(t).In(words.Simplified), Style: notation.Chinese}
		if got := r.PieceOn(&p, gametest.Square(t, at)); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
}
