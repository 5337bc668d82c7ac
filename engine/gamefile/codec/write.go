package codec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/notation"
)

// Write writes a game in a format; moves are written in the style where the format leaves a choice. What [Read] makes
// of the text is the same game, as far as the format can hold it: docs/formats.md lists what is lost.
//
// A PGN has the moves in the nearest style that other programs read, see [notation.Style.InFiles]. So has a list of moves
// where the letters and digits of the style spell another legal game, which can be when it starts from a position of its
// own. A list has no title where that would make another game of what follows. FEN is the position at the end of the
// game. The other formats cannot be written.
func Write(g *gamefile.Game, f gamefile.Format, s notation.Style) ([]byte, error) {
	switch f {
	case gamefile.PGN:
		return []byte(writePGN(g, s)), nil
	case gamefile.DhtmlXQ:
		return []byte(writeDhtmlXQ(g)), nil
	case gamefile.MoveList:
		return writeList(g, s), nil
	case gamefile.FEN:
		record := g.Record()
		p := record.Position()
		return []byte(p.FEN() + "\n"), nil
	case gamefile.XQF, gamefile.WXF, gamefile.CBR, gamefile.CBL:
	}
	return nil, fmt.Errorf("game format %v cannot be written; want pgn, dhtmlxq, moves or fen", f)
}

// writeList writes a list of moves that is read back as the same game. A title may be in the way, for names may be
// anything, and so may the style.
func writeList(g *gamefile.Game, s notation.Style) []byte {
	title := listTitle(g)
	for _, style := range []notation.Style{s, s.InFiles()} {
		for _, title := range []string{title, ""} {
			if text := []byte(listText(g, title, style)); readsAs(text, g, title) {
				return text
			}
		}
	}
	return []byte(listText(g, "", notation.ICCS))
}

// readsAs reports whether a text is read as the moves of g under that title.
func readsAs(text []byte, g *gamefile.Game, title string) bool {
	back, format, err := Read(text)
	switch {
	case err != nil, (format == gamefile.MoveList) != (len(g.Moves) > 0):
		return false
	case back.Start != g.Start, back.Result != g.Result, !slices.Equal(back.Moves, g.Moves):
		return false
	}
	return back.Event == title && back.More+len(back.Tags)+len(back.Comments)+len(back.Variations) == 0
}

// listText writes a title, the start position if it is not the usual one, the moves with a round a line, and the
// result.
func listText(g *gamefile.Game, title string, s notation.Style) string {
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
	if g.Result != gamefile.Unknown {
		b.WriteString(resultIn(g.Result, s) + "\n")
	} else if paste.ResultInTitle(title) != gamefile.Unknown { // which is of another game
		b.WriteString(gamefile.Unknown.String() + "\n")
	}
	return b.String()
}

// listTitle returns who played, and where and when.
func listTitle(g *gamefile.Game) string {
	var parts []string
	if g.Red != "" || g.Black != "" {
		parts = append(parts, cmp.Or(g.Red, "?")+" – "+cmp.Or(g.Black, "?"))
	}
	for _, part := range []string{g.Event, g.Site, g.Date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return gamefile.TidyLine(strings.Join(parts, ", "))
}

// resultIn returns the result as a reader of the style expects it.
func resultIn(r gamefile.Result, s notation.Style) string {
	switch s.Family() {
	case notation.Simplified:
		return [...]string{"", "红胜", "黑胜", "和棋"}[r&3]
	case notation.Traditional:
		return [...]string{"", "紅勝", "黑勝", "和棋"}[r&3]
	default:
		return r.String()
	}
}
