package gamefile

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// follower follows the moves of a text on the board.
type follower struct {
	scanner
	// parse reads one move.
	parse parser
	count budget
	// result is what the text says after the moves, Unknown if nothing.
	result Result
	// err is the first fault.
	err *Error
}

// budget counts the moves of a game; it may have MaxMoves.
type budget int

func (b *budget) spend() bool { *b++; return *b <= MaxMoves }

// parser reads one move in a position. Its errors are those of package notation.
type parser func(p *board.Position, text string) (board.Move, error)

// conventions are the ways to read moves, the likeliest first. The first reads nearly everything; the others are for
// texts whose signs mean something else.
func conventions() [4]parser {
	as := func(s notation.Style) parser {
		return func(p *board.Position, text string) (board.Move, error) { return notation.ParseAs(p, text, s) }
	}
	return [...]parser{notation.Parse, as(notation.Vietnamese), as(notation.UCI10), parseSAN}
}

// follow reads the moves of a game from where the scanner stands. One text keeps to one convention: that which comes farthest, and of
// equals the likeliest.
func follow(s scanner, start board.Position) (Line, *follower) {
	var best Line
	var by *follower
	for _, parse := range conventions() {
		f := &follower{scanner: s, parse: parse}
		line := f.line(start, 0, 0)
		if by == nil || len(line.Moves) > len(best.Moves) {
			best, by = line, f
		}
		if by.err == nil && len(best.Moves) > 0 {
			break
		}
	}
	return best, by
}

// line reads moves from p on, before which stand ply others, up to the end of the game or of the variation.
func (f *follower) line(p board.Position, ply, depth int) Line {
	var l Line
	before := p // where the last move was made
	for {
		t := f.next()
		switch t.kind {
		case theEnd:
			if depth > 0 {
				f.fault(&Error{Problem: Unclosed, Line: t.line, Text: "("})
			}
			return l
		case aTag: // the next game
			f.at = t.at
			return l
		case closeParen:
			if depth > 0 {
				return l
			}
		case aComment:
			if !t.closed {
				f.fault(&Error{Problem: Unclosed, Line: t.line, Text: cut(t.text, notation.MaxText)})
			}
			f.comment(&l, t)
		case openParen:
			f.parenthesis(&l, t, before, ply, depth)
		case aWord:
			if depth == 0 {
				if r, ok := resultOf(t.text); ok {
					f.result = r
					return l
				}
			}
			if mark, ok := marksIn(t.text); ok {
				l.addMark(mark)
			} else if !isNumber(t.text) && !f.word(&l, t, &p, &before, ply, depth) {
				return l
			}
		}
	}
}

// word makes the move that a word names, or the moves, in p. It tells false where the line ends because the word is none.
func (f *follower) word(l *Line, t token, p, before *board.Position, ply, depth int) bool {
	text, signs := marked(t.text)
	m, err := f.parse(p, text)
	moves := []board.Move{m}
	if err != nil {
		moves = f.unglue(p, text)
	} else if !f.count.spend() {
		moves = nil
	}
	for _, m := range moves {
		*before = *p
		p.Make(m)
		l.Moves = append(l.Moves, m)
	}
	if len(moves) > 0 {
		if mark, ok := marksIn(signs); ok {
			l.addMark(mark)
		}
		return true
	}
	if depth == 0 && isProse(t.text, err) {
		ahead := f.scanner
		prose := ahead.rest(t.at)
		if advert := isAdvert(prose); advert || t.first {
			f.scanner = ahead
			if !advert {
				t.text = prose
				f.comment(l, t)
			}
			return true
		}
	}
	fault := atMove(p, ply+len(l.Moves), depth > 0)
	fault.Line, fault.Text, fault.Problem, fault.Cause = t.line, cut(t.text, notation.MaxText), BadMove, err
	if err == nil {
		fault.Problem = TooManyMoves
	}
	f.fault(fault)
	if depth > 0 {
		f.leave()
	}
	return false
}

// atMove returns an error that tells of the move that is to be made in p, before which stand ply others.
func atMove(p *board.Position, ply int, inVariation bool) *Error {
	return &Error{Ply: ply + 1, Number: p.MoveNumber(), Side: p.SideToMove(), InVariation: inVariation, Before: *p}
}

func (f *follower) fault(e *Error) {
	if f.err == nil {
		f.err = e
	}
}

// comment adds a text at the end of a line.
func (f *follower) comment(l *Line, t token) {
	if !l.addComment(len(l.Moves), t.text) {
		f.fault(&Error{Problem: TooLong, Line: t.line, Text: cut(t.text, notation.MaxText)})
	}
}

// addComment adds a text to what is said before a move and tells whether all of it is kept.
func (l *Line) addComment(at int, text string) bool {
	text = tidy(text)
	if text == "" {
		return true
	}
	if l.Comments == nil {
		l.Comments = make(map[int]string)
	}
	if said := l.Comments[at]; said != "" {
		room := MaxComment - len(said) - 1
		if room < utf8.UTFMax { // full: a file of a million comments must not copy this one a million times
			return false
		}
		text = said + "\n" + text
	}
	l.Comments[at] = strings.TrimSpace(cut(text, MaxComment))
	return len(text) <= MaxComment
}

