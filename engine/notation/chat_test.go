package notation_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// What surrounds a move in a chat goes, and the spellings that only people use are read.
func TestChatIsRead(t *testing.T) {
	start := board.StartPosition()
	guards := testcases.Position(t, "3k5/9/9/9/9/9/9/9/4A4/4K1B2 w")
	capture := testcases.Position(t, "3k5/9/4n4/9/9/9/4P4/9/4C4/4K4 w")
	for _, c := range []struct {
		p          *board.Position
		text, want string
	}{
		{&start, "**炮二平五**", "h2e2"}, {&start, "||炮二平五||", "h2e2"}, {&start, "「炮二平五」", "h2e2"}, {&start, "“h2e2”", "h2e2"},
		{&start, "`C2=5`", "h2e2"}, {&start, "__*炮二平五*__", "h2e2"}, {&start, "炮二平五～", "h2e2"}, {&start, "炮二平五 😀", "h2e2"}, {&start, "炮二平五~~", "h2e2"},
		{&start, "(炮二平五)", "h2e2"}, {&start, "《马八进七》", "b0c2"}, {&start, "炮二平五 <:pao:12345>", "h2e2"},
		{&start, "炮二平五吧", "h2e2"}, {&start, "我走炮二平五", "h2e2"}, {&start, "那我就走炮二平五吧！", "h2e2"}, {&start, "我走：**炮二平五**", "h2e2"},
		{&start, "我選馬八進七囉", "b0c2"}, {&start, "I play cannon 2=5", "h2e2"}, {&start, "I'll play C2=5, please", "h2e2"}, {&start, "my move is h2e2", "h2e2"},
		{&start, "tôi đi pháo 2 bình 5 nhé", "h2e2"},
		{&start, "p2p5", "h2e2"}, {&start, "m2j3", "h0g2"}, {&start, "P8P5", "b2e2"}, {&start, "j1j1", "i0i1"}, {&start, "s4j5", "f0e1"}, {&start, "s5j1", "e0e1"},
		{&start, "Cannon 2 equals 5", "h2e2"}, {&start, "horse 2 plus 3", "h0g2"}, {&start, "horse g2", "h0g2"}, {&start, "Rook a1", "a0a1"}, {&start, "the rook i2", "i0i2"},
		{&guards, "G5+4", "e1f2"}, {&guards, "g5-6", "e1d0"}, {&guards, "G5=4", "e0f0"},
		{&capture, "cannon takes horse", "e1e7"}, {&capture, "The cannon captures the horse", "e1e7"}, {&capture, "cannon takes e7", "e1e7"},
	} {
		if m, err := (notation.Dialect{}).Parse(c.p, c.text); err != nil || m.String() != c.want {
			t.Errorf("%q is read as %v, %v; want %s", c.text, m, err, c.want)
		}
		if m, err := notation.Parse(c.p, c.text); err == nil && m.String() != c.want {
			t.Errorf("%q is read as %v outside of a chat", c.text, m)
		}
	}
	var several *notation.AmbiguousError
	if _, err := (notation.Dialect{}).Parse(&start, "cannon e2"); !errors.As(err, &several) || len(several.Candidates) != 2 || several.Sound {
		t.Errorf("two cannons reach e2, and the answer is %v", err)
	}
	var illegal *notation.IllegalError
	if _, err := (notation.Dialect{}).Parse(&start, "**马八进六**"); !errors.As(err, &illegal) || illegal.Text != "**马八进六**" {
		t.Errorf("an illegal move between marks is answered by %v", err)
	}
	if first, ok := notation.FirstRank("**h10g8**"); !ok || first != 1 {
		t.Errorf("**h10g8** shows the first rank %d, %v", first, ok)
	}
}

