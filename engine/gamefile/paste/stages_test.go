package paste

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// TestTokens: the first stage cuts a text into words, comments, parentheses and tags, and words into segments.
func TestTokens(t *testing.T) {
	kinds := map[TokenKind]string{Word: "word", Comment: "comment", OpenParen: "(", CloseParen: ")", TagPair: "tag"}
	segmentKinds := [...]string{moveSegment: "move", numberSegment: "number", dotsSegment: "dots", sideSegment: "side", proseSegment: "prose"}
	for text, want := range map[string]string{
		"[Event \"x\"]\n1. C2=5 {good} (1. C8=5)": "tag [Event \"x\"], number 1., move C2=5, comment good, (, number 1., move C8=5, )",
		"1.炮二平五马8进7":                              "number 1., move 炮二平五, move 马8进7",
		"第 1 回合 红：炮二平五":                           "number 第 1 回合, side 红：, move 炮二平五",
		"2...马8进7":                                "number 2, dots ..., move 马8进7",
		"棋谱：炮二平五好":                                "prose 棋谱：, move 炮二平五, prose 好",
		"C2=5/H8+7 h2e2h9g7":                      "move C2=5, move H8+7, move h2e2, move h9g7",
		"炮二平五；马8进7":                               "move 炮二平五, move 马8进7",
		"炮二平五；好棋\n马8进7":                           "move 炮二平五, comment 好棋, move 马8进7",
		"【变着】 「好」 [x":                             "comment 变着, comment 好, comment x",
	} {
		s := NewScanner(text, 1)
		s.pasted = true
		var got []string
		for token := s.Next(); token.Kind != EndOfText; token = s.Next() {
			if token.Kind != Word {
				got = append(got, strings.TrimSpace(kinds[token.Kind]+" "+token.Text))
				continue
			}
			for _, p := range segments(token.Text) {
				got = append(got, segmentKinds[p.kind]+" "+p.text)
			}
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%q is cut into\n%s, want\n%s", text, all, want)
		}
	}
}

// position is a parser that has read moves and then a word.
func position(text string) (*gameParser, *lineState, Token) {
	f := &gameParser{in: NewScanner(text, 1), dialect: dialect{parse: notation.Parse}, start: board.StartPosition()}
	f.in.pasted = true
	start := board.StartPosition()
	c := &lineState{start: start, now: start, before: start}
	c.firstNumber = 1
	for {
		t := f.in.Next()
		if t.Kind == EndOfText || !isMoveOrNumber(t.Text) {
			return f, c, t
		}
		f.parseSegments(c, t, c.numbered)
	}
}

func isMoveOrNumber(word string) bool {
	_, isNumber := onlyMoveNumber(word)
	return isNumber || hanMove(word) > 0 || isLatinMove(word)
}

// TestWords: what a word among moves is taken for, and words that are no move.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"1. C2=5 1-0":                    "end",
		"1. C2=5 * H8+7":                 "end",
		"1. C2=5 Black resigns":          "end",
		"1. C2=5 Black lost on time 1-0": "comment",
		"1. C2=5\n红方：许银川":                "header",
		"1. C2=5\n红方：占优":                 "header",
		"1. C2=5 !?":                     "annotation",
		"1. C2=5 $0":                     "nothing",
		"1. ???? H8+7":                   "fault",
		"1. C2=5 00:12 H8+7":             "comment",
		"1. … H8+7":                      "fault",
		"1. C2=5 -> H8+7":                "nothing",
		"* C2=5":                         "nothing",
		"1. C2=5\n" + board.StartFEN:     "next game",
		board.StartFEN:                   "nothing",
		"1. C2=5 good":                   "comment",

		"1. 炮二平五 马8进7 泡二平五":                       "fault",
		"1. C2=5 and now 1... H8+7":               "comment",
		"1. C2=5 H8+7 2. H2+3 R9=8 now 3. R1=2":   "comment",
		"1. C2=5 H8+7 or H2+3":                    "fault",
		"1. C2=5 H8+7 2. oops":                    "fault",
		"1. 炮二平五 马8进7 前马":                         "fault",
		"1. C2=5 H8+7 nobody knows 2. why":        "comment",
		"1. C2=5 H8+7\nA quiet line\n2. H2+3":     "comment",
		"1. C2=5 H8+7 see http://example.com/ab":  "nothing",
		"1. 炮二平五 马8进7 常见的走法\n2. 马二进三":             "comment",
		"1. C2=5 H8+7 a peaceful end of all this": "comment",
		"1. C2=5 H8+7 a quiet line\n2. H2+3 R9=8": "fault",
	} {
		f, c, word := position(text)
		at := f.in.at
		f.parseWord(c, word)
		var got []string
		for _, is := range []struct {
			what string
			so   bool
		}{
			{"end", f.ended}, {"header", len(f.headers) > 0}, {"annotation", len(c.NAGs) > 0}, {"fault", f.Fault != nil},
			{"comment", len(c.Comments) > 0}, {"next game", f.in.at < at},
		} {
			if is.so {
				got = append(got, is.what)
			}
		}
		if all := cmp.Or(strings.Join(got, ", "), "nothing"); all != want {
			t.Errorf("%q: %q is taken for %s, want %s", text, word.Text, all, want)
		}
	}
}

// TestReadingsWeighed: a complete reading is taken at once; of others that with more moves.
func TestReadingsWeighed(t *testing.T) {
	of := func(text string, everyMove bool) *gameParser {
		d := dialect{parse: notation.Parse, everyMove: everyMove}
		return d.parseGame(NewScanner(text, 1), board.StartPosition())
	}
	complete, short, long := of("1. C2=5 H8+7", false), of("1. C2=5 H1+9", false), of("1. C2=5 H8+7 2. H2+3 H1+9", false)
	counted := of("1. C2=5 2. H8+7 3. H1+9", true)
	if !complete.isComplete() || short.isComplete() || long.isComplete() || counted.isComplete() {
		t.Error("the wrong readings are complete")
	}
	none := (*gameParser)(nil)
	all := []int{none.weight(), counted.weight(), short.weight(), long.weight()}
	if !slices.IsSorted(all) || slices.Max(all) == all[2] {
		t.Errorf("the weights are %v", all)
	}
}

// TestRoomForTheGame: however many variations stand before the end of the game, it is read to its end.
func TestRoomForTheGame(t *testing.T) {
	text := `1. h2e2 (1. h2d2 h9g7 2. h0g2 (2. b0c2 b9c7) {好} 2... i9h9 (2... c6c5 $1)) (1. b2e2) 1... h9g7 2. h0g2 (2. b0c2) 2... i9h9`
	f := &gameParser{in: NewScanner(text, 1), dialect: dialect{parse: notation.Parse}, start: board.StartPosition()}
	f.budget[1] = gamefile.MaxMoves - gamefile.MaxPlies - 2 // almost all of the room for variations is taken
	f.parseGame()
	if len(f.Moves) != 4 || len(f.Variations) != 1 || len(f.Variations[0].Moves) != 2 {
		t.Errorf("%d moves and the variations %v are read, want 4 and one of two moves", len(f.Moves), f.Variations)
	}
	if f.Fault == nil || !f.Fault.IsVariationLimit() {
		t.Errorf("the fault is %v, want too many moves in variations", f.Fault)
	}
}
