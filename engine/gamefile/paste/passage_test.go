package paste_test

import (
	"errors"
	"slices"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

// TestRemarks: words among moves, glued to one or not, with full stops among them or the name of a side before them, are
// one comment; no move in them is played.
func TestRemarks(t *testing.T) {
	for text, said := range map[string]string{
		"1. 炮二平五 马8进7\n红方先手。黑方稳健。形势平稳\n2. 马二进三":        "红方先手。黑方稳健。形势平稳",
		"1. h2e2 h9g7\nsee。h0g2 there\n2. h0g2":        "see。h0g2 there",
		"[Event \"x\"]\n\n1. h2e2 h9g7 so。far 2. h0g2": "so。far",
		"1.炮二平五，马8进7；2.马二进三。红方先手。":                     "红方先手。",
		"1. h2e2 h9g7 2. h0g2。good":                    "good",
		"1. 炮二平五 马8进7\n红方：先手明显\n2. 马二进三":               "红方：先手明显",
		"1. 炮二平五 马8进7 2. 马二进三\n黑方：形势尚可":                "黑方：形势尚可",
		"1. 炮二平五 马8进7\n红方：好形 黑方：呆板\n2. 马二进三":           "红方：好形 黑方：呆板",
	} {
		g, _, err := codec.Read([]byte(text))
		if err != nil || board.MovesText(g.Moves) != "h2e2 h9g7 h0g2" || g.Red+g.Black != "" || len(g.Comments) != 1 || g.Comments[0].Value != said {
			t.Errorf("%q: moves %v, Red %q, Black %q, comments %v, %v", text, g.Moves, g.Red, g.Black, g.Comments, err)
		}
	}
	var fault *gamefile.Error
	if _, _, err := codec.Read([]byte("1.炮二平五马8进7 2.马二进三车9平")); !errors.As(err, &fault) || fault.Text != "车9平" || fault.Ply != 4 {
		t.Errorf("the torn move is told as %v", err)
	}
}

// TestWhatIsLeftOfAMove: behind the last move that can be read, a misspelt one and what is left of one are told, not
// kept as words about the game.
func TestWhatIsLeftOfAMove(t *testing.T) {
	for _, c := range []struct{ before, left, told string }{
		{"1. 炮二平五 马8进7 2. 马二进三 车9平8 ", "3. 泡八平四", "泡八平四"},
		{"1. 炮二平五 马8进7 2. 马二进三 车9平8 3. ", "foo", "foo"},
		{"1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. ", "车乙乎二", "车乙乎二"},
		{"炮二平五 马8进7\n马二进三 车9平8\n", "泡八平四。", "泡八平四"},
		{"炮二平五，马8进7，马二进三，车9平8，", "八平四", "八平四"},
		{"炮二平五马8进7马二进三车9平8", "炮", "炮"},
		{"炮二平五 马8进7 马二进三 车9平8 ", "炮八", "炮八"},
		{"炮二平五 马8进7 马二进三 车9平8 ", "炮 八 平", "炮"},
		{"炮二平五 马8进7 马二进三 车9平8 ", "进四", "进四"},
		{"1. C2=5 H8+7 2. H2+3 R9=8\n", "3. H", "H"},
		{"1. C2=5 H8+7 2. H2+3 R9=8 3. ", "Rb=c", "Rb=c"},
		{"C2=5 H8+7 H2+3 R9=8 ", "H+c", "H+c"},
		{"1. h2e2 h9g7 2. h0g2 i9h9 ", "xyz 4. foo", "xyz"},
		{"1. P2-5 M8.7 2. M2.3 X9-8 3. ", "Xe 1", "Xe"},
		{"P2-5 M8.7 M2.3 X9-8 ", "Xe 1 bình", "Xe"},
		{"[Event \"x\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 ", "3. foo 1-0", "foo"},
	} {
		g, _, err := codec.Read([]byte(c.before + c.left))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != gamefile.BadMove || fault.Text != c.told || fault.Ply != 5 {
			t.Errorf("%q: %v, want %q told", c.before+c.left, err, c.told)
		}
		if !slices.Equal(g.Moves, moves("h2e2 h9g7 h0g2 i9h9")) {
			t.Errorf("%q: moves %v", c.before+c.left, g.Moves)
		}
	}
}

// TestTextAfterTheLastMove: what people write after it is a comment.
func TestTextAfterTheLastMove(t *testing.T) {
	for _, said := range []string{
		"好棋", "黑方投子认负", "将军", "将", "中炮", "红方占优，以后可以慢慢进攻", "hello", "a good game", "resigns", "Hay", "Pháo hay", "See you in round two",
	} {
		for _, before := range []string{"1. 炮二平五 马8进7 2. 马二进三 车9平8 ", "炮二平五 马8进7 马二进三 车9平8\n", "1. h2e2 h9g7 2. h0g2 i9h9 "} {
			g, _, err := codec.Read([]byte(before + said))
			if err != nil || !slices.Equal(g.Moves, moves("h2e2 h9g7 h0g2 i9h9")) || g.Comments.Get(4) != said {
				t.Errorf("%q: moves %v, comments %v, %v", before+said, g.Moves, g.Comments, err)
			}
		}
	}
	const score = "炮二平五，黑方应马8进7。红马二进三，黑车9平8。双方成绩三胜二平一负"
	if g, _, err := codec.Read([]byte(score)); err != nil || len(g.Moves) != 4 {
		t.Errorf("%q: moves %v, %v", score, g.Moves, err)
	}
	for _, said := range []string{"红方投子认负", "resigns", "Both sides have a good game", "红方占优，以后可以慢慢进攻", "略"} {
		if g, _, err := codec.Read([]byte("1. 炮二平五 马8进7\n2. " + said)); err != nil || g.Comments.Get(2) != said {
			t.Errorf("%q behind a number: comments %v, %v", said, g.Comments, err)
		}
	}
}

// TestNumbersAmongWords: a line of words before the next move is a comment, unless the number of the next round is among
// them, which may show that a move is lost.
func TestNumbersAmongWords(t *testing.T) {
	const numbered, unnumbered = "1. h2e2 h9g7 2. h0g2 i9h9\n", "h2e2 h9g7 h0g2 i9h9\n"
	for _, c := range []struct {
		before, words string
		lost          bool
	}{
		{numbered, "we saw 3 games", false},
		{numbered, "see page 3.", false},
		{numbered, "see chapter 7. of it", false},
		{unnumbered, "xyz 3. foo", false},
		{numbered, "xyz 3. foo", true},
		{numbered, "xyz 4. foo", true},
	} {
		g, _, err := codec.Read([]byte(c.before + c.words))
		var fault *gamefile.Error
		if is := errors.As(err, &fault); is != c.lost || is && (fault.Problem != gamefile.BadMove || fault.Text != "xyz") || !is && g.Comments.Get(4) != c.words {
			t.Errorf("%q: comments %v, %v", c.before+c.words, g.Comments, err)
		}
	}
}

// TestBracketedNumbers: a number alone in brackets is that of a round, a number with moves after it begins a variation.
func TestBracketedNumbers(t *testing.T) {
	const text = "(1) 炮二平五 马8进7 (2) 马二进三 (2. 马八进七 马2进3) 车9平8"
	g, _, err := codec.Read([]byte(text))
	if err != nil || board.MovesText(g.Moves) != "h2e2 h9g7 h0g2 i9h9" || len(g.Variations) != 1 || len(g.Variations[0].Moves) != 2 {
		t.Errorf("%q: moves %v, variations %v, %v", text, g.Moves, g.Variations, err)
	}
}

// TestFirstRankInAList: moves of chess programs with ranks from 1, in which one finds no move if they count from 0.
func TestFirstRankInAList(t *testing.T) {
	const text = "Che3 Hg8 Hg3 Rh10"
	if g, _, err := codec.Read([]byte(text)); err != nil || board.MovesText(g.Moves) != "h2e2 h9g7 h0g2 i9h9" {
		t.Errorf("%q: moves %v, %v", text, g.Moves, err)
	}
}

// TestMisspeltMoveAfterTheResult is told as one that can be read there.
func TestMisspeltMoveAfterTheResult(t *testing.T) {
	const game = "1. 炮二平五 马8进7 2. 马二进三 车9平8 红胜 "
	for left, told := range map[string]string{"泡八平四": "泡八平四", "3. 车一平": "车一平", "象棋大师网": "", "共两回合": ""} {
		_, _, err := codec.Read([]byte(game + left))
		var fault *gamefile.Error
		if is := errors.As(err, &fault); is != (told != "") || is && (fault.Problem != gamefile.Unread || fault.Text != told) {
			t.Errorf("%q behind the result: %v, want %q told", left, err, told)
		}
	}
}
