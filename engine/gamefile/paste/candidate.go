package paste

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// passage is a word among moves, and what is known about the words from it on.
type passage struct {
	f        *gameParser
	c        *lineState
	t        Token
	numbered bool // a number is right before it

	// Of a word that is no move: the part of it that cannot be read, and why not.
	text string
	err  error

	// What the rules find out.
	result gamefile.Result
	nag    gamefile.NAG
	said   string  // the part that is a comment
	words  string  // up to the end of the line
	moves  string  // from the first move among these on, "" if there is none
	next   Scanner // after the candidate
	// isPosition is whether a position begins with the word.
	isPosition bool
}

// wordRules are what a word may be.
var wordRules = ranked(
	rule{gameEnd, resultAlone, (*passage).isResult},
	rule{gameEnd, resultOnLine, (*passage).endsWithResult},
	rule{gameEnd, scoreOnLine, (*passage).endsWithScore},
	rule{header, labeledLine, func(p *passage) bool { return p.isInGame() && p.f.isHeader(p.t) }},
	rule{annotation, knownSymbol, (*passage).isNAG},
	rule{signs, unknownSymbol, func(p *passage) bool { return strings.HasPrefix(p.t.Text, "$") }},
	rule{lostMove, lostCharacters, func(p *passage) bool { return p.numbered && isLostText(p.t.Text) }},
	rule{remark, clockTime, func(p *passage) bool { return !p.numbered && len(p.c.Moves) > 0 && isClockOrEvaluation(p.t.Text) }},
	rule{dots, dotsAfterMove, func(p *passage) bool {
		return p.numbered && IsPunctuation(p.t.Text) && ellipsisAt(p.t.Text) > 0
	}},
	rule{signs, noLetters, func(p *passage) bool { return IsPunctuation(p.t.Text) }},
	rule{diagram, samePosition, (*passage).isSamePosition},
	rule{nextGame, otherPosition, (*passage).isOtherPosition},
	rule{moveText, byDefault, func(*passage) bool { return true }},
)

// passageRules are what words may be of which the first is no move.
var passageRules = ranked(
	rule{damaged, legalNotation, func(p *passage) bool { return !isSyntax(p.err) }},
	rule{damaged, inVariation, func(p *passage) bool { return p.c.depth > 0 }},
	rule{damaged, misspelt, func(p *passage) bool { return resemblesMove(p.text) }},
	rule{damaged, tooManyWords, (*passage).isBeyondSearch},
	rule{interjection, numberFollows, (*passage).isInterjection},
	rule{damaged, movesOnLine, func(p *passage) bool { return p.moves != "" && !p.t.first }},
	rule{damaged, afterNumber, func(p *passage) bool { return p.moves == "" && p.isShortAfterNumber() }},
	rule{damaged, lastFragment, func(p *passage) bool { return p.moves == "" && p.isLastFragment() }},
	rule{damaged, numberWithin, func(p *passage) bool { return p.moves == "" && p.holdsNextNumber() }},
	rule{remark, lineOfItsOwn, func(p *passage) bool { return p.t.first }},
	rule{remark, link, func(p *passage) bool { return isLink(p.words) }},
	rule{remark, markedAsRemark, func(p *passage) bool { return p.isMarked() && isPlainProse(p.words) }},
	rule{remark, lastWords, func(p *passage) bool { return isPlainProse(p.words) && !p.f.movesFollow(p.next.at) }},
	rule{damaged, byDefault, func(*passage) bool { return true }},
)

// isInGame reports whether the word follows a move of the game itself.
func (p *passage) isInGame() bool { return p.c.depth == 0 && len(p.c.Moves) > 0 }

// isResult reads a result of one word.
func (p *passage) isResult() (ok bool) {
	if p.c.depth > 0 || p.isBullet() {
		return false
	}
	p.result, ok = ParseResult(p.t.Text)
	return ok
}

// isBullet recognizes an asterisk that begins a line of a list and is not the result.
func (p *passage) isBullet() bool {
	if !p.f.pasted || p.t.Text != "*" || !p.t.first {
		return false
	}
	ahead := p.f.Scanner
	next := ahead.Next()
	return next.Kind != EndOfText && !next.first
}

// line returns the rest of the line from the word on, "" if it is longer than so many bytes.
func (p *passage) line(longest int) string {
	line, _, ended := strings.Cut(p.f.text[p.t.At:min(len(p.f.text), p.t.At+longest)], "\n")
	if !ended && p.t.At+longest < len(p.f.text) {
		return ""
	}
	return line
}

