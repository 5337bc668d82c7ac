package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// wxfMoves opens the moves of a file of the WXF's applets and of PlayOK, }END closes them.
const wxfMoves = "START{"

// wxfNames are the words with which its lines begin, and the tags that they become; "" is of no use here.
var wxfNames = map[string]string{
	"GAME": "Title", "EVENT": "Event", "PLACE": "Site", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "Red", "BLACK": "Black",
	"RED_TEAM": "RedTeam", "BLACK_TEAM": "BlackTeam", "REDTEAM": "RedTeam", "BLACKTEAM": "BlackTeam", "OPEN": "Opening", "OPENING": "Opening",
	"AUTHOR": "Author", "TIME": "TimeControl", "VARIATION": "Variation", "FORMAT": "",
}

// findWXF returns where a file of that kind begins: at a line with the word FORMAT. Its length means that there is none.
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

// wxfReader reads a file of that kind.
type wxfReader struct {
	Game
	drawn bool // a diagram says where the game begins
	mover bool // and who is to move
}

// readWXF reads lines of a word and a value, blocks in braces, and the moves. Comments are in /* */ there.
func readWXF(text string) (Game, *Error) {
	g := wxfReader{Game: Game{Start: board.StartPosition()}}
	begin := findWXF(text)
	before, moves, _ := strings.Cut(text[begin:], wxfMoves)
	fault := g.head(before, 1+strings.Count(text[:begin], "\n"))
	start := len(text) - len(moves)
	moves, after, closed := strings.Cut(moves, "}END")
	g.More = strings.Count(after, wxfMoves)
	behind := 1 + strings.Count(text[:len(text)-len(after)], "\n")
	after, _, _ = strings.Cut(after, "\nFORMAT") // the next game
	if len(strings.TrimSpace(moves)) == 0 {
		if fault != nil {
			return g.Game, g.diagram(fault)
		}
		if e := g.head(after, behind); e != nil {
			return g.Game, e
		}
		return g.Game, nil
	}
	if fault != nil {
		return g.Game, fault
	}
	s := newScanner(strings.NewReplacer("/*", " {", "*/", "} ").Replace(moves)) // as long as before
	s.line = 1 + strings.Count(text[:start], "\n")
	r := g.moves(s)
	g.Line = r.Line
	from := g.Start
	_ = g.head(after, behind) // a position there is one of the game, and need not be understood
	g.Start = from
	if g.Result == Unknown {
		g.Result = r.result
	}
	if r.err == nil && !closed {
		return g.Game, &Error{Problem: Unclosed, Line: s.line, Text: wxfMoves}
	}
	return g.Game, r.err
}

// moves reads the moves. A diagram need not say who is to move, and it may show a position within the game instead
// of the start: where the moves do not fit what it seems to say and fit the other without a fault, that is meant.
func (g *wxfReader) moves(s scanner) reading {
	from := func(start board.Position) reading {
		return best(s, func(m manner) reading { return m.follow(s, start) })
	}
	r := from(g.Start)
	if r.err == nil || !g.drawn {
		return r
	}
	usual := from(board.StartPosition())
	p := board.StartPosition()
	for _, m := range usual.Moves {
		if p.Make(m); usual.err == nil && p.Placement() == g.Start.Placement() {
			g.Start = board.StartPosition()
			return usual
		}
	}
	if setup := g.Start.Setup(); !g.mover && len(r.Moves) == 0 {
		setup.SideToMove = setup.SideToMove.Opponent()
		if p, err := board.NewPosition(setup); err == nil {
			if other := from(p); other.err == nil {
				g.Start = p
				return other
			}
		}
	}
	return r
}

// head reads what is before the moves or behind them, from a line of the file on.
func (g *wxfReader) head(text string, from int) (fault *Error) {
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
			if e := g.block(block, inside.String(), n); fault == nil {
				fault = e
			}
			block = ""
			inside.Reset()
			continue
		}
		if name, rest, found := strings.Cut(line, "{"); found && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			if before, _, closed := strings.Cut(rest, "}"); closed {
				if e := g.block(name, before, n); fault == nil {
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
			if e := g.setStartField(value, n); fault == nil {
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

// block reads what is in the braces behind a word. SETUP and DIAG are where the game begins. How programs draw a
// diagram is not described anywhere, so one that is neither a FEN nor a list of pieces nor ten ranks is named and not
// guessed.
func (g *wxfReader) block(name, text string, line int) *Error {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
	case name == "DIAG" || name == "SETUP":
		if isFEN(strings.Fields(text)[0]) {
			g.drawn, g.mover = true, len(strings.Fields(text)) > 1
			return g.setStartField(text, line)
		}
		setup, mover, ok := diagramOf(text)
		if !ok {
			return &Error{Problem: NotSupported, Line: line, Text: name}
		}
		p, err := board.NewPosition(setup)
		if err != nil && !mover {
			setup.SideToMove = board.Black
			if other, e := board.NewPosition(setup); e == nil {
				p, err = other, nil
			}
		}
		if err != nil {
			return &Error{Problem: BadStart, Line: line, Text: cut(text, notation.MaxText), Cause: err}
		}
		g.Start, g.drawn, g.mover = p, true, mover
	case name == "COMMENT":
		g.set("Remark", text)
	}
	return nil
}
