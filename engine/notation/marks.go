package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words around a move that only say that it is the writer's own: 我走炮二平五吧, "I play cannon 2=5", "tôi đi P2-5 nhé".
// What advises, denies or asks is not among them (不走, 应该走, 吗), nor is anybody else (他走).
var (
	wordsBefore = []string{
		"我", "就", "先", "那", "走", "下", "选", "選", "投", "好", "嗯",
		"my move is", "my move", "i'll", "i’ll", "i", "let's", "let’s", "lets", "play", "move", "choose", "vote for", "ok", "please",
		"tôi", "toi", "mình", "minh", "đi", "di", "chọn", "chon",
	}
	wordsBehind = []string{"吧", "了", "啊", "呀", "啦", "哦", "喔", "咯", "囉", "please", "nhé", "nhe", "nha", "ạ"}
)

// unmark takes off the marks, quotes and emoji around a move: **炮二平五**, ||h2e2||, 「…」. Nothing is left of a text that
// is struck out, or that quotes or addresses somebody.
func unmark(text string) string {
	text = strings.TrimSpace(norm.NFC.String(text))
	struck := len(text) > 4 && strings.HasPrefix(text, "~~") && strings.HasSuffix(text, "~~")
	if struck || strings.HasPrefix(text, ">") || strings.HasPrefix(text, "<@") {
		return ""
	}
	for _, emoji := range []string{"<:", "<a:"} { // of a server: <:name:123>
		if from := strings.Index(text, emoji); from >= 0 {
			if end := strings.IndexByte(text[from:], '>'); end > 0 {
				text = text[:from] + text[from+end+1:]
			}
		}
	}
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_|`\\", r) { // Markdown, and nothing in any notation
			return -1
		}
		return r
	}, text)
	return trimMarks(text)
}

// trimMarks drops what is neither a letter, a number nor a sign of a move from both ends.
func trimMarks(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("+-=./", fold(r))
	})
}

// unwrap takes the words off around a move.
func unwrap(text string) string {
	for before := ""; text != before; {
		before = text
		for _, w := range wordsBefore {
			text = trimMarks(cutWord(text, w, true))
		}
		for _, w := range wordsBehind {
			text = trimMarks(cutWord(text, w, false))
		}
	}
	return text
}

// cutWord cuts a word off the front of a text, or off its end. A word in letters has no other letter or number beside
// it.
func cutWord(text, word string, front bool) string {
	n := len(text) - len(word)
	if n <= 0 {
		return text
	}
	cut, rest := text[n:], text[:n]
	beside, _ := utf8.DecodeLastRuneInString(rest)
	if front {
		cut, rest = text[:len(word)], text[len(word):]
		beside, _ = utf8.DecodeRuneInString(rest)
	}
	first, _ := utf8.DecodeRuneInString(word)
	within := !unicode.Is(unicode.Han, first) && (unicode.IsLetter(beside) || unicode.IsNumber(beside))
	if within || !strings.EqualFold(cut, word) {
		return text
	}
	return rest
}
