package gamefile

import (
	"strings"
	"unicode/utf8"
)

// findFEN finds the first FEN in a text and returns the word with which it begins and the scanner behind that word.
func (s *scanner) findFEN() (word token, behind scanner, found bool) {
	behind = *s
	for {
		switch t := behind.next(); {
		case t.kind == theEnd:
			return t, behind, false
		case t.kind == aWord && isFEN(t.text):
			return t, behind, true
		case t.kind == aComment && s.text[t.at] != '{': // [FEN …]
			for inside := range strings.FieldsSeq(t.text) {
				if !isFEN(inside) {
					continue
				}
				at := t.at + strings.Index(s.text[t.at:], inside)
				t.line += strings.Count(s.text[t.at:at], "\n")
				behind.at, behind.line = at+len(inside), t.line
				t.kind, t.text = aWord, inside
				return t, behind, true
			}
		}
	}
}

// fenSides are the words for the side to move behind a FEN, and how the format has them.
var fenSides = map[string]string{
	"w": "w", "r": "r", "b": "b", "W": "w", "R": "r", "B": "b", "红": "w", "紅": "w", "红先": "w", "紅先": "w", "红方": "w", "紅方": "w", "红方先": "w", "紅方先": "w",
	"黑": "b", "黑先": "b", "黑方": "b", "黑方先": "b",
}

// isFEN tells a word that has the ranks of a FEN, perhaps not all of them.
func isFEN(word string) bool {
	n := strings.Count(word, "/")
	return 6 <= n && n <= 12 && !strings.Contains(word, "://") && !strings.ContainsAny(word, `.。~\『`) &&
		dashBehindMove(word) == 0 && findHan(word) < 0 // h2e2/h9g7/…, 炮二平五/马8进7/…
}

// fen takes the FEN that begins with a word and goes on behind it.
func (s *scanner) fen(t token) string {
	ranks := strings.Trim(t.text, `"'“”`)
	if i := strings.LastIndexAny(ranks, ":=："); i >= 0 {
		_, size := utf8.DecodeRuneInString(ranks[i:])
		ranks = ranks[i+size:]
	}
	fields := []string{ranks}
	for len(fields) < 6 {
		ahead := *s
		field := strings.Trim(ahead.next().text, `"'“”`)
		side, isSide := fenSides[strings.TrimRight(field, ":：,，。")]
		switch n := len(fields); {
		case n == 1 && isSide:
			field = side
		case n <= 3 && n > 1 && field == "-",
			n > 3 && field != "" && strings.Trim(field, "0123456789") == "":
		default:
			return strings.Join(fields, " ")
		}
		fields = append(fields, field)
		*s = ahead
	}
	return strings.Join(fields, " ")
}
