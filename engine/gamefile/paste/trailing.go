package paste

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// parseTrailing looks through what is behind the end of the game, up to the tags of another one. In a list it counts the
// games that follow. Moves that belong to none, misspelt or not, are a fault: the game may have ended too early.
func (f *gameParser) parseTrailing() {
	from := f.at // where the last thing of a game ends; the title of the next one is behind it
	if !f.ended {
		from = f.lastMoveEnd
	}
	counted := false // the game that begins with the next number 1
	closed := true   // no parenthesis without an end was met
	for {
		t := f.Next()
		switch t.Kind {
		case EndOfText:
			return
		case TagPair:
			f.at = t.At
			return
		case OpenParen:
			ahead := f.Scanner
			var text string
			if closed {
				text, closed = ahead.inParens()
			}
			if closed && !strings.Contains(text, "[") {
				f.Scanner = ahead
			}
		case CloseParen:
		case Comment:
			if moves := FindMove(t.Text); moves != "" && (t.toEnd || !t.closed) && len(f.starts) == 0 {
				f.Report(gamefile.NewError(gamefile.Unread, t.Line, moves))
			}
		case Word:
			if len(f.starts) == 0 && f.isHeader(t) {
				f.headers = append(f.headers, f.rest(t.At))
				continue
			}
			if f.pasted && t.first && IsFEN(t.Text) {
				f.fen(t.Text)
				f.starts = append(f.starts, from)
				from, counted = f.at, true
				continue
			}
			if _, ok := ParseResult(t.Text); ok {
				from = f.at
			}
			for _, p := range segments(t.Text) {
				switch {
				case f.pasted && p.kind == numberSegment && p.n == 1 && (counted || f.opensGame(t, p)):
					if !counted {
						f.starts = append(f.starts, from)
					}
					from, counted = f.at, false
				case len(f.starts) > 0 && (hanMove(p.text) > 0 || isLatinMove(p.text)):
					from = f.at
				case len(f.starts) == 0 && (hanMove(p.text) > 0 || resemblesChineseMove(p.text) || isLatinMove(p.text)):
					f.Report(gamefile.NewError(gamefile.Unread, t.Line, p.text))
				}
			}
		}
	}
}

// opensGame reports whether the first move of a game follows a number.
func (f *gameParser) opensGame(t Token, number segment) bool {
	const far = 256 // bytes: a word may be a million letters, with as many numbers in it
	s := f.Scanner
	s.at = t.At + number.at + len(number.text)
	s.text = gamefile.Cut(s.text, s.at+far)
	next := s.Next()
	if next.Kind != Word {
		return false
	}
	start := board.StartPosition()
	for _, p := range segments(next.Text) {
		if p.kind != moveSegment {
			continue
		}
		text, _ := splitNAG(strings.TrimRightFunc(p.text, isQuote))
		_, err := f.parse(&start, text)
		return err == nil
	}
	return false
}
