package paste

import (
	"strings"

	"xiangqibot/engine/gamefile"
)

// trailing is what follows the end of a game.
type trailing struct {
	f       *gameParser
	from    int  // where the last thing of a game ends; the title of the next one follows
	counted bool // the game that begins with the next number 1
	open    bool // a parenthesis without an end was met
}

// parseTrailing looks through what follows the end of the game, up to the tags of another one. In a list it counts the
// games that follow. Moves that belong to none, misspelt or not, are a fault: the game may have ended too early.
func (f *gameParser) parseTrailing() {
	r := trailing{f: f, from: f.in.at}
	if !f.ended {
		r.from = f.lastMoveEnd
	}
	for {
		t := f.in.Next()
		switch t.Kind {
		case EndOfText:
			return
		case TagPair:
			f.in.at = t.At
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
	ahead := r.f.in
	text, closed := ahead.inParens()
	if r.open = !closed; closed && !strings.Contains(text, "[") {
		r.f.in = ahead
	}
}

// word reads a word: it may begin another game, or be a move that belongs to none.
func (r *trailing) word(t Token) {
	switch {
	case len(r.f.starts) == 0 && r.f.isHeader(t):
		r.f.headers = append(r.f.headers, r.f.in.rest(t.At))
		return
	case r.f.in.pasted && t.first && IsFEN(t.Text):
		takeFEN(&r.f.in, t.Text)
		r.f.starts = append(r.f.starts, r.from)
		r.from, r.counted = r.f.in.at, true
		return
	case isResultText(t.Text):
		r.from = r.f.in.at
	}
	for _, p := range segments(t.Text) {
		isMove := hanMove(p.text) > 0 || isLatinMove(p.text)
		switch {
		case r.f.in.pasted && p.kind == numberSegment && p.n == 1 && (r.counted || r.f.opensGame(t, p)):
			if !r.counted {
				r.f.starts = append(r.f.starts, r.from)
			}
			r.from, r.counted = r.f.in.at, false
		case len(r.f.starts) > 0 && isMove:
			r.from = r.f.in.at
		case len(r.f.starts) == 0 && (isMove || resemblesChineseMove(p.text)):
			r.f.Report(gamefile.NewError(gamefile.Unread, t.Line, p.text))
		}
	}
}
