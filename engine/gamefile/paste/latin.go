package paste

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/gamefile"
)

// latinMove has the forms of moves in letters and digits that are hardly anything else: h2e2, H2-E2, C2=5, C+-2, +C-2,
// P2-5, Pt.1.
var latinMove = regexp.MustCompile(`^(?:[a-iA-I]\d-?[a-iA-I]\d|` +
	`(?:[KAEBHNRCPkaebhnrcp][1-9+.a-e-]|[+.-][KAEBHNRCPkaebhnrcp])[+=.-][1-9]|(?:[STXPMBC][1-9tsg]|Tg[1-9])[./-][1-9])$`)

const latinRanks = "0123456789"

// isLatinMove recognizes a word that looks like a move in letters and digits.
func isLatinMove(word string) bool {
	const far = 64 // bytes: no move with the signs around it is longer
	if len(word) > far {
		return false
	}
	word = narrow(word)
	word = strings.TrimRight(strings.TrimLeft(word, "!?.,:"), "!?.,:+#")
	if len(word) < 4 || len(word) > 7 || strings.IndexByte(latinRanks, word[len(word)-1]) < 0 {
		return false
	}
	return latinMove.MatchString(strings.ReplaceAll(word, "10", "0")) // ranks from 1 to 10
}

// resemblesLatinMove recognizes a word that begins or ends with a move in letters and digits. Of a long one the
// beginning counts.
func resemblesLatinMove(word string) bool {
	const far = 64 // bytes
	word = gamefile.Cut(narrow(gamefile.Cut(word, 3*far)), far)
	if len(word) < 4 || !strings.ContainsAny(word, latinRanks) {
		return false
	}
	for i := range word {
		if isLatinMove(word[i:]) || isLatinMove(word[:i]) || gluedMove(word[i:]) > 0 {
			return true
		}
	}
	return false
}

// holdsLatinMove recognizes a word of letters, digits and signs with a move in it, addresses of the web apart.
func holdsLatinMove(word string) bool {
	return resemblesLatinMove(word) && !strings.HasPrefix(word, "//") && !strings.HasPrefix(word, "www.")
}

// latinJoins are the signs that may be between moves in letters and digits, of which none is part of one.
const latinJoins = "。…⋯~～\\『』"

// latinDashes are the signs that part moves in letters and digits, and that are part of such moves elsewhere.
const latinDashes = "/-—–―=→"

// dashAfterMove returns where a slash or a dash parts two moves in letters and digits, or ends the last one, and 0 if
// none does: C2=5/H8+7, h2e2—h9g7. Before a digit it is a direction.
func dashAfterMove(text string) int {
	const far = 24 // bytes: a move in full-width characters is shorter
	for i, r := range gamefile.Cut(text, far) {
		if !strings.ContainsRune(latinDashes, r) || !isLatinMove(text[:i]) {
			continue
		}
		next, size := utf8.DecodeRuneInString(strings.TrimLeft(text[i:], latinDashes))
		if size == 0 || 'a' <= next|0x20 && next|0x20 <= 'z' {
			return i
		}
	}
	return 0
}

// gluedMove returns the length of a move in letters and digits after which another one or the number of the next round
// follows without a sign, 0 if there is none: h2e2h9g7, C2=5H8+72.H2+3.
func gluedMove(text string) int {
	n := plainMove(text)
	if n == 0 || n == len(text) || text[n] == '0' { // h10
		return 0
	}
	if next := strings.TrimLeft(strings.TrimLeft(text[n:], latinRanks), numberEnd); plainMove(next) == 0 {
		return 0
	}
	return n
}

// plainMove returns the length of the move with which a text begins, if it has the usual four letters and digits or a
// dash between the points: h2e2, H2-E2, C2=5. It is 0 otherwise.
func plainMove(text string) int {
	n := 4
	if len(text) > 3 && text[2] == '-' && text[3]|0x20 >= 'a' {
		n = 5
	}
	if len(text) < n || strings.IndexByte(latinRanks, text[n-1]) < 0 || strings.IndexByte("!?.,:", text[0]) >= 0 || !isLatinMove(text[:n]) {
		return 0
	}
	return n
}
