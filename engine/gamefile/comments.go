package gamefile

import (
	"strings"
	"unicode/utf8"
)

// AddComment adds a text to what is said before a move and reports whether all of it is kept.
func (l *Line) AddComment(at int, text string) bool { return new(CommentBuilder).Add(l, at, text) }

// CommentBuilder is the comment that was added to last. It grows in place: a comment of many short texts is not copied
// for each.
type CommentBuilder struct{ text strings.Builder }

// Add adds a text to what is said before a move of a line and reports whether all of it is kept.
func (w *CommentBuilder) Add(l *Line, at int, text string) bool {
	text = Tidy(text)
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
	l.Comments.Set(at, strings.TrimSpace(Cut(whole, MaxComment)))
	return len(whole) <= MaxComment
}

// Tidy brings a comment into the form that [Line.Comments] describes: no control characters, no blanks around, \n
// between lines.
func Tidy(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7F:
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
}

// TidyLine is tidy for a single line, and not longer than a tag may be.
func TidyLine(text string) string {
	text = strings.ReplaceAll(Tidy(text), "\n", " ")
	return strings.TrimSpace(Cut(text, MaxTag))
}

// Cut shortens a text to at most n bytes without cutting a character.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
