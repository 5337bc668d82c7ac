package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// writeList writes a title, the start position if it is not the usual one, the moves with a round a line, and the result.
func writeList(g *Game, s notation.Style) string {
	var b strings.Builder
	if title := listTitle(g); title != "" {
		b.WriteString(title + "\n")
	}
	p := g.Start
	if p != board.StartPosition() {
		b.WriteString(p.FEN() + "\n")
	}
	for i, m := range g.Moves {
		b.WriteString(turn(&p, i == 0))
		b.WriteString(notation.Format(&p, m, s) + g.Sign(i+1))
		if p.SideToMove() == board.Red && i+1 < len(g.Moves) {
			b.WriteByte(' ')
		} else {
			b.WriteByte('\n')
		}
		p.Make(m)
	}
	if g.Result != Unknown {
		b.WriteString(resultIn(g.Result, s) + "\n")
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
