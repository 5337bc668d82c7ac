package gamefile

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/notation"
)

func isSyntax(err error) bool {
	var syntax *notation.SyntaxError
	return errors.As(err, &syntax)
}

// isFiller tells a word without letters and digits: it is found beside moves, or in place of one.
func isFiller(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// isLost tells what a program leaves of a move whose characters it does not have: ????, □□□□, 锟斤拷8锟斤拷7.
func isLost(word string) bool {
	return isTwiceBroken(word) || utf8.RuneCountInString(word) > 2 && strings.Trim(word, "?？\uFFFD□■▯") == ""
}

// isNearly tells a word that cannot be read and looks like a misspelt move.
func isNearly(word string) bool {
	word = narrow(word)
	if word == "" || word[0] >= utf8.RuneSelf {
		return isNearlyHan(word)
	}
	return isNearlyLatin(word) ||
		len(word) <= 7 && strings.ContainsAny(word, latinRanks) && strings.Trim(word, latinRanks+".-:/%") != ""
}

// isProse tells words of which none looks like a misspelt move.
func isProse(words string) bool {
	fields := strings.Fields(words)
	return !slices.ContainsFunc(fields, isNearly) && !isNearlySpoken(fields)
}

// isSentence tells words that end like a sentence: what follows does not go on with them.
func isSentence(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(words, unicode.IsSpace))
	return strings.ContainsRune("。！？!?", last)
}

// isNearlySpoken tells words among which a move may be, the direction of which cannot be read: Xe 4 lùi_lại 1.
func isNearlySpoken(words []string) bool {
	const length = 4 // a piece, its file, the direction, the number
	for i := range len(words) - length + 1 {
		if notation.IsPieceName(words[i]) && (isSoleDigit(words[i+1]) || notation.IsPlaceName(words[i+1])) && isSoleDigit(words[i+length-1]) {
			return true
		}
	}
	return false
}

// isSoleDigit tells one digit, perhaps with signs behind it.
func isSoleDigit(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size > 0 && isDigitRune(r) && isFiller(word[size:])
}

// gauge is what some write behind a move without any brackets: the time it took, or what an engine thinks of it.
var gauge = regexp.MustCompile(`^(?:\d{1,3}[:：]\d\d(?:[:：]\d\d)?(?:\.\d+)?|(?:\d{1,3}(?:小时|小時|时|時|h))?(?:\d{1,3}(?:分钟|分鐘|分|m|min))?\d{1,4}(?:\.\d+)?(?:秒|s|sec|'|"|″|′)|\d{1,3}(?:分钟|分鐘|分|min)|[+−-]\d{1,3}\.\d{1,3}|[+−-]?\d{1,3}\.\d{1,3}/\d{1,3})$`)

// isReading tells such a word.
func isReading(word string) bool {
	const far = 24 // bytes
	return len(word) <= far && gauge.MatchString(word)
}

// isAdvert tells a line that leads elsewhere and says nothing about the game.
func isAdvert(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}
