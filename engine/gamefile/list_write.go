package gamefile

import (
	"slices"
	"strings"
	"unicode"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// writeList writes a list of moves that is read back as the same game. A title may be in the way, for names may be
// anything, and so may the style: what comes nearest to the wanted is written.
func writeList(g *Game, s notation.Style) []byte {
	title := listTitle(g)
	for _, style := range []notation.Style{s, named(s)} {
		for _, title := range []string{title, wordsOf(title), ""} {
			if text := []byte(listText(g, title, style)); spells(text, g, title) {
				return text
			}
		}
	}
	return []byte(listText(g, "", notation.ICCS))
}

// spells reports whether a text is read as the moves of g under that title.
func spells(text []byte, g *Game, title string) bool {
	back, format, err := Read(text)
	switch {
	case err != nil, (format == MoveList) != (len(g.Moves) > 0):
		return false
	case back.Start != g.Start, back.Result != g.Result, !slices.Equal(back.Moves, g.Moves):
		return false
	}
	return back.Event == title && back.More+len(back.Tags)+len(back.Comments)+len(back.Variations) == 0
}

// wordsOf drops the signs from a title.
func wordsOf(title string) string {
	words := strings.FieldsFunc(title, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	return strings.Join(words, " ")
}

// listText writes a title, the start position if it is not the usual one, the moves with a round a line, and the
// result.
func listText(g *Game, title string, s notation.Style) string {
	var b strings.Builder
	if title != "" {
		b.WriteString(title + "\n")
	}
	p := g.Start
	if p != board.StartPosition() {
		b.WriteString(p.FEN() + "\n")
	}
	for i, m := range g.Moves {
		b.WriteString(turn(&p, i == 0))
		b.WriteString(notation.Format(&p, m, s) + g.Symbol(i+1))
		if p.SideToMove() == board.Red && i+1 < len(g.Moves) {
			b.WriteByte(' ')
		} else {
			b.WriteByte('\n')
		}
		p.Make(m)
	}
	if g.Result != Unknown {
		b.WriteString(resultIn(g.Result, s) + "\n")
	} else if resultInTitle(title) != Unknown { // which is of another game
		b.WriteString(Unknown.String() + "\n")
	}
	return b.String()
}

// listTitle returns who played, and where and when.
func listTitle(g *Game) string {
	var parts []string
	if g.Red != "" || g.Black != "" {
		who := func(name string) string {
			if name == "" {
				return "?"
			}
			return name
		}
		parts = append(parts, who(g.Red)+" – "+who(g.Black))
	}
	for _, part := range []string{g.Event, g.Site, g.Date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return tidyLine(strings.Join(parts, ", "))
}

// resultIn returns the result as a reader of the style expects it.
func resultIn(r Result, s notation.Style) string {
	switch s {
	case notation.Chinese, notation.ChineseByFile:
		return [...]string{"", "红胜", "黑胜", "和棋"}[r&3]
	case notation.ChineseTraditional, notation.ChineseTraditionalByFile:
		return [...]string{"", "紅勝", "黑勝", "和棋"}[r&3]
	default:
		return r.String()
	}
}
