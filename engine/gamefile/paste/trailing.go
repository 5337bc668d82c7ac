package paste

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// trailing is what follows the end of a game.
type trailing struct {
	*gameParser
	from    int  // where the last thing of a game ends; the title of the next one follows
	counted bool // the game that begins with the next number 1
	open    bool // a parenthesis without an end was met
}

// parseTrailing looks through what follows the end of the game, up to the tags of another one. In a list it counts the
// games that follow. Moves that belong to none, misspelt or not, are a fault: the game may have ended too early.
func (f *gameParser) parseTrailing() {
	r := trailing{gameParser: f, from: f.at}
	if !f.ended {
		r.from = f.lastMoveEnd
	}
	for {
		t := f.Next()
		switch t.Kind {
		case EndOfText:
			return
		case TagPair:
			f.at = t.At
			return
		case OpenParen:
			r.skipParentheses()
		case Comment:
			if moves := FindMove(t.Text); moves != "" && (t.toEnd || !t.closed) && len(f.starts) == 0 {
				f.Report(gamefile.NewError(gamefile.Unread, t.Line, moves))
			}
		case Word:
			r.word(t)
		case CloseParen:
		}
	}
}

// skipParentheses skips what is in parentheses, if these are closed and no tag is in them.
func (r *trailing) skipParentheses() {
	if r.open {
		return
	}
	ahead := r.Scanner
	text, closed := ahead.inParens()
	if r.open = !closed; closed && !strings.Contains(text, "[") {
		r.Scanner = ahead
	}
}

// word reads a word: it may begin another game, or be a move that belongs to none.
func (r *trailing) word(t Token) {
	switch {
	case len(r.starts) == 0 && r.isHeader(t):
		r.headers = append(r.headers, r.rest(t.At))
		return
	case r.pasted && t.first && IsFEN(t.Text):
		r.fen(t.Text)
		r.starts = append(r.starts, r.from)
		r.from, r.counted = r.at, true
		return
	case isResultText(t.Text):
		r.from = r.at
	}
	for _, p := range segments(t.Text) {
		isMove := hanMove(p.text) > 0 || isLatinMove(p.text)
		switch {
		case r.pasted && p.kind == numberSegment && p.n == 1 && (r.counted || r.opensGame(t, p)):
			if !r.counted {
				r.starts = append(r.starts, r.from)
			}
			r.from, r.counted = r.at, false
		case len(r.starts) > 0 && isMove:
			r.from = r.at
		case len(r.starts) == 0 && (isMove || resemblesChineseMove(p.text)):
			r.Report(gamefile.NewError(gamefile.Unread, t.Line, p.text))
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
