package paste

import (
	"strings"
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

// findHan returns where the first Chinese move in a text is, -1 if there is none.
func findHan(text string) int {
	var before rune
	for i, r := range text {
		if !endsWord(before, r) && hanMove(text[i:]) > 0 {
			return i
		}
		before = r
	}
	return -1
}

// endsWord reports whether a character that may name a piece's place on its file is the end of a usual word instead:
// 随后兵五进一 is no move of a rear pawn.
func endsWord(before, r rune) bool {
	switch r {
	case '后', '後':
		return strings.ContainsRune("随隨然最之以此其今先而", before)
	case '前':
		return strings.ContainsRune("之以此目当當先日", before)
	case '中':
		return strings.ContainsRune("其途局盘盤", before)
	}
	return false
}

// countHan counts the Chinese moves of a text and those with Arabic digits, and finds the end of the last.
func countHan(text string) (all, arabic, end int) {
	for at := findHan(text); at >= 0; at = findHan(text[end:]) {
		end += at + hanMove(text[end+at:])
		all++
		if endsInArabic(text[:end]) {
			arabic++
		}
	}
	return all, arabic, end
}

// isSoleDigit recognizes one digit, perhaps with signs after it.
func isSoleDigit(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size > 0 && isDigitRune(r) && isPunctuation(word[size:])
}

func isDigit(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return isDigitRune(r) && classOf(r)&hanDigit == 0
}

func isDigitRune(r rune) bool { return r == '0' || r == '０' || classOf(r)&pieceDigit != 0 }
