package gamefile

import (
	"slices"
	"strings"

	"xiangqibot/engine/notation"
)

// isEnclosed reports whether a number in brackets is that of a round: there are such from the first move
// on, or it is the first that a line begins with. Others are seconds, or notes.
func (f *follower) isEnclosed(c *course, first bool) bool {
	return f.pasted && c.depth == 0 && (f.enclosed || !c.known && (len(c.Moves) == 0 || first))
}

// parenthesis reads what is in one: the number of a round, a variation, if it begins with a number or with what
// notation knows as a move, legal or not, else a comment. It tells false where the line ends with it.
func (f *follower) parenthesis(c *course, t token) bool {
	if p, behind, ok := f.soleInParens(); ok && f.pasted {
		switch {
		case p.kind == aSide && p.side == c.now.SideToMove():
			f.scanner = behind
			return true
		case p.kind == aNumber && f.isEnclosed(c, t.first):
			f.scanner, f.enclosed = behind, true
			return f.number(c, p.n, false) || f.wrongNumber(c, t, p)
		}
	}
	ahead := f.scanner
	first := ahead.next()
	for first.kind == aComment {
		first = ahead.next()
	}
	variation := first.kind == aWord && len(c.Moves) > 0
	if variation {
		switch all := parts(first.text); {
		case len(all) == 0 || all[0].kind == prose || all[0].kind == aSide:
			variation = false
		case all[0].kind == aMove:
			text, _ := marked(all[0].text)
			_, err := f.parse(&c.before, text)
			variation = !isSyntax(err) && !slices.ContainsFunc(all, func(p part) bool { return p.kind == prose }) // （炮八平五亦可）
		}
	}
	switch {
	case !variation:
		t.text, t.closed = f.inParens()
		if r, ok := resultOf(strings.TrimSpace(t.text)); ok && c.depth == 0 && r != Unknown {
			f.result = r
			return true
		}
		if !t.closed {
			f.fault(&Error{Problem: Unclosed, Line: t.line, Text: "("})
		}
		f.comment(&c.Line, t)
	case c.depth == MaxDepth:
		f.fault(&Error{Problem: TooDeep, Line: t.line, Text: cut(first.text, notation.MaxText)})
		f.leave()
	default:
		at, depth := len(c.Moves)-1, c.depth+1
		if f.spare[depth] == nil {
			f.spare[depth] = new(course)
		}
		v := f.spare[depth]
		*v = course{from: c.before, now: c.before, before: c.before, ply: c.ply + at, depth: depth}
		v.turns = turns{first: c.before.SideToMove(), everyMove: f.everyMove, lenient: true}
		if f.line(v); len(v.Moves) > 0 {
			c.Variations = append(c.Variations, Variation{Ply: at, Line: v.Line})
		}
	}
	return true
}

// soleInParens reads the number of a round or the name of a side in parentheses, of which the first was read: (1).
func (s *scanner) soleInParens() (p part, behind scanner, ok bool) {
	behind = *s
	word := behind.next()
	if word.kind != aWord || behind.next().kind != closeParen {
		return p, behind, false
	}
	all := parts(word.text)
	if len(all) != 1 || all[0].kind != aNumber && all[0].kind != aSide {
		return p, behind, false
	}
	return all[0], behind, true
}

// leave skips the rest of a variation and returns how many moves there are in it.
func (f *follower) leave() (moves int) {
	for depth := 1; depth > 0; {
		switch t := f.next(); t.kind {
		case openParen:
			depth++
		case closeParen:
			depth--
		case theEnd:
			return moves
		case aTag:
			f.at = t.at
			return moves
		case aWord:
			for _, p := range parts(t.text) {
				if p.kind == aMove && !isFiller(p.text) && p.text[0] != '$' {
					moves++
				}
			}
		case aComment:
		}
	}
	return moves
}
