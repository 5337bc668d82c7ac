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

// class is what a character may be in a Chinese move. Package notation knows the variants of each, and decides what a
// move means; here is only what one looks like.
type class uint8

const (
	pieceChar class = 1 << iota
	pawnChar
	placeChar
	indexChar // of a pawn: 一 to 五
	directionChar
	hanDigit
	arabicDigit

	pieceDigit = hanDigit | arabicDigit
)

func classOf(r rune) class {
	switch {
	case '1' <= r && r <= '9', '１' <= r && r <= '９':
		return arabicDigit
	case r < utf8.RuneSelf:
		return 0
	}
	switch notation.Han(r) {
	case '帅', '仕', '相', '马', '车', '炮':
		return pieceChar
	case '兵':
		return pieceChar | pawnChar
	case '前', '中', '后':
		return placeChar
	case '进', '退', '平':
		return directionChar
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if strings.ContainsRune("一二三四五", r) {
			return hanDigit | indexChar
		}
		return hanDigit
	}
	return 0
}

// hanShapes are the forms of Chinese moves, the classes for each place: 炮二平五, 前炮退二, 炮前退二, 三兵平四,
// 前四平五, 前兵四平五, 兵前四平五.
var hanShapes = [...][]class{
	{pieceChar, pieceDigit, directionChar, pieceDigit},
	{placeChar, pieceChar, directionChar, pieceDigit},
	{pieceChar, placeChar, directionChar, pieceDigit},
	{indexChar, pawnChar, directionChar, pieceDigit},
	{placeChar, pieceDigit, directionChar, pieceDigit},
	{placeChar | indexChar, pawnChar, pieceDigit, directionChar, pieceDigit},
	{pawnChar, placeChar | indexChar, pieceDigit, directionChar, pieceDigit},
}

// hanMove returns the length of the Chinese move with which a text begins, 0 if none does.
func hanMove(text string) int {
	if r, _ := utf8.DecodeRuneInString(text); classOf(r)&(pieceChar|placeChar|indexChar) == 0 {
		return 0 // most
	}
	for _, shape := range hanShapes {
		if n := prefixOf(text, shape...); n > 0 {
			return n
		}
	}
	return 0
}

// endsInArabic reports whether a Chinese move has Arabic digits, as Black's have.
func endsInArabic(move string) bool {
	last, _ := utf8.DecodeLastRuneInString(move)
	return classOf(last)&arabicDigit != 0
}

// prefixOf returns the length of a prefix with one character of each class, 0 if the text has none.
func prefixOf(text string, classes ...class) int {
	n := 0
	for _, class := range classes {
		r, size := utf8.DecodeRuneInString(text[n:])
		if classOf(r)&class == 0 {
			return 0
		}
		n += size
	}
	return n
}

// resemblesChineseMove recognizes a word that may be a misspelt Chinese move: one of the four characters is wrong or
// missing, or the direction is, as in 炮二五. Only the first may be that of a piece: 泡二平五, 二平五.
func resemblesChineseMove(word string) bool {
	bare := strings.TrimRightFunc(word, isSeparator)
	if _, size := utf8.DecodeRuneInString(bare); size > 1 && isChineseMoveTail(bare) || isChineseMoveTail(bare[size:]) {
		return true
	}
	r := []rune(gamefile.Cut(word, 4*6))
	if len(r) < 3 || len(word) > len(string(r)) || len(r) > 6 && len(r)%4 != 0 {
		return false
	}
	for _, shape := range hanShapes {
		right := 0
		for i, class := range shape {
			if i < len(r) && classOf(r[i])&class != 0 {
				right++
			}
		}
		if right >= len(shape)-1 && classOf(r[0])&shape[0] != 0 {
			return true
		}
	}
	return len(r) == 3 && prefixOf(word, pieceChar, pieceDigit, pieceDigit) == len(word)
}

// isChineseMoveTail recognizes what a Chinese move consists of after the name of its piece: 二平五.
func isChineseMoveTail(word string) bool {
	return word != "" && prefixOf(word, pieceDigit, directionChar, pieceDigit) == len(word)
}

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

// holdsLatinMove recognizes a word of letters, digits and signs with a move in it, addresses of the web apart.
func holdsLatinMove(word string) bool {
	return resemblesLatinMove(word) && !strings.HasPrefix(word, "//") && !strings.HasPrefix(word, "www.")
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

// narrow turns full-width letters, digits and signs into the usual ones.
func narrow(text string) string { return strings.Map(narrowRune, text) }

func narrowRune(r rune) rune {
	if '！' <= r && r <= '～' {
		return r - '！' + '!'
	}
	return r
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