// parenthesis reads what stands in one: a variation, if it begins with a number or with what notation knows as a move, legal or not, else a comment.
func (f *follower) parenthesis(l *Line, t token, before board.Position, ply, depth int) {
	ahead := f.scanner
	first := ahead.next()
	for first.kind == aComment {
		first = ahead.next()
	}
	variation := first.kind == aWord && len(l.Moves) > 0
	if variation && !isNumber(first.text) {
		_, err := f.parse(&before, first.text)
		var syntax *notation.SyntaxError
		variation = !errors.As(err, &syntax)
	}
	switch {
	case !variation:
		t.text, t.closed = f.inParens()
		if r, ok := resultOf(strings.TrimSpace(t.text)); ok && depth == 0 && r != Unknown {
			f.result = r
			return
		}
		if !t.closed {
			f.fault(&Error{Problem: Unclosed, Line: t.line, Text: "("})
		}
		f.comment(l, t)
	case depth == MaxDepth:
		f.fault(&Error{Problem: TooDeep, Line: t.line, Text: cut(first.text, notation.MaxText)})
		f.leave()
	default:
		at := len(l.Moves) - 1
		if v := f.line(before, ply+at, depth+1); len(v.Moves) > 0 {
			l.Variations = append(l.Variations, Variation{Ply: at, Line: v})
		}
	}
}

// leave skips the rest of a variation.
func (f *follower) leave() {
	for depth := 1; depth > 0; {
		switch t := f.next(); t.kind {
		case openParen:
			depth++
		case closeParen:
			depth--
		case theEnd:
			return
		case aTag:
			f.at = t.at
			return
		case aWord, aComment:
		}
	}
}

// games counts the games that begin behind the place where the scanner stands.
func (s *scanner) games() int {
	n, inTags := 0, false
	for {
		switch s.next().kind {
		case theEnd:
			return n
		case aTag:
			if !inTags {
				n++
			}
			inTags = true
		default:
			inTags = false
		}
	}
}

// isNumber tells a word that stands beside moves and is none: a number, dots in place of Red's move, a mark like $1 or !?.
func isNumber(word string) bool {
	const digits, dots = "0123456789０１２３４５６７８９", ".．。…·:："
	if r, _ := utf8.DecodeRuneInString(word); 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || unicode.Is(unicode.Han, r) {
		return false // most are
	}
	if strings.HasPrefix(word, "$") {
		return true
	}
	return strings.Trim(strings.TrimLeft(word, digits), dots) == "" || strings.Trim(word, dots+"-－—–_") == "" || strings.Trim(word, "!?！？+-=±∓⩲⩱□") == ""
}

// unglue reads Chinese moves of four characters each that stand together without blanks, 炮二平五马8进7. If one cannot be read, all are not.
func (f *follower) unglue(p *board.Position, word string) []board.Move {
	word = withoutNumber(word)
	if n := utf8.RuneCountInString(word); n < 8 || n%4 != 0 || n > 4*MaxMoves {
		return nil
	}
	now, count := *p, f.count
	var moves []board.Move
	for word != "" {
		n := 0
		for range 4 {
			_, size := utf8.DecodeRuneInString(word[n:])
			n += size
		}
		m, err := f.parse(&now, word[:n])
		if err != nil || !f.count.spend() {
			f.count = count
			return nil
		}
		now.Make(m)
		moves = append(moves, m)
		word = word[n:]
	}
	return moves
}

// withoutNumber drops a move number in front.
func withoutNumber(word string) string {
	return strings.TrimLeft(word, "0123456789０１２３４５６７８９.．…:：")
}

// isProse tells that a word, which could not be read, does not look like a misspelt move either.
func isProse(word string, err error) bool {
	var syntax *notation.SyntaxError
	return errors.As(err, &syntax) && !isShaped(word)
}

// isShaped tells whether a word has the outline of a move: piece, something, direction, something; or a few letters and digits.
func isShaped(word string) bool {
	if word = withoutNumber(word); word == "" {
		return false
	}
	r := []rune(cut(word, notation.MaxText))
	if r[0] < utf8.RuneSelf {
		return len(r) <= 7 && strings.ContainsAny(word, "0123456789")
	}
	return 4 <= len(r) && len(r) <= 6 && strings.ContainsRune("帅帥将將仕士相象马馬傌车車俥炮砲包兵卒前中后後一二三四五", r[0]) &&
		strings.ContainsRune("进進退平上下", r[len(r)-2])
}

// isAdvert tells a line that leads elsewhere and says nothing about the game.
func isAdvert(line string) bool {
	return strings.Contains(line, "http") || strings.Contains(line, "www.")
}