// Conversation is not read as a move, even if it contains one.
func TestConversationIsNotRead(t *testing.T) {
	for _, text := range []string{
		"他走炮二平五", "不走炮二平五", "应该走炮二平五", "我想走炮二平五", "炮二平五吗", "炮二平五不好", "~~炮二平五~~", "> 炮二平五", "<@12> 炮二平五",
		"炮二平五 马8进7", "马上就", "马上就来", "跑一下吧", "我先走了", "好吧", "就这样吧", "以前", "十四五", "是的", "你走吧", "I play", "please", "ok", "my move",
		"cannon", "horse takes", "takes horse", "cannon horse", "good horse g2", "the rook on a0 is strong", "he plays C2=5", "not C2=5", "G4", "p2p", "m2j33", "pppp",
		"", "**", "||||", "「」", "我", "吧", "我吧", "😀",
	} {
		if notation.MayBeMove(text) {
			t.Errorf("%q may be a move", text)
		}
	}
	// These are asked back, if somebody speaks to the bot: they are not plainly moves.
	for _, text := range []string{"跑二平五", "cannon takes horse", "炮二平吧"} {
		if notation.LooksLikeMove(text) {
			t.Errorf("%q counts plainly as a move", text)
		}
	}
}

// bySound checks that a text is asked back, with the move among the candidates.
func bySound(t interface {
	Helper()
	Errorf(format string, args ...any)
}, p *board.Position, text string, want board.Move) {
	t.Helper()
	m, err := notation.Dialect{}.Parse(p, text)
	var asked *notation.AmbiguousError
	if !errors.As(err, &asked) || !asked.Sound || asked.Text != text || !slices.Contains(asked.Candidates, want) {
		t.Errorf("%s: %q is read as %v, %v; want to be asked for %v", p.FEN(), text, m, err, want)
	}
}

// Every homophone is read as the character that it sounds like, and is not itself used in moves.
func TestHomophones(t *testing.T) {
	start := board.StartPosition()
	rows := make(map[rune]rune)
	for means, others := range notation.Homophones {
		for _, r := range others {
			if notation.Fold(r) >= 0 || rows[r] != 0 {
				t.Errorf("%c sounds like %c, and it is written in moves or is in the row of %c too", r, means, rows[r])
			}
			rows[r] = means
		}
	}
	for _, text := range []string{"跑二平五", "泡二平五", "炮二瓶五", "炮二平武", "抱二平五", "炮儿平五", "跑2平5", "**跑二平五**", "我走跑二平五吧", "泡而凭吾"} {
		bySound(t, &start, text, board.NewMove(board.SquareAt(7, 2), board.SquareAt(4, 2)))
	}
	for text, move := range map[string]string{"马二近三": "h0g2", "嗎二進三": "h0g2", "像三进五": "g0e2", "冰七进一": "c3c4", "居九进一": "a0a1", "是四进五": "f0e1", "炮吧平五": "b2e2", "炮二平吧": "h2b2"} {
		m := testcases.Move(t, move)
		if !start.IsLegal(m) { // 炮二平八 meets the other cannon
			var illegal *notation.IllegalError
			if _, err := (notation.Dialect{}).Parse(&start, text); !errors.As(err, &illegal) || illegal.Text != text {
				t.Errorf("%q is answered by %v", text, err)
			}
			continue
		}
		bySound(t, &start, text, m)
	}
}

// TestHomophonesAreAskedBack is the law: a legal move in which any characters are replaced by others of their sound is
// asked back and never played, in every position.
func TestHomophonesAreAskedBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(t)
		all := rapid.Uint32().Draw(t, "seed")
		for _, m := range p.LegalMoves(nil) {
			for _, style := range []notation.Style{notation.Chinese, notation.ChineseTraditional} {
				written := []rune(notation.Format(&p, m, style))
				for i := range written {
					spelled := slices.Clone(written)
					for j, r := range written {
						others := []rune(notation.Homophones[notation.Fold(r)])
						all = all*1664525 + 1013904223
						if len(others) > 0 && (i == j || all>>31 == 1) {
							spelled[j] = others[int(all>>8)%len(others)]
						}
					}
					bySound(t, &p, string(spelled), m)
				}
			}
		}
	})
}
