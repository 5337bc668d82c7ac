package gamefile

import (
	"errors"
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

// isFiller tells a word without letters and digits: it stands beside moves, or in place of one.
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
func isProse(words string) bool { return !slices.ContainsFunc(strings.Fields(words), isNearly) }

// isAdvert tells a line that leads elsewhere and says nothing about the game.
func isAdvert(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}
