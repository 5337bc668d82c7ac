package gamefile

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Note is an annotation in a line, after the first At moves.
type Note[T any] struct {
	At    int
	Value T
}

// Notes are the annotations of a line, sorted by At, which is unique. They are not a map because a file can have half a
// million lines with one note each.
type Notes[T any] []Note[T]

// Get returns the value at a place, the zero value if there is none.
func (n Notes[T]) Get(at int) (what T) {
	if i, found := n.find(at); found {
		return n[i].Value
	}
	return what
}

// Set sets or replaces the value at a place.
func (n *Notes[T]) Set(at int, what T) {
	i, found := n.find(at)
	if found {
		(*n)[i].Value = what
		return
	}
	*n = slices.Insert(*n, i, Note[T]{at, what})
}

// drop removes the notes after a place.
func (n *Notes[T]) drop(at int) {
	if i, _ := n.find(at + 1); i < len(*n) {
		if *n = (*n)[:i]; i == 0 {
			*n = nil
		}
	}
}

func (n Notes[T]) find(at int) (i int, found bool) {
	if last := len(n) - 1; last < 0 || n[last].At < at { // most are added in order
		return last + 1, false
	}
	return slices.BinarySearchFunc(n, at, func(note Note[T], at int) int { return note.At - at })
}

// NAG is a numeric annotation glyph of PGN: $1 is a good move. The first six have symbols too.
type NAG uint8

// The NAGs with symbols.
const (
	Good        NAG = iota + 1 // !
	Mistake                    // ?
	Brilliant                  // !!
	Blunder                    // ??
	Interesting                // !?
	Dubious                    // ?!
)

// MaxNAGs is the maximum number of NAGs of one move; more are dropped.
const MaxNAGs = 8

var nagSymbols = [...]string{Good: "!", Mistake: "?", Brilliant: "!!", Blunder: "??", Interesting: "!?", Dubious: "?!"}

// Symbol returns the symbol that is written after a move, "" if there is none.
func (n NAG) Symbol() string {
	if int(n) < len(nagSymbols) {
		return nagSymbols[n]
	}
	return ""
}

// String returns the NAG as PGN writes it: "$1".
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// Symbol returns the symbol to write after the n-th move of the line, counted from 1: that of the first of its NAGs
// that has one, as two symbols could read as a third; "" if none has.
func (l *Line) Symbol(n int) string {
	for _, m := range l.NAGs.Get(n) {
		if m.Symbol() != "" {
			return m.Symbol()
		}
	}
	return ""
}

// ParseNAG parses a NAG after a move or alone, as a symbol or a number. ok is false for anything else, for unknown
// symbols and for $0.
func ParseNAG(text string) (mark NAG, ok bool) {
	if number, isNumber := strings.CutPrefix(text, "$"); isNumber {
		n, err := strconv.ParseUint(number, 10, 8)
		return NAG(n), err == nil && n > 0
	}
	if strings.Trim(text, "!?！？") != "" {
		return 0, false // most words
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "！", "!"), "？", "?")
	i := slices.Index(nagSymbols[1:], text)
	return NAG(i + 1), i >= 0
}

// AddNAG adds a NAG to the last move. Before the first move it does nothing.
func (l *Line) AddNAG(m NAG) {
	at := len(l.Moves)
	had := l.NAGs.Get(at)
	if at == 0 || len(had) == MaxNAGs || slices.Contains(had, m) {
		return
	}
	l.NAGs.Set(at, append(had, m))
}

// AddComment adds a text to what is said before a move and reports whether all of it is kept.
func (l *Line) AddComment(at int, text string) bool { return new(CommentBuilder).Add(l, at, text) }

// CommentBuilder is the comment that was added to last. It grows in place: a comment of many short texts is not copied
// for each.
type CommentBuilder struct{ text strings.Builder }

// Add adds a text to what is said before a move of a line and reports whether all of it is kept.
func (b *CommentBuilder) Add(l *Line, at int, text string) bool {
	text = Tidy(text)
	if text == "" {
		return true
	}
	said := l.Comments.Get(at)
	if said != b.text.String() {
		b.text.Reset()
		b.text.WriteString(said)
	}
	if said != "" {
		room := MaxComment - len(said) - 1
		if room < utf8.UTFMax { // full: a file of a million comments must not copy this one a million times
			return false
		}
		b.text.WriteByte('\n')
	}
	b.text.WriteString(text)
	whole := b.text.String()
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
