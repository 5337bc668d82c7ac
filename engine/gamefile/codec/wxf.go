package codec

import (
	"regexp"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
)

// wxfMoves opens the moves of a file of the WXF's applets and of PlayOK, }END closes them.
const wxfMoves = "START{"

// wxfNames are the words with which its lines begin, and the tags that they become.
var wxfNames = map[string]string{
	"GAME": "Title", "EVENT": "Event", "PLACE": "Site", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "Red", "BLACK": "Black",
	"RED_TEAM": "RedTeam", "BLACK_TEAM": "BlackTeam", "REDTEAM": "RedTeam", "BLACKTEAM": "BlackTeam", "OPEN": "Opening", "OPENING": "Opening",
	"AUTHOR": "Author", "TIME": "TimeControl", "VARIATION": "Variation", "RESULT": "Result", "FEN": "FEN",
}

// wxfGames returns where the games of a text begin: at a line with the word FORMAT, or at the moves.
func wxfGames(text string) (starts []int) {
	if !strings.Contains(text, wxfMoves) {
		return nil
	}
	at, moves := 0, true // another game may begin
	for line := range strings.Lines(text) {
		isMoves := strings.HasPrefix(line, wxfMoves)
		if fields := strings.Fields(line); moves && (isMoves || len(fields) > 1 && fields[0] == "FORMAT") {
			starts, moves = append(starts, at), false
		}
		moves = moves || isMoves
		at += len(line)
	}
	return starts
}

// readWXF reads lines of a word and a value, blocks in braces, and the moves. Comments are in /* */ there.
func readWXF(text string) (gamefile.Game, *gamefile.Error) {
	g := gamefile.Game{Start: board.StartPosition()}
	start := wxfGames(text)[0]
	line := 1 + strings.Count(text[:start], "\n")
	before, rest, _ := strings.Cut(text[start:], wxfMoves)
	moves, after, closed := strings.Cut(rest, "}END")
	fault := readWXFHead(&g, before, line)
	line += strings.Count(before, "\n")
	afterLine := line + strings.Count(moves, "\n")
	if fault != nil {
		if len(strings.TrimSpace(moves)) == 0 {
			fault = g.FlipMover(fault)
		}
		return g, fault
	}
	if len(strings.TrimSpace(moves)) == 0 {
		fault = readWXFHead(&g, after, afterLine)
		return g, fault
	}
	begin := g.Start
	_ = readWXFHead(&g, after, afterLine) // a position there is one of the game, and need not be understood
	g.Start = begin
	moves = strings.NewReplacer("/*", " {", "*/", "} ").Replace(moves) // as long as before
	fault = paste.ReadMoves(&g, paste.NewScanner(moves, line))
	if fault == nil && !closed {
		fault = &gamefile.Error{Problem: gamefile.Unclosed, Line: line, Text: wxfMoves}
	}
	return g, fault
}

// wxfBlock is a word with a text in braces.
var wxfBlock = regexp.MustCompile(`(?m)^[ \t]*([A-Z_]+)\{([^}]*)\}.*$`)

// readWXFHead reads what is before the moves or after them, from a line of the file on.
func readWXFHead(g *gamefile.Game, text string, line int) (fault *gamefile.Error) {
	keep := func(e *gamefile.Error) {
		if fault == nil {
			fault = e
		}
	}
	n, counted := line, 0
	for _, at := range wxfBlock.FindAllStringSubmatchIndex(text, -1) {
		n += strings.Count(text[counted:at[1]], "\n")
		counted = at[1]
		keep(readWXFBlock(g, text[at[2]:at[3]], strings.TrimSpace(text[at[4]:at[5]]), n))
	}
	text = wxfBlock.ReplaceAllStringFunc(text, func(block string) string { return strings.Repeat("\n", strings.Count(block, "\n")) })
	for row := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(row), "\t", " "), " ")
		if tag := wxfNames[name]; tag != "" {
			keep(paste.SetTag(g, tag, strings.TrimRight(value, "; "), line))
		}
		line++
	}
	return fault
}

// readWXFBlock reads what is in the braces after a word. SETUP and DIAG are where the game begins. How programs draw a
// diagram is not described anywhere, so one that is no FEN is named and not guessed.
func readWXFBlock(g *gamefile.Game, name, text string, line int) *gamefile.Error {
	switch {
	case text == "":
	case name == "COMMENT":
		g.Set("Remark", text)
	case name != "DIAG" && name != "SETUP":
	case paste.IsFEN(strings.Fields(text)[0]):
		return paste.SetStart(g, text, line)
	default:
		return gamefile.NewError(gamefile.NotSupported, line, name)
	}
	return nil
}
