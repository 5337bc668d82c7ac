package gamefile

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/notation"
)

// ending is what people say of the end of a game.
var ending = regexp.MustCompile(`(?i)resign|mate|draw|win|won|los[et]|time|forfeit|thua|thắng|hòa|hoà|bỏ|` +
	`[胜勝负負和输輸认認降赢贏杀殺超时時断斷弃棄投终終完略]`)

// hidesMove reports whether words up to the end of a line are hardly said about the game, and more likely what became of
// a move: a word or two right behind the number of a round, what is left of a move where the text ends, or words before
// the number of the next round.
func (f *follower) hidesMove(c *course, words string, end int) bool {
	fields := strings.Fields(words)
	if c.counted && isBrief(words) && len(fields) <= 2 && !ending.MatchString(words) {
		return true
	}
	if isStump(fields) && strings.TrimSpace(f.text[end:min(len(f.text), end+nearby)]) == "" {
		return true
	}
	return c.known && len(fields) > 2 && slices.ContainsFunc(fields[1:len(fields)-1], func(word string) bool {
		n, ok := soleNumber(word)
		return ok && strings.TrimRight(word, numberEnd) != word && (n == c.now.MoveNumber() || n == c.now.MoveNumber()+1)
	})
}

// isBrief tells words that are hardly longer than a move.
func isBrief(words string) bool {
	n := utf8.RuneCountInString(words)
	return n <= 5 || n <= 12 && !strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// latinStump is a move in letters with another letter in the place of a digit: H+c, Hb=5.
var latinStump = regexp.MustCompile(`^[A-Z][0-9A-Za-z]?[+=-][0-9A-Za-z]$`)

// isStump tells words that are what is left of a move: 炮, 炮二, 前马, 进四, 炮 二 平, H, H+c, Mã, Mã 2 tấn.
func isStump(words []string) bool {
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
	if utf8.RuneCountInString(joined) < len(words) || len(words) > 1 && utf8.RuneCountInString(joined) > most {
		return false
	}
	for _, classes := range [...][]class{
		{pieceChar}, {pieceChar, pieceDigit}, {placeChar, pieceChar}, {pieceChar, pieceDigit, directionChar}, {directionChar, pieceDigit},
	} {
		if prefixOf(joined, classes...) == len(joined) {
			return !isRemark(joined)
		}
	}
	return len(words) == 1 && latinStump.MatchString(joined)
}

// isRemark tells a word that is the name of a piece, or of its place, and a usual remark as well: 将, 中炮.
func isRemark(word string) bool {
	switch word {
	case "将", "將", "中炮", "中砲":
		return true
	}
	return false
}
