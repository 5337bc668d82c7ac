package paste

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

// IsPunctuation tells a word without letters and digits: it is found beside moves, or in place of one.
func IsPunctuation(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// isLostText tells what a program leaves of a move whose characters it does not have: ????, □□□□, 锟斤拷8锟斤拷7.
func isLostText(word string) bool {
	return strings.Contains(word, "锟斤拷") || utf8.RuneCountInString(word) > 2 && strings.Trim(word, "?？\uFFFD□■▯") == ""
}

// resemblesMove tells a word that cannot be read and looks like a misspelt move.
func resemblesMove(word string) bool {
	word = narrow(word)
	if word == "" || word[0] >= utf8.RuneSelf {
		return resemblesChineseMove(word)
	}
	return resemblesLatinMove(word) ||
		len(word) <= 7 && strings.ContainsAny(word, latinRanks) && strings.Trim(word, latinRanks+".-:/%") != ""
}

// isPlainProse tells words of which none looks like a misspelt move.
func isPlainProse(words string) bool {
	fields := strings.Fields(words)
	return !slices.ContainsFunc(fields, resemblesMove) && !holdsSpokenMove(fields)
}

// isSentence tells words that end like a sentence: what follows does not go on with them.
func isSentence(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(words, unicode.IsSpace))
	return strings.ContainsRune("。！？!?", last)
}

// holdsSpokenMove tells words among which a move may be, the direction of which cannot be read: Xe 4 lùi_lại 1.
func holdsSpokenMove(words []string) bool {
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
	return size > 0 && isDigitRune(r) && IsPunctuation(word[size:])
}

// clockOrEvaluation is what some write behind a move without any brackets: the time it took, or what an engine thinks of it.
var clockOrEvaluation = regexp.MustCompile(`^(?:\d{1,3}[:：]\d\d(?:[:：]\d\d)?(?:\.\d+)?|(?:\d{1,3}(?:小时|小時|时|時|h))?(?:\d{1,3}(?:分钟|分鐘|分|m|min))?\d{1,4}(?:\.\d+)?(?:秒|s|sec|'|"|″|′)|\d{1,3}(?:分钟|分鐘|分|min)|[+−-]\d{1,3}\.\d{1,3}|[+−-]?\d{1,3}\.\d{1,3}/\d{1,3})$`)

// isClockOrEvaluation tells such a word.
func isClockOrEvaluation(word string) bool {
	const far = 24 // bytes
	return len(word) <= far && clockOrEvaluation.MatchString(word)
}

// isLink tells a line that leads elsewhere and says nothing about the game.
func isLink(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}

// endingPhrase is what people say of the end of a game.
var endingPhrase = regexp.MustCompile(`(?i)resign|mate|draw|win|won|los[et]|time|forfeit|thua|thắng|hòa|hoà|bỏ|` +
	`[胜勝负負和输輸认認降赢贏杀殺超时時断斷弃棄投终終完略]`)

// replacesMove reports whether words up to the end of a line are hardly said about the game, and more likely what became of
// a move: a word or two right behind the number of a round, what is left of a move where the text ends, or words before
// the number of the next round.
func (f *gameParser) replacesMove(c *lineState, words string, end int) bool {
	fields := strings.Fields(words)
	if c.counted && isMoveLength(words) && len(fields) <= 2 && !endingPhrase.MatchString(words) {
		return true
	}
	if isMoveFragment(fields) && strings.TrimSpace(f.text[end:min(len(f.text), end+nearby)]) == "" {
		return true
	}
	return c.known && len(fields) > 2 && slices.ContainsFunc(fields[1:len(fields)-1], func(word string) bool {
		n, ok := onlyMoveNumber(word)
		return ok && strings.TrimRight(word, numberEnd) != word && (n == c.now.MoveNumber() || n == c.now.MoveNumber()+1)
	})
}

// isMoveLength tells words that are hardly longer than a move.
func isMoveLength(words string) bool {
	n := utf8.RuneCountInString(words)
	return n <= 5 || n <= 12 && !strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// latinFragment is a move in letters with another letter in the place of a digit: H+c, Hb=5.
var latinFragment = regexp.MustCompile(`^[A-Z][0-9A-Za-z]?[+=-][0-9A-Za-z]$`)

// isMoveFragment tells words that are what is left of a move: 炮, 炮二, 前马, 进四, 炮 二 平, H, H+c, Mã, Mã 2 tấn.
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
	return len(words) == 1 && latinFragment.MatchString(joined)
}

// isRemark tells a word that is the name of a piece, or of its place, and a usual remark as well: 将, 中炮.
func isRemark(word string) bool {
	switch word {
	case "将", "將", "中炮", "中砲":
		return true
	}
	return false
}

// movesIn is [FindMove] for a part of the text that begins with a word and ends with a line. A line of a million words is
// searched once, and not again from each of them.
func (f *gameParser) movesIn(from, to int) string {
	s := &f.lineSearch
	if s.to != to || from < s.from || from > s.found {
		*s = search(f.text, from, to)
	}
	return s.moves
}

// movesNear is [FindMove] for what follows soon enough to belong to what was read. A text is searched in long pieces, and
// not again for each of many short lines.
func (f *gameParser) movesNear() string {
	const far = 16 * nearby
	s, end := &f.nearSearch, min(len(f.text), f.at+nearby)
	if f.at < s.from || f.at > s.found || end > s.to {
		*s = search(f.text, f.at, min(len(f.text), f.at+far))
	}
	if s.found >= end {
		return ""
	}
	return s.moves
}

// searched is a part of a text in which a move was looked for.
type searched struct {
	from, to int
	found    int    // where the first one is, to if there is none
	moves    string // as [FindMove] returns it
}

// search looks for a move in a part of a text.
func search(text string, from, to int) searched {
	s := searched{from: from, to: to, found: to, moves: FindMove(text[from:to])}
	for range utf8.RuneCountInString(s.moves) { // which may have other signs than the text, but as many
		_, size := utf8.DecodeLastRuneInString(text[from:s.found])
		s.found -= size
	}
	return s
}

// movesFollow reports whether anything like a move stands in the text from a place on. Who asks stops reading where
// one does. Where none does it is found out once, however many passages follow.
func (f *gameParser) movesFollow(at int) bool {
	if f.noMovesFrom > 0 && at >= f.noMovesFrom {
		return false
	}
	if FindMove(f.text[at:]) != "" {
		return true
	}
	f.noMovesFrom = at
	return false
}

// nearby is how many bytes behind a place belong to what was read there.
const nearby = 4096

// endsLine reports whether nothing but blanks follows on the line.
func (f *gameParser) endsLine() bool {
	line, _, _ := strings.Cut(f.text[f.at:min(len(f.text), f.at+nearby)], "\n")
	return strings.TrimSpace(line) == ""
}
