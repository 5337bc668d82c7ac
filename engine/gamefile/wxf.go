package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
)

// wxfMoves opens the moves of a file of the WXF's applets and of PlayOK, }END closes them.
const wxfMoves = "START{"

// wxfNames are the words with which its lines begin, and the tags that they become; "" is of no use here.
var wxfNames = map[string]string{
	"GAME": "Title", "EVENT": "Event", "PLACE": "Site", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "Red", "BLACK": "Black",
	"RED_TEAM": "RedTeam", "BLACK_TEAM": "BlackTeam", "REDTEAM": "RedTeam", "BLACKTEAM": "BlackTeam", "OPEN": "Opening", "OPENING": "Opening",
	"AUTHOR": "Author", "TIME": "TimeControl", "VARIATION": "Variation", "FORMAT": "",
}

// findWXF returns where a file of that kind begins: at a line with the word FORMAT. Its length stands for none.
func findWXF(text string) int {
	if !strings.Contains(text, wxfMoves) {
		return len(text)
	}
	at := 0
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "FORMAT" || strings.HasPrefix(line, wxfMoves) {
			return at
		}
		at += len(line)
	}
	return len(text)
}

// readWXF reads lines of a word and a value, blocks in braces, and the moves. Comments are in /* */ there.
func readWXF(text string) (Game, *Error) {
	g := Game{Start: board.StartPosition()}
	begin := findWXF(text)
	before, moves, _ := strings.Cut(text[begin:], wxfMoves)
	fault := g.wxfHead(before, 1+strings.Count(text[:begin], "\n"))
	start := len(text) - len(moves)
	moves, after, closed := strings.Cut(moves, "}END")
	if len(strings.TrimSpace(moves)) == 0 && fault == nil {
		if e := g.wxfHead(after, 1+strings.Count(text[:len(text)-len(after)], "\n")); e != nil {
			return g, e
		}
		return g, nil
	}
	if fault != nil {
		return g, fault
	}
	s := newScanner(strings.NewReplacer("/*", " {", "*/", "} ").Replace(moves)) // as long as before
	s.line = 1 + strings.Count(text[:start], "\n")
	r := best(s, func(m manner) reading { return m.follow(s, g.Start) })
	g.Line = r.Line
	if e := g.wxfHead(after, 1+strings.Count(text[:len(text)-len(after)], "\n")); r.err == nil && e != nil {
		return g, e
	}
	if g.Result == Unknown {
		g.Result = r.result
	}
	g.More = strings.Count(after, wxfMoves)
	if r.err == nil && !closed {
		return g, &Error{Problem: Unclosed, Line: s.line, Text: wxfMoves}
	}
	return g, r.err
}

// wxfHead reads what is before the moves or behind them, from a line of the file on.
func (g *Game) wxfHead(text string, from int) (fault *Error) {
	block := "" // the name of the block that is open
	var inside strings.Builder
	n := from - 1
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSpace(line)
		if block != "" {
			before, _, closed := strings.Cut(line, "}")
			inside.WriteString(before + "\n")
			if !closed {
				continue
			}
			if e := g.wxfBlock(block, inside.String(), n); fault == nil {
				fault = e
			}
			block = ""
			inside.Reset()
			continue
		}
		if name, rest, found := strings.Cut(line, "{"); found && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			if before, _, closed := strings.Cut(rest, "}"); closed {
				if e := g.wxfBlock(name, before, n); fault == nil {
					fault = e
				}
			} else {
				block = name
				inside.WriteString(rest + "\n")
			}
			if name+"{" == wxfMoves { // the next game
				return fault
			}
			continue
		}
		name, value, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		value = strings.TrimSpace(value)
		switch tag := wxfNames[name]; {
		case name == "FEN" && value != "":
			if e := g.setStart(value, n); fault == nil {
				fault = e
			}
		case name == "RESULT":
			if r, ok := resultOf(value); ok && g.Result == Unknown {
				g.Result = r
			}
		case tag != "":
			g.set(tag, strings.TrimRight(value, "; "))
		}
	}
	return fault
}

// wxfBlock reads what is in the braces behind a word. A position is drawn there in a way of which there is no
// description, so one that is no FEN is named and not guessed.
func (g *Game) wxfBlock(name, text string, line int) *Error {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
	case name == "DIAG" || name == "SETUP":
		if isFEN(strings.Fields(text)[0]) {
			return g.setStart(text, line)
		}
		return &Error{Problem: NotSupported, Line: line, Text: name}
	case name == "COMMENT":
		g.set("Remark", text)
	}
	return nil
}
