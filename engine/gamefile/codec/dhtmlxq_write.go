package codec

import (
	"fmt"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// writeDhtmlXQ writes the tags of dpxq.com, those that programs expect also where they are empty.
func writeDhtmlXQ(g *gamefile.Game) string {
	var b strings.Builder
	tag := func(name, value string) {
		fmt.Fprintf(&b, "[DhtmlXQ_%s]%s[/DhtmlXQ_%[1]s]\n", name, value)
	}
	b.WriteString("[DhtmlXQ]\n")
	tag("ver", "www_dpxq_com")
	tag("init", "500,350")
	binit := binitOf(g.Start.Placement())
	tag("binit", binit)
	first := board.NoSquare
	if len(g.Moves) > 0 {
		first = g.Moves[0].From()
	}
	if placement, ok := placementOf(binit); ok { // what binit and the first move do not say, a FEN does
		if p, err := startOf(board.Setup{Placement: placement, MoveNumber: 1}, first); err != nil || p != g.Start {
			tag("fen", g.Start.FEN())
		}
	}
	for _, n := range dhtmlNames {
		tag(n.dhtml, dhtmlText(gamefile.TidyLine(g.Value(n.pgn))))
	}
	tag("result", [...]string{"未知", "红胜", "黑胜", "和棋"}[g.Result&3])
	for _, t := range g.Tags {
		isOwn := pgnNameOf(t.Name) != t.Name || isDhtmlName(t.Name) || isDhtmlControl(t.Name)
		if !isOwn {
			tag(t.Name, dhtmlText(gamefile.TidyLine(t.Value)))
		}
	}
	tag("firstnum", "0")
	tag("length", fmt.Sprint(len(g.Moves)))
	tag("movelist", points(g.Moves))
	writeDhtmlComments(&b, &g.Line, "comment", 0)
	next := 1
	writeDhtmlVariations(&b, &g.Line, 0, 0, &next)
	b.WriteString("[/DhtmlXQ]\n")
	return b.String()
}

// isDhtmlName recognizes the tags that are written under a name of [DhtmlXQ].
func isDhtmlName(name string) bool {
	return slices.ContainsFunc(dhtmlNames[:], func(n struct{ dhtml, pgn string }) bool { return n.pgn == name })
}

func points(moves []board.Move) string {
	var b strings.Builder
	for _, m := range moves {
		writePoint(&b, m.From())
		writePoint(&b, m.To())
	}
	return b.String()
}

// writeDhtmlVariations writes the variations of a line that begins after ply moves, each before those that leave it.
func writeDhtmlVariations(b *strings.Builder, l *gamefile.Line, id, ply int, next *int) {
	for i := range l.Variations {
		v := &l.Variations[i]
		own := *next
		*next++
		fmt.Fprintf(b, "[DhtmlXQ_move_%d_%d_%d]%s[/DhtmlXQ_move_%[1]d_%d_%d]\n", id, ply+v.Ply+1, own, points(v.Moves))
		writeDhtmlComments(b, &v.Line, fmt.Sprintf("comment%d_", own), ply+v.Ply)
		writeDhtmlVariations(b, &v.Line, own, ply+v.Ply, next)
	}
}

// writeDhtmlComments writes the comments of a line that begins after ply moves.
func writeDhtmlComments(b *strings.Builder, l *gamefile.Line, prefix string, ply int) {
	for at := range len(l.Moves) + 1 {
		text := gamefile.Tidy(l.Comments.Get(at))
		if text == "" {
			continue
		}
		if strings.Contains(text, "||") || strings.Contains(text, "|\n") || strings.Contains(text, "\n|") {
			text = strings.ReplaceAll(text, "|", "｜") // || is a line's end
		}
		fmt.Fprintf(b, "[DhtmlXQ_%s%d]%s[/DhtmlXQ_%[1]s%[2]d]\n", prefix, ply+at, dhtmlText(strings.ReplaceAll(text, "\n", "||")))
	}
}

// dhtmlText makes sure that a value is not taken for a tag.
func dhtmlText(text string) string {
	if len(fields(text)) > 0 {
		return strings.ReplaceAll(text, "[", "［")
	}
	return text
}
