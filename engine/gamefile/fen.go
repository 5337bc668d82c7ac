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
		}
	}
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
		switch n := len(fields); {
		case n == 1 && (field == "w" || field == "b" || field == "r"), n <= 3 && n > 1 && field == "-",
			n > 3 && field != "" && strings.Trim(field, "0123456789") == "":
		default:
			return strings.Join(fields, " ")
		}
		fields = append(fields, field)
		*s = ahead
	}
	return strings.Join(fields, " ")
}
