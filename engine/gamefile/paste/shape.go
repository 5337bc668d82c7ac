package paste

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// FindMove returns the first thing in a text that looks like a move and all that is after it, "" if nothing does.
func FindMove(text string) string { return text[findMove(text):] }

// findMove returns where the first thing in a text is that looks like a move, the length of the text if nothing does.
func findMove(text string) int {
	word := -1 // where the present word of letters and digits began
	for i, r := range text {
		if hanMove(text[i:]) > 0 {
			return i
		}
		r = narrowRune(r)
		inWord := unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || '0' <= r && r <= '9' || strings.ContainsRune("_+-=./", r)
		switch {
		case inWord && word < 0:
			if word = i; isSpokenMove(text[i:]) {
				return i
			}
		case !inWord && word >= 0:
			if holdsLatinMove(text[word:i]) {
				return word
			}
			word = -1
		}
	}
	if word >= 0 && holdsLatinMove(text[word:]) {
		return word
	}
	return len(text)
}

// isSpokenMove recognizes a text that begins with a move in words: Pháo 2 bình 5.
func isSpokenMove(text string) bool {
	const far = 64 // bytes
	words := strings.Fields(narrow(gamefile.Cut(text, far)))
	return len(words) > 3 && holdsSpokenMove(words[:4])
}

// countsMoreMoves reports whether more than so many things in a text look like a move.
func countsMoreMoves(text string, than int) bool {
	n := 0
	for text = FindMove(text); text != ""; text = FindMove(text) {
		if n++; n > than {
			return true
		}
		if size := hanMove(text); size > 0 {
			text = text[size:]
			continue
		}
		_, text, _ = strings.Cut(text, " ")
	}
	return false
}

// resemblesMove recognizes a word that cannot be read and looks like a misspelt move.
func resemblesMove(word string) bool {
	word = narrow(word)
	if word == "" || word[0] >= utf8.RuneSelf {
		return resemblesChineseMove(word)
	}
	return resemblesLatinMove(word) ||
		len(word) <= 7 && strings.ContainsAny(word, latinRanks) && strings.Trim(word, latinRanks+".-:/%") != ""
}

// holdsSpokenMove recognizes words among which a move may be, the direction of which cannot be read: Xe 4 lùi_lại 1.
func holdsSpokenMove(words []string) bool {
	const length = 4 // a piece, its file, the direction, the number
	for i := range len(words) - length + 1 {
		if notation.IsPieceName(words[i]) && (isSoleDigit(words[i+1]) || notation.IsPlaceName(words[i+1])) && isSoleDigit(words[i+length-1]) {
			return true
		}
	}
	return false
}

// latinFragment is a move in letters with another letter in the place of a digit: H+c, Hb=5.
var latinFragment = regexp.MustCompile(`^[A-Z][0-9A-Za-z]?[+=-][0-9A-Za-z]$`)

// isMoveFragment recognizes words that are what is left of a move: 炮, 炮二, 前马, 进四, 炮 二 平, H, H+c, Mã, Mã 2 tấn.
func isMoveFragment(words []string) bool {
	const most = 3 // of a move in four words
	if len(words) == 0 || len(words) > most {
		return false
	}
	if strings.Trim(words[0], "abcdefghiABCDEFGHIKMNPRSTXkmnprstx") == "" && len(words[0]) == 1 {
		return len(words) == 1
	}
	if notation.IsPieceName(words[0]) {
		return len(words) == 1 || isSoleDigit(words[1]) || notation.IsPlaceName(words[1])
	}
	joined := strings.Join(words, "")
	for _, classes := range [...][]class{
		{pieceChar}, {pieceChar, pieceDigit}, {placeChar, pieceChar}, {pieceChar, pieceDigit, directionChar}, {directionChar, pieceDigit},
	} {
		if prefixOf(joined, classes...) == len(joined) {
			return !slices.Contains([]string{"将", "將", "中炮", "中砲"}, joined) // usual remarks as well
		}
	}
	return len(words) == 1 && latinFragment.MatchString(joined)
}

// holdsMisspeltMove recognizes words in which something looks like a misspelt move: 车9平十, 炮二五.
func holdsMisspeltMove(words string) bool {
	const longest = 4 // characters of such a move
	r := []rune(words)
	for i := range r {
		if classOf(r[i]) == 0 || i > 0 && strings.ContainsRune("胜勝", r[i-1]) { // 三胜二平一负
			continue
		}
		for n := longest - 1; n <= longest && i+n <= len(r); n++ {
			if resemblesChineseMove(string(r[i : i+n])) {
				return true
			}
		}
	}
	return !isPlainProse(words)
}

// isPlainProse recognizes words of which none looks like a misspelt move.
func isPlainProse(words string) bool {
	fields := strings.Fields(words)
	return !slices.ContainsFunc(fields, resemblesMove) && !holdsSpokenMove(fields)
}