// endsWithResult reads a result of several words with which a line ends: 1 - 0, Black resigns, 红方 胜, 结果: 红胜.
func (p *passage) endsWithResult() (ok bool) {
	const longest = 48 // bytes
	if r, _ := utf8.DecodeRuneInString(p.t.Text); !p.isInGame() || !strings.ContainsRune("012½红紅黑双雙结結RrBbĐđ", r) {
		return false // most
	}
	if p.result, ok = ParseResult(p.line(longest)); ok {
		p.f.rest(p.t.At)
	}
	return ok
}

// endsWithScore reads the score at the end of a line that says how the game ended: resigns 1-0, Black lost on time 1-0.
// What is said is a comment. A line that says anything else, or contradicts its score, is something else.
func (p *passage) endsWithScore() bool {
	const longest = 96 // bytes
	if !p.isInGame() || len(p.t.Text) > longest || endingWordOf(p.t.Text) == 0 {
		return false // most
	}
	fields := strings.Fields(p.line(longest))
	score, r := scoreAfterWords(fields)
	if r == gamefile.Unknown {
		return false
	}
	said := fields[:score]
	if before := strings.Fields(p.f.text[max(0, p.t.At-longest):p.t.At]); !p.t.first && len(before) > 0 { // Red: resigns 0-1
		said = append(before[len(before)-1:], said...)
	}
	if !agree(said, r) {
		return false
	}
	p.f.rest(p.t.At)
	p.result = r
	if text := strings.Join(fields[:score], " "); !isResultText(text) {
		p.said = text
	}
	return true
}

// isHeader reports whether a word begins a line that says who played, or the like.
func (f *gameParser) isHeader(t Token) bool {
	if !f.pasted || !t.first {
		return false
	}
	line, _, _ := strings.Cut(f.text[t.At:min(len(f.text), t.At+nearby)], "\n")
	return isHeader(line)
}

func (p *passage) isNAG() (ok bool) {
	p.nag, ok = gamefile.ParseNAG(p.t.Text)
	return ok
}

// isSamePosition recognizes a diagram of the position on the board.
func (p *passage) isSamePosition() bool {
	if !p.f.pasted || p.c.depth > 0 || !p.t.first || !IsFEN(p.t.Text) {
		return false
	}
	position, err := board.ParseFEN(p.f.fen(p.t.Text))
	p.isPosition = err == nil
	return p.isPosition && position.Placement() == p.c.now.Placement()
}

// isOtherPosition recognizes a position that is not on the board.
func (p *passage) isOtherPosition() bool { return p.isPosition }

// isBeyondSearch counts the words that are looked through for moves, and finds out what these are.
func (p *passage) isBeyondSearch() bool {
	if p.f.searches >= maxSearches {
		return true
	}
	p.f.searches++
	p.next = p.f.Scanner
	p.words = p.next.rest(p.t.At)
	p.moves = p.f.movesIn(p.t.At, p.next.at)
	return false
}

// isInterjection recognizes words within a line that the number of the move follows that is due, or dots where Black's
// is due, with no move among them: 2. H2+3 R9=8 and now 3. R1=2.
func (p *passage) isInterjection() bool {
	if p.t.first || !p.c.known {
		return false
	}
	words := p.f.text[p.t.At:p.f.at]
	for ahead := p.f.Scanner; ; {
		before := ahead
		next := ahead.Next()
		if next.Kind != Word || next.first {
			return false
		}
		switch fits, isNumber := p.isDue(next.Text); {
		case !isNumber:
			words = p.f.text[p.t.At:ahead.at]
			continue
		case !fits, !isPlainProse(words) || FindMove(words) != "", isHypothetical(withoutDiagrams(words)) && !isSentence(words):
			return false
		}
		p.said, p.next = words, before
		return true
	}
}

// isDue reports whether a word begins with a number, or dots for one, and whether it is that of the move that is due.
func (p *passage) isDue(word string) (fits, isNumber bool) {
	all := segments(word)
	switch mover := p.c.now.SideToMove(); {
	case len(all) == 0:
		return false, false
	case all[0].kind == numberSegment:
		due := p.c.turnChecker
		return due.number(all[0].n, len(p.c.Moves), mover, len(all) > 1 && all[1].kind == dotsSegment), true
	default:
		isDots := mover == board.Black && IsPunctuation(word) && ellipsisAt(word) > 0
		return isDots, isDots
	}
}

// isMarked recognizes words that Chinese characters or the signs of programs mark as a remark.
func (p *passage) isMarked() bool {
	return p.t.Text[0] >= utf8.RuneSelf || p.t.Text[0] == '#' || strings.HasPrefix(p.t.Text, "//")
}

