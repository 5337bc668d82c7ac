package notation_test

import (
	"strings"
	"testing"

	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// TestComplete compares completions, in their order.
func TestComplete(t *testing.T) {
	const few = "3k5/9/9/9/9/4C4/9/9/4A4/1C3K3 w - - 0 1"
	for _, c := range []struct {
		fen, typed string
		style      notation.Style
		want       string
	}{
		// Sideways, forward, back, each by its number.
		{few, "炮八", notation.Chinese, "炮八平五 炮八平六 炮八平七 炮八平九 炮八进一 炮八进二 炮八进三 炮八进四 炮八进五 炮八进六 炮八进七 炮八进八 炮八进九"},
		{few, "炮5退", notation.Chinese, "炮五退一 炮五退二"},
		{few, "帅", notation.Chinese, "帅四平五 帅四进一"},
		// From the mover's right: red's first cannon file is that of e4.
		{few, "炮进三", notation.Chinese, "炮五进三 炮八进三"},
		{few, "3. 帅", notation.Chinese, "帅四平五 帅四进一"},
		{few, "帅四平五!", notation.Chinese, "帅四平五"},
		{few, "K", notation.WXF, "K4=5 K4+1"},
		{few, "K4.", notation.WXF, "K4=5"},
		{few, "b0b", notation.UCI, "b0b1 b0b2 b0b3 b0b4 b0b5 b0b6 b0b7 b0b8 b0b9"},
		{few, "b1b1", notation.UCI10, "b1b10"},
		{few, "b0b9", notation.UCI10, "b1b10"},
		{few, "b1b10", notation.UCI, "b0b9"},
		{few, "b1", notation.UCI, "b0b9"}, // as b1b10
		// P is a pawn of WXF; to Vietnamese readers it is the cannon, if there is one.
		{fourPawns, "P", notation.Vietnamese, "Bt4-3 Bt4-5 Bt4.1 Bs4-3 Bs4-5 Bs4.1 B5-4 B5-6 B5.1 Bt6-5 Bt6-7 Bt6.1 Bs6-5 Bs6-7 Bs6.1"},
		{few, "P5-", notation.Vietnamese, "P5-1 P5-2 P5-3 P5-4 P5-6 P5-7 P5-8 P5-9"},
		{guards, "P", notation.WXF, ""},
		{few, "Tg", notation.WXF, "K4=5 K4+1"},
		{few, "Tg4.", notation.Vietnamese, "Tg4.1"},
		{few, "Tg4+", notation.Vietnamese, "Tg4.1"},
		{few, "P5=1", notation.Vietnamese, "P5-1"},
		{fourPawns, "B5+", notation.Vietnamese, "B5.1"},
		{few, "tướng", notation.Vietnamese, "Tg4-5 Tg4.1"},
		{few, "tuong", notation.Vietnamese, "Tg4-5 Tg4.1"},
		{few, "tượng", notation.Vietnamese, ""},
		{few, "Pháo 5 th", notation.Vietnamese, "P5/1 P5/2"},
		{twoCannons, "前炮退", notation.Chinese, "前炮退一 前炮退二"},
		{fourPawns, "前四", notation.ChineseByFile, "前四平三 前四平五 前四进一"},
		{fourPawns, "一兵平", notation.Chinese, "一兵平三 一兵平五"},
		{fourPawns, "一兵", notation.Chinese, "一兵平三 一兵平五 一兵进一 三兵平五 三兵平七 三兵进一"}, // 一兵六平七 is the third
		{fourPawns, "Bs6", notation.Vietnamese, "Bs6-5 Bs6-7 Bs6.1"},
		{fivePawns, "1 兵七平六", notation.Chinese, "一兵平六 二兵平六 三兵平六 四兵平六"}, // a numbered move: which pawn is still open
		{few, "龙", notation.Chinese, ""},
		{few, "炮25", notation.Chinese, ""},
	} {
		p := testcases.Position(t, c.fen)
		var names []string
		for _, m := range notation.CompleteAs(&p, c.typed, c.style) {
			names = append(names, notation.Format(&p, m, c.style))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q by %v offers\n%s, want\n%s", c.fen, c.typed, c.style, got, c.want)
		}
	}
}
