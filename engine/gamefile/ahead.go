package gamefile

import (
	"strings"
	"unicode/utf8"
)

// movesIn is findMove for a part of the text that begins with a word and ends with a line. A line of a million words is
// searched once, and not again from each of them.
func (f *follower) movesIn(from, to int) string {
	s := &f.onLine
	if s.to != to || from < s.from || from > s.found {
		*s = search(f.text, from, to)
	}
	return s.moves
}

// movesNear is findMove for what follows soon enough to belong to what was read. A text is searched in long pieces, and
// not again for each of many short lines.
func (f *follower) movesNear() string {
	const far = 16 * nearby
	s, end := &f.around, min(len(f.text), f.at+nearby)
	if f.at < s.from || f.at > s.found || end > s.to {
		*s = search(f.text, f.at, min(len(f.text), f.at+far))
	}
	if s.found >= end {
		return ""
	}
	return s.moves
}

// searched is a part of a text in which a move was looked for.
type searched struct {
	from, to int
	found    int    // where the first one is, to if there is none
	moves    string // as findMove returns it
}

// search looks for a move in a part of a text.
func search(text string, from, to int) searched {
	s := searched{from: from, to: to, found: to, moves: findMove(text[from:to])}
	for range utf8.RuneCountInString(s.moves) { // which may have other signs than the text, but as many
		_, size := utf8.DecodeLastRuneInString(text[from:s.found])
		s.found -= size
	}
	return s
}

// movesFollow reports whether anything like a move stands in the text from a place on. Who asks stops reading where
// one does. Where none does it is found out once, however many passages follow.
func (f *follower) movesFollow(at int) bool {
	if f.moveless > 0 && at >= f.moveless {
		return false
	}
	if findMove(f.text[at:]) != "" {
		return true
	}
	f.moveless = at
	return false
}

// nearby is how many bytes behind a place belong to what was read there.
const nearby = 4096

// endsLine reports whether nothing but blanks follows on the line.
func (f *follower) endsLine() bool {
	line, _, _ := strings.Cut(f.text[f.at:min(len(f.text), f.at+nearby)], "\n")
	return strings.TrimSpace(line) == ""
}
