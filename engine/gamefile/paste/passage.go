package paste

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// passage is a word among moves, and what is known about the words from it on.
type passage struct {
	f *gameParser
	c *lineState
	t Token

	// Of a word.
	result     gamefile.Result
	nag        gamefile.NAG
	isPosition bool   // a position begins with it
	said       string // the part that is a comment

	// Of a word that is no move.
	words string  // up to the end of the line
	moves string  // from the first move among these on, "" if there is none
	next  Scanner // after the comment
}

// isInGame reports whether the word follows a move of the game itself.
func (p *passage) isInGame() bool { return p.c.depth == 0 && len(p.c.Moves) > 0 }

// isResult reads a result of one word.
func (p *passage) isResult() (ok bool) {
	if p.c.depth > 0 || p.isBullet() {
		return false
	}
	p.result, ok = parseResult(p.t.Text)
	return ok
}

// isBullet recognizes an asterisk that begins a line of a list and is not the result.
func (p *passage) isBullet() bool {
	if !p.f.in.pasted || p.t.Text != "*" || !p.t.first {
		return false
	}
	ahead := p.f.in
	next := ahead.Next()
	return next.Kind != EndOfText && !next.first
}

// line returns the rest of the line from the word on, "" if it is longer than so many bytes.
func (p *passage) line(longest int) string {
	line, _, ended := strings.Cut(p.f.in.near(p.t.At, longest), "\n")
	if !ended && p.t.At+longest < len(p.f.in.text) {
		return ""
	}
	return line
}

// endsWithResult reads a result of several words with which a line ends: 1 - 0, Black resigns, 红方 胜, 结果: 红胜.
func (p *passage) endsWithResult() (ok bool) {
	const longest = 48 // bytes
	if !p.isInGame() {
		return false
	}
	if p.result, ok = parseResult(p.line(longest)); ok {
		p.f.in.rest(p.t.At)
	}
	return ok
}

// isHeader reports whether a word begins a line that says who played, or the like.
func (f *gameParser) isHeader(t Token) bool {
	if !f.in.pasted || !t.first {
		return false
	}
	line, _, _ := strings.Cut(f.in.near(t.At, nearby), "\n")
	return isHeader(line)
}

func (p *passage) isNAG() (ok bool) {
	p.nag, ok = gamefile.ParseNAG(p.t.Text)
	return ok
}

// isSamePosition recognizes a diagram of the position on the board.
func (p *passage) isSamePosition() bool {
	if !p.f.in.pasted || p.c.depth > 0 || !p.t.first || !IsFEN(p.t.Text) {
		return false
	}
	position, err := board.ParseFEN(takeFEN(&p.f.in, p.t.Text))
	p.isPosition = err == nil
	return p.isPosition && position.Placement() == p.c.now.Placement()
}

// maxSearches is how many passages of words between the moves of a game are looked through. What follows so many is no
// record of a game, and its reading would take ever longer.
const maxSearches = 100_000

// search finds out what the words up to the end of the line are. It returns false where too many were searched.
func (p *passage) search() bool {
	if p.f.searches >= maxSearches {
		return false
	}
	p.f.searches++
	p.next = p.f.in
	p.words = p.next.rest(p.t.At)
	p.moves = p.f.movesIn(p.t.At, p.next.at)
	return true
}

// isInterjection recognizes words within a line that the number of the move follows that is due, or dots where Black's
// is due, with no move among them: 2. H2+3 R9=8 and now 3. R1=2.
func (p *passage) isInterjection() bool {
	if p.t.first || !p.c.known {
		return false
	}
	words := p.f.in.text[p.t.At:p.f.in.at]
	for ahead := p.f.in; ; {
		before := ahead
		next := ahead.Next()
		if next.Kind != Word || next.first {
			return false
		}
		switch fits, isNumber := p.isDue(next.Text); {
		case !isNumber:
			words = p.f.in.text[p.t.At:ahead.at]
			continue
		case !fits, !isPlainProse(words) || FindMove(words) != "", isHypothetical(words) && !isSentence(words):
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
		isDots := mover == board.Black && isPunctuation(word) && ellipsisAt(word) > 0
		return isDots, isDots
	}
}

// score is how a remark may end.
var score = regexp.MustCompile(`(?:^|\s)[0-9½][0-9/½]*\s*[-:：]\s*[0-9/½]+\s*$`)

// isRemark recognizes words up to the end of the line that are a comment and no damaged move.
func (p *passage) isRemark() bool {
	switch {
	case p.moves != "" && !p.t.first: // nothing says that these are not the game's
		return false
	case p.moves == "" && (p.isShortAfterNumber() || p.isLastFragment() || p.holdsNextNumber()):
		return false
	case p.t.first || isLink(p.words):
		return true
	}
	return isPlainProse(p.words) && (p.isMarked() || p.f.nextMove(p.next.at) == len(p.f.in.text))
}

// isMarked recognizes words that Chinese characters or the signs of programs mark as a remark.
func (p *passage) isMarked() bool {
	return p.t.Text[0] >= utf8.RuneSelf || p.t.Text[0] == '#' || strings.HasPrefix(p.t.Text, "//")
}

// isShortAfterNumber recognizes a word or two right after the number of a round: more likely what became of a move.
func (p *passage) isShortAfterNumber() bool {
	most := 12 // characters
	if strings.ContainsFunc(p.words, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		most = 5
	}
	return p.c.counted && utf8.RuneCountInString(p.words) <= most && len(strings.Fields(p.words)) <= 2 && !endingPhrase.MatchString(p.words)
}

// isLastFragment recognizes what is left of a move where the text ends.
func (p *passage) isLastFragment() bool {
	return isMoveFragment(strings.Fields(p.words)) && strings.TrimSpace(p.f.in.near(p.next.at, nearby)) == ""
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
