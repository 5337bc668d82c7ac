package paste

import (
	"slices"
	"strings"

	"xiangqibot/engine/gamefile"
)

// bracketed reads the number of a round or the name of a side in brackets. A number is that of a round where there are
// such from the first move on, or where it is the first that a line begins with; others are seconds, or notes. It is
// not ok where something else is in the brackets, and goesOn is false where the line ends with what is there.
func (f *gameParser) bracketed(c *lineState, t Token) (goesOn, ok bool) {
	p, after, sole := f.soleInBrackets(t)
	switch {
	case !sole || !f.pasted:
	case p.kind == sideSegment && p.side == c.now.SideToMove():
		f.Scanner = after
		return true, true
	case p.kind == numberSegment && c.depth == 0 && (f.enclosed || !c.known && (len(c.Moves) == 0 || t.first)):
		f.Scanner, f.enclosed = after, true
		return f.checkNumber(c, p.n, false) || f.wrongNumber(c, t, p), true
	}
	return false, false
}

// parenthesis reads what is in one: a variation, if it begins with a number or with what notation knows as a move, legal
// or not, else a comment.
func (f *gameParser) parenthesis(c *lineState, t Token) {
	first := f.firstWord()
	switch {
	case !f.opensVariation(c, first):
		t.Text, t.closed = f.inParens()
		if r, ok := parseResult(strings.TrimSpace(t.Text)); ok && c.depth == 0 && r != gamefile.Unknown {
			f.result = r
			return
		}
		if !t.closed {
			f.Report(gamefile.NewError(gamefile.Unclosed, t.Line, "("))
		}
		f.addComment(&c.Line, t)
	case c.depth == gamefile.MaxDepth:
		f.Report(gamefile.NewError(gamefile.TooDeep, t.Line, first.Text))
		f.skipVariation()
	default:
		f.parseVariation(c)
	}
}

// firstWord returns the next token that is no comment.
func (f *gameParser) firstWord() Token {
	ahead := f.Scanner
	for {
		if t := ahead.Next(); t.Kind != Comment {
			return t
		}
	}
}

// opensVariation reports whether a variation begins with a word.
func (f *gameParser) opensVariation(c *lineState, first Token) bool {
	if first.Kind != Word || len(c.Moves) == 0 {
		return false
	}
	all := segments(first.Text)
	switch {
	case len(all) == 0 || all[0].kind == proseSegment || all[0].kind == sideSegment:
		return false
	case all[0].kind == moveSegment:
		text, _ := splitNAG(all[0].text)
		_, err := f.parse(&c.before, text)
		return !isSyntax(err) && !slices.ContainsFunc(all, func(p segment) bool { return p.kind == proseSegment }) // （炮八平五亦可）
	}
	return true
}

// parseVariation reads a variation that replaces the last move.
func (f *gameParser) parseVariation(c *lineState) {
	at, depth := len(c.Moves)-1, c.depth+1
	v := &lineState{start: c.before, now: c.before, before: c.before, ply: c.ply + at, depth: depth}
	v.turnChecker = turnChecker{firstSide: c.before.SideToMove(), everyMove: f.everyMove, lenient: true}
	if f.parseLine(v); len(v.Moves) > 0 {
		c.Variations = append(c.Variations, gamefile.Variation{Ply: at, Line: v.Line})
	}
}

// soleInBrackets reads a segment alone in brackets, which begin with a token: (1), 【红】.
func (s *Scanner) soleInBrackets(t Token) (p segment, after Scanner, ok bool) {
	after = *s
	switch t.Kind {
	case OpenParen:
		if t = after.Next(); t.Kind != Word || after.Next().Kind != CloseParen {
			return p, after, false
		}
	case Comment:
		if s.text[t.At] == '{' {
			return p, after, false
		}
	default:
		return p, after, false
	}
	if all := segments(strings.TrimSpace(t.Text)); len(all) == 1 {
		return all[0], after, true
	}
	return p, after, false
}

// skipVariation skips the rest of a variation.
func (f *gameParser) skipVariation() {
	for depth := 1; depth > 0; {
		switch t := f.Next(); t.Kind {
		case OpenParen:
			depth++
		case CloseParen:
			depth--
		case TagPair:
			f.at = t.At
			return
		case EndOfText:
			return
		case Word, Comment:
		}
	}
}
