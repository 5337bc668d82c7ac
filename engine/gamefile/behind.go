package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// games returns where the games begin that are behind the place where the scanner is: with their tags.
func (s *scanner) games() (starts []int) {
	inTags := false
	for {
		switch t := s.next(); t.kind {
		case theEnd:
			return starts
		case aTag:
			if !inTags {
				starts = append(starts, t.at)
			}
			inTags = true
		default:
			inTags = false
		}
	}
}

// behind looks through what is behind the end of the game, up to the tags of another one. In a list it counts the
// games that follow. Moves that belong to none, misspelt or not, are a fault: the game may have ended too early.
func (f *follower) behind() {
	from := f.at // where the last thing of a game ends; the title of the next one is behind it
	if !f.ended {
		from = f.moved
	}
	counted := false // the game that begins with the next number 1
	closed := true   // no parenthesis without an end was met
	for {
		t := f.next()
		switch t.kind {
		case theEnd:
			return
		case aTag:
			f.at = t.at
			return
		case openParen:
			ahead := f.scanner
			var text string
			if closed {
				text, closed = ahead.inParens()
			}
			if closed && !strings.Contains(text, "[") {
				f.scanner = ahead
			}
		case closeParen:
		case aComment:
			if moves := findMove(t.text); moves != "" && (t.toEnd || !t.closed) && len(f.starts) == 0 {
				f.fault(&Error{Problem: Unread, Line: t.line, Text: cut(moves, notation.MaxText)})
			}
		case aWord:
			if len(f.starts) == 0 && f.head(t) {
				continue
			}
			if f.pasted && t.first && isFEN(t.text) {
				f.fen(t.text)
				f.starts = append(f.starts, from)
				from, counted = f.at, true
				continue
			}
			if _, ok := resultOf(t.text); ok {
				from = f.at
			}
			for _, p := range parts(t.text) {
				switch {
				case f.pasted && p.kind == aNumber && p.n == 1 && (counted || f.opensGame(t, p)):
					if !counted {
						f.starts = append(f.starts, from)
					}
					from, counted = f.at, false
				case len(f.starts) > 0 && (hanMove(p.text) > 0 || isLatinMove(p.text)):
					from = f.at
				case len(f.starts) == 0 && (hanMove(p.text) > 0 || isNearlyHan(p.text) || isLatinMove(p.text)):
					f.fault(&Error{Problem: Unread, Line: t.line, Text: cut(p.text, notation.MaxText)})
				}
			}
		}
	}
}

// opensGame reports whether the first move of a game follows a number.
func (f *follower) opensGame(t token, number part) bool {
	const far = 256 // bytes: a word may be a million letters, with as many numbers in it
	s := f.scanner
	s.at = t.at + number.at + len(number.text)
	s.text = cut(s.text, s.at+far)
	next := s.next()
	if next.kind != aWord {
		return false
	}
	start := board.StartPosition()
	for _, p := range parts(next.text) {
		if p.kind != aMove {
			continue
		}
		text, _ := marked(strings.TrimRightFunc(p.text, isQuote))
		_, err := f.parse(&start, text)
		return err == nil
	}
	return false
}
