package gamefile

import (
	"slices"
	"strconv"
	"strings"
)

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
func (m NAG) Symbol() string {
	if int(m) < len(nagSymbols) {
		return nagSymbols[m]
	}
	return ""
}

// String returns the NAG as PGN writes it: "$1".
func (m NAG) String() string { return "$" + strconv.Itoa(int(m)) }

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
