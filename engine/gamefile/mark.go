package gamefile

import (
	"slices"
	"strconv"
	"strings"
)

// Mark is what a record thinks of a move, as a number of PGN: $1 is a good move. The first six have signs that people
// write too.
type Mark uint8

// The marks with signs.
const (
	Good        Mark = iota + 1 // !
	Mistake                     // ?
	Brilliant                   // !!
	Blunder                     // ??
	Interesting                 // !?
	Dubious                     // ?!
)

// MaxMarks is how many marks one move may have; more are dropped.
const MaxMarks = 8

var markSigns = [...]string{Good: "!", Mistake: "?", Brilliant: "!!", Blunder: "??", Interesting: "!?", Dubious: "?!"}

// Sign returns the mark as it is written behind a move, "" if it has no sign.
func (m Mark) Sign() string {
	if int(m) < len(markSigns) {
		return markSigns[m]
	}
	return ""
}

// String returns the mark as PGN writes it: "$1".
func (m Mark) String() string { return "$" + strconv.Itoa(int(m)) }

// Sign returns what people write behind a move, the n-th of the line counted from 1: the first of its marks that has a
// sign, as two signs would read as a third; "" if none has.
func (l *Line) Sign(n int) string {
	for _, m := range l.Marks.Get(n) {
		if m.Sign() != "" {
			return m.Sign()
		}
	}
	return ""
}

// marksIn reads what is behind a move, or alone: signs, or a number. ok is false for what is neither; signs that
// nobody knows are no mark, and $0 says nothing.
func marksIn(text string) (mark Mark, ok bool) {
	if number, isNumber := strings.CutPrefix(text, "$"); isNumber {
		n, err := strconv.ParseUint(number, 10, 8)
		return Mark(n), err == nil && n > 0
	}
	if strings.Trim(text, "!?！？") != "" {
		return 0, false // most words
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "！", "!"), "？", "?")
	i := slices.Index(markSigns[1:], text)
	return Mark(i + 1), i >= 0
}

// marked parts a word from the signs at its end.
func marked(word string) (move, signs string) {
	move = strings.TrimRight(word, "!?！？")
	return move, word[len(move):]
}

// addMark adds a mark to the last move. Before the first there is nothing to be marked.
func (l *Line) addMark(m Mark) {
	at := len(l.Moves)
	had := l.Marks.Get(at)
	if at == 0 || len(had) == MaxMarks || slices.Contains(had, m) {
		return
	}
	l.Marks.Set(at, append(had, m))
}
