package gamefile

import (
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/notation"
)

// comment adds a text at the end of a line.
func (f *follower) comment(l *Line, t token) {
	if !f.said.add(l, len(l.Moves), t.text) && f.err == nil {
		f.fault(&Error{Problem: TooLong, Line: t.line, Text: cut(t.text, notation.MaxText)})
	}
}

// addComment adds a text to what is said before a move and reports whether all of it is kept.
func (l *Line) addComment(at int, text string) bool { return new(talk).add(l, at, text) }

// talk is the comment that was added to last. It grows in place: a comment of many short texts is not copied for each.
type talk struct{ text strings.Builder }

// add is Line.addComment.
func (w *talk) add(l *Line, at int, text string) bool {
	text = tidy(text)
	if text == "" {
		return true
	}
	said := l.Comments.Get(at)
	if said != w.text.String() {
		w.text.Reset()
		w.text.WriteString(said)
	}
	if said != "" {
		room := MaxComment - len(said) - 1
		if room < utf8.UTFMax { // full: a file of a million comments must not copy this one a million times
			return false
		}
		w.text.WriteByte('\n')
	}
	w.text.WriteString(text)
	whole := w.text.String()
	l.Comments.Set(at, strings.TrimSpace(cut(whole, MaxComment)))
	return len(whole) <= MaxComment
}
