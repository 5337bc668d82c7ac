package codec

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/notation"
)

// readPGN reads tags, then moves. Text before the first tag is no part of the game.
func readPGN(text string) (gamefile.Game, *gamefile.Error) {
	g := gamefile.Game{Start: board.StartPosition()}
	s := paste.NewScanner(text, 1)
	var fault *gamefile.Error
	for started := false; ; {
		before := s
		t := s.Next()
		if t.Kind == paste.TagPair {
			started = true
			if e := setTag(&g, t); fault == nil || e != nil && e.Problem == gamefile.OtherGame { // it explains a bad start, too
				fault = e
			}
			continue
		}
		if started || t.Kind == paste.EndOfText {
			s = before
			break
		}
	}
	if fault != nil { // the moves mean nothing on another board
		if paste.FindMove(s.Rest()) == "" {
			fault = g.FlipMover(fault)
		}
		return g, fault
	}
	fault = paste.ReadMoves(&g, s)
	return g, fault
}

// setTag reads one tag of PGN.
func setTag(g *gamefile.Game, t paste.Token) *gamefile.Error {
	name, value := paste.SplitTag(t.Text)
	if (name == "Game" || name == "Variant") && isOtherGame(value) {
		return gamefile.NewError(gamefile.OtherGame, t.Line, value)
	}
	return paste.SetTag(g, pgnName(name), value, t.Line)
}

// isOtherGame recognizes the names of games that are not Xiangqi but have records that look alike: the first moves of
// chess, e4 and e5, can be read as pawn moves. Names that are not known say nothing.
func isOtherGame(name string) bool {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "chess", "western chess", "international chess", "standard chess", "国际象棋", "國際象棋", "西洋棋", "cờ vua",
		"chess960", "fischerandom", "crazyhouse", "shogi", "将棋", "將棋", "janggi", "makruk", "go":
		return true
	}
	return false
}

// pgnName brings the names of usual tags into their usual form, and the chess programs' name for Red into ours.
func pgnName(name string) string {
	if name == "White" {
		return "Red"
	}
	for _, t := range pgnTags {
		if strings.EqualFold(name, t.name) {
			return t.name
		}
	}
	return name
}

// pgnGames returns where the games of a text begin: with their tags, comments apart.
func pgnGames(text string) (starts []int) {
	s, inTags := paste.NewScanner(text, 1), false
	for {
		switch t := s.Next(); t.Kind {
		case paste.EndOfText:
			return starts
		case paste.TagPair:
			if !inTags {
				starts = append(starts, t.At)
			}
			inTags = true
		default:
			inTags = false
		}
	}
}

// writePGN writes tags in the order of xqbase, then the moves. A tag that every PGN has says ? where
// nothing is known.
func writePGN(g *gamefile.Game, s notation.Style) string {
	var w wrapper
	tag := func(name, value string) {
		value = strings.ReplaceAll(strings.ReplaceAll(gamefile.TidyLine(value), `\`, `\\`), `"`, `\"`)
		w.WriteString("[" + name + " \"" + value + "\"]\n")
	}
	tag("Game", "Chinese Chess")
	for _, t := range pgnTags {
		value := cmp.Or(g.Value(t.name), t.unknown)
		if t.name == "Result" {
			value = g.Result.String()
		}
		if value != "" {
			tag(t.name, value)
		}
	}
	for _, t := range g.Tags {
		if !isPGNTag(t.Name) {
			tag(t.Name, t.Value)
		}
	}
	if g.Start != board.StartPosition() {
		tag("FEN", g.Start.FEN())
	}
	format := "Chinese"
	switch s = s.InFiles(); s.Family() {
	case notation.Coordinates:
		format = "ICCS"
	case notation.Letters:
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

// pgnTags are the tags that PGN has an order for, and what those say that every game has where nothing is known.
var pgnTags = [...]struct{ name, unknown string }{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"RedTeam", ""}, {"Red", "?"}, {"BlackTeam", ""},
	{"Black", "?"}, {"Result", ""}, {"Opening", ""}, {"Variation", ""}, {"ECCO", ""},
}

// isPGNTag recognizes a name that has its place in that order.
func isPGNTag(name string) bool {
	return slices.ContainsFunc(pgnTags[:], func(t struct{ name, unknown string }) bool { return t.name == name })
}

// line writes moves with marks, comments and variations. Open is the parenthesis that is before the first word.
func (w *wrapper) line(l *gamefile.Line, p board.Position, s notation.Style, open string) {
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
func pgnComment(text string) string { return strings.ReplaceAll(gamefile.Tidy(text), "}", "｝") }

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