// isShortAfterNumber recognizes a word or two right after the number of a round: more likely what became of a move.
func (p *passage) isShortAfterNumber() bool {
	return p.c.counted && isMoveLength(p.words) && len(strings.Fields(p.words)) <= 2 && !endingPhrase.MatchString(p.words)
}

// isLastFragment recognizes what is left of a move where the text ends.
func (p *passage) isLastFragment() bool {
	text, end := p.f.text, p.next.at
	return isMoveFragment(strings.Fields(p.words)) && strings.TrimSpace(text[end:min(len(text), end+nearby)]) == ""
}

// holdsNextNumber recognizes words before the number of the next round.
func (p *passage) holdsNextNumber() bool {
	fields := strings.Fields(p.words)
	return p.c.known && len(fields) > 2 && slices.ContainsFunc(fields[1:len(fields)-1], func(word string) bool {
		n, ok := onlyMoveNumber(word)
		due := p.c.now.MoveNumber()
		return ok && strings.TrimRight(word, numberEnd) != word && (n == due || n == due+1)
	})
}

// endingPhrase is what people say of the end of a game.
var endingPhrase = regexp.MustCompile(`(?i)resign|mate|draw|win|won|los[et]|time|forfeit|thua|thắng|hòa|hoà|bỏ|` +
	`[胜勝负負和输輸认認降赢贏杀殺超时時断斷弃棄投终終完略]`)

// withoutDiagrams drops the words "as in the diagram", which begin like an if.
func withoutDiagrams(words string) string { return strings.ReplaceAll(words, "如图", "") }

func isSyntax(err error) bool {
	var syntax *notation.SyntaxError
	return errors.As(err, &syntax)
}

// IsPunctuation recognizes a word without letters and digits: it is found beside moves, or in place of one.
func IsPunctuation(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// isLostText recognizes what a program leaves of a move whose characters it does not have: ????, □□□□, 锟斤拷8锟斤拷7.
func isLostText(word string) bool {
	return strings.Contains(word, "锟斤拷") || utf8.RuneCountInString(word) > 2 && strings.Trim(word, "?？\uFFFD□■▯") == ""
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

// isPlainProse recognizes words of which none looks like a misspelt move.
func isPlainProse(words string) bool {
	fields := strings.Fields(words)
	return !slices.ContainsFunc(fields, resemblesMove) && !holdsSpokenMove(fields)
}

// isSentence recognizes words that end like a sentence: what follows does not go on with them.
func isSentence(words string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(words, unicode.IsSpace))
	return strings.ContainsRune("。！？!?", last)
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

// isSoleDigit recognizes one digit, perhaps with signs after it.
func isSoleDigit(word string) bool {
	r, size := utf8.DecodeRuneInString(word)
	return size > 0 && isDigitRune(r) && IsPunctuation(word[size:])
}

// clockOrEvaluation is what some write after a move without any brackets: the time it took, or what an engine thinks of it.
var clockOrEvaluation = regexp.MustCompile(`^(?:\d{1,3}[:：]\d\d(?:[:：]\d\d)?(?:\.\d+)?|(?:\d{1,3}(?:小时|小時|时|時|h))?(?:\d{1,3}(?:分钟|分鐘|分|m|min))?\d{1,4}(?:\.\d+)?(?:秒|s|sec|'|"|″|′)|\d{1,3}(?:分钟|分鐘|分|min)|[+−-]\d{1,3}\.\d{1,3}|[+−-]?\d{1,3}\.\d{1,3}/\d{1,3})$`)

// isClockOrEvaluation recognizes such a word.
func isClockOrEvaluation(word string) bool {
	const far = 24 // bytes
	return len(word) <= far && clockOrEvaluation.MatchString(word)
}

// isLink recognizes a line that leads elsewhere and says nothing about the game.
func isLink(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}

// isMoveLength recognizes words that are hardly longer than a move.
func isMoveLength(words string) bool {
	n := utf8.RuneCountInString(words)
	return n <= 5 || n <= 12 && !strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Han, r) })
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

// isRemark recognizes a word that is the name of a piece, or of its place, and a usual remark as well: 将, 中炮.
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

// movesFollow reports whether anything like a move is in the text from a place on. Who asks stops reading where
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

// nearby is how many bytes after a place belong to what was read there.
const nearby = 4096

// endsLine reports whether nothing but blanks follows on the line.
func (f *gameParser) endsLine() bool {
	line, _, _ := strings.Cut(f.text[f.at:min(len(f.text), f.at+nearby)], "\n")
	return strings.TrimSpace(line) == ""
}
