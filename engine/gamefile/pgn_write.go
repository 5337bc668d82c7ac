package gamefile

import (
	"cmp"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// writePGN writes tags in the order of xqbase, then the moves. A tag that every PGN has says ? where
// nothing is known.
func writePGN(g *Game, s notation.Style) string {
	var w wrapper
	tag := func(name, value string) {
		value = strings.ReplaceAll(strings.ReplaceAll(tidyLine(value), `\`, `\\`), `"`, `\"`)
		w.WriteString("[" + name + " \"" + value + "\"]\n")
	}
	optional := func(name, value string) {
		if value != "" {
			tag(name, value)
		}
	}
	tag("Game", "Chinese Chess")
	tag("Event", cmp.Or(g.Event, "?"))
	tag("Site", cmp.Or(g.Site, "?"))
	tag("Date", cmp.Or(g.Date, "????.??.??"))
	tag("Round", cmp.Or(g.Round, "?"))
	optional("RedTeam", g.Tag("RedTeam"))
	tag("Red", cmp.Or(g.Red, "?"))
	optional("BlackTeam", g.Tag("BlackTeam"))
	tag("Black", cmp.Or(g.Black, "?"))
	tag("Result", g.Result.String())
	optional("Opening", g.Opening)
	optional("Variation", g.Tag("Variation"))
	optional("ECCO", g.Tag("ECCO"))
	for _, t := range g.Tags {
		if tagRank(t.Name) == len(tagOrder) && !isReserved(t.Name) && g.field(t.Name) == nil && isName(t.Name) {
			optional(t.Name, t.Value)
		}
	}
	if g.Start != board.StartPosition() {
		tag("FEN", g.Start.FEN())
	}
	format := "Chinese"
	switch s = named(s); s {
	case notation.UCI, notation.ICCS:
		format, s = "ICCS", notation.ICCS
	case notation.WXF:
		format = "WXF"
	default:
	}
	tag("Format", format)
	w.WriteByte('\n')
	w.line(&g.Line, g.Start, s, "")
	w.word(g.Result.String())
	w.WriteByte('\n')
	return w.String()
}

// isName reports whether a text can be the name of a tag.
func isName(name string) bool {
	for i := range len(name) {
		if !isNameByte(name[i]) {
			return false
		}
	}
	return name != ""
}

// line writes moves with marks, comments and variations. Open is the parenthesis that is before the first word.
func (w *wrapper) line(l *Line, p board.Position, s notation.Style, open string) {
	variations := l.Variations
	say := true // a number is due also before a move of Black
	comment := func(at int) {
		if text := pgnComment(l.Comments.Get(at)); text != "" {
			w.word(open + "{" + text + "}")
			open, say = "", true
		}
	}
	comment(0)
	for i, m := range l.Moves {
		w.word(open + turn(&p, say) + notation.Format(&p, m, s))
		open, say = "", false
		for _, mark := range l.NAGs.Get(i + 1) {
			w.word(mark.String())
		}
		before := p
		p.Make(m)
		comment(i + 1)
		for ; len(variations) > 0 && variations[0].Ply == i; variations = variations[1:] {
			w.line(&variations[0].Line, before, s, "(")
			w.WriteByte(')')
			w.column++
			say = true
		}
	}
}

// pgnComment brings a comment into the form that braces can hold: the one that would close it is written as the
// full-width one.
func pgnComment(text string) string { return strings.ReplaceAll(tidy(text), "}", "｝") }

// lineWidth is how many columns a line of PGN has at most; a Chinese character takes two.
const lineWidth = 80

// wrapper puts words on lines.
type wrapper struct {
	strings.Builder
	column int
}

// word adds a word. It stays whole; only a comment has line ends of its own.
func (w *wrapper) word(text string) {
	first, _, _ := strings.Cut(text, "\n")
	if width := columns(first); w.column > 0 {
		if w.column+1+width > lineWidth {
			w.WriteByte('\n')
			w.column = 0
		} else {
			w.WriteByte(' ')
			w.column++
		}
	}
	w.WriteString(text)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		w.column, text = 0, text[i+1:]
	}
	w.column += columns(text)
}

// columns returns how wide a text is where Chinese characters take two columns.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r >= 0x1100 {
			n++
		}
	}
	return n
}

// turn returns the number before a move: "1." for Red, for Black "1..." where the number must be said and nothing else.
func turn(p *board.Position, say bool) string {
	switch {
	case p.SideToMove() == board.Red:
		return strconv.Itoa(p.MoveNumber()) + ". "
	case say:
		return strconv.Itoa(p.MoveNumber()) + "... "
	}
	return ""
}
