package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// findPGN returns where the first tag of PGN is in a text, comments apart, its length if there is none.
func findPGN(text string) int {
	s := newScanner(text)
	for {
		if t := s.next(); t.kind == aTag || t.kind == theEnd {
			return t.at
		}
	}
}

// readPGN reads tags, then moves. Text before the first tag is no part of the game.
func readPGN(text string) (Game, *Error) {
	g := Game{Start: board.StartPosition()}
	s := newScanner(text)
	var fault *Error
	for started := false; ; {
		before := s
		t := s.next()
		if t.kind == aTag {
			started = true
			if e := g.tag(t); fault == nil || e != nil && e.Problem == OtherGame { // it explains a bad start, too
				fault = e
			}
			continue
		}
		if started || t.kind == theEnd {
			s = before
			break
		}
	}
	if fault != nil { // the moves mean nothing on another board
		from := s.at
		g.More = len(s.games())
		if g.More == 0 && findMove(s.text[from:]) == "" {
			fault = g.diagram(fault)
		}
		return g, fault
	}
	from := func(start board.Position) reading {
		return best(s, func(m manner) reading { return m.follow(s, start) })
	}
	r := from(g.Start)
	g.otherSide(&r, from)
	g.Line = r.Line
	if g.Result == Unknown {
		g.Result = r.result
	}
	g.More = len(r.games())
	return g, r.err
}

// tag reads one tag of PGN.
func (g *Game) tag(t token) *Error {
	name, rest := tagName(t.text)
	value := unquote(rest)
	switch name {
	case "Result":
		if r, ok := resultOf(strings.TrimSpace(value)); ok && g.Result == Unknown {
			g.Result = r
		}
	case "FEN":
		if value = strings.TrimSpace(value); value != "" {
			return g.setStartField(value, t.line)
		}
	case "Game", "Variant":
		if isOtherGame(value) {
			return &Error{Problem: OtherGame, Line: t.line, Text: cut(value, notation.MaxText)}
		}
	default:
		g.set(pgnName(name), value)
	}
	return nil
}

// isOtherGame tells the names of games that are not Xiangqi but have records that look alike: the first moves of chess,
// e4 and e5, can be read as pawn moves. Names that are not known say nothing.
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
	for _, known := range [...]string{"Event", "Site", "Date", "Round", "Red", "Black", "Opening", "RedTeam", "BlackTeam", "Variation", "ECCO"} {
		if strings.EqualFold(name, known) {
			return known
		}
	}
	if name == "White" {
		return "Red"
	}
	return name
}

// unquote reads the value of a tag, from its first quotation mark on. A mark without a backslash that does not end the
// value stands for itself.
func unquote(text string) string {
	text = strings.TrimRight(strings.TrimSuffix(text, "]"), " ")
	text = strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\') {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
