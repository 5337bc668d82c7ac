package codec

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

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

// findWXF returns where a file of that kind begins. Its length means that there is none.
func findWXF(text string) int {
	if starts := wxfGames(text); len(starts) > 0 {
		return starts[0]
	}
	return len(text)
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

// wxfReader reads a file of that kind.
type wxfReader struct {
	gamefile.Game
	drawn bool // a diagram says where the game begins
	mover bool // and who is to move
}

// readWXF reads lines of a word and a value, blocks in braces, and the moves. Comments are in /* */ there.
func readWXF(text string) (gamefile.Game, *gamefile.Error) {
	starts := append(wxfGames(text), len(text))
	g := wxfReader{Game: gamefile.Game{Start: board.StartPosition(), More: len(starts) - 2}}
	line := 1 + strings.Count(text[:starts[0]], "\n")
	before, rest, _ := strings.Cut(text[starts[0]:starts[1]], wxfMoves)
	moves, after, closed := strings.Cut(rest, "}END")
	fault := g.head(before, line)
	line += strings.Count(before, "\n")
	afterLine := line + strings.Count(moves, "\n")
	if fault != nil {
		if len(strings.TrimSpace(moves)) == 0 {
			fault = g.FlipMover(fault)
		}
		return g.Game, fault
	}
	if len(strings.TrimSpace(moves)) == 0 {
		return g.Game, g.head(after, afterLine)
	}
	moves = strings.NewReplacer("/*", " {", "*/", "} ").Replace(moves) // as long as before
	r := g.moves(paste.NewScanner(moves, line))
	_ = g.head(after, afterLine) // a position there is one of the game, and need not be understood
	g.Start, g.Line = r.Start, r.Line
	if g.Result == gamefile.Unknown {
		g.Result = r.Result
	}
	if r.Fault == nil && !closed {
		return g.Game, &gamefile.Error{Problem: gamefile.Unclosed, Line: line, Text: wxfMoves}
	}
	return g.Game, r.Fault
}

// moves reads the moves. A diagram need not say who is to move, and it may show a position within the game instead
// of the start: where the moves do not fit what it seems to say and fit the other without a fault, that is meant.
func (g *wxfReader) moves(s paste.Scanner) paste.Movetext {
	r := paste.ReadMovetext(s, g.Start)
	if r.Fault == nil || !g.drawn {
		return r
	}
	usual := paste.ReadMovetext(s, board.StartPosition())
	p := usual.Start
	for _, m := range usual.Moves {
		if p.Make(m); usual.Fault == nil && p.Placement() == g.Start.Placement() {
			return usual
		}
	}
	if !g.mover && len(r.Moves) == 0 {
		if p, err := gamefile.WithOtherMover(g.Start.Setup()); err == nil {
			if other := paste.ReadMovetext(s, p); other.Fault == nil {
				return other
			}
		}
	}
	return r
}

// wxfBlock is a word with a text in braces.
var wxfBlock = regexp.MustCompile(`(?m)^[ \t]*([A-Z_]+)\{([^}]*)\}.*$`)

// head reads what is before the moves or after them, from a line of the file on.
func (g *wxfReader) head(text string, line int) (fault *gamefile.Error) {
	keep := func(e *gamefile.Error) {
		if fault == nil {
			fault = e
		}
	}
	n, counted := line, 0
	for _, at := range wxfBlock.FindAllStringSubmatchIndex(text, -1) {
		n += strings.Count(text[counted:at[1]], "\n")
		counted = at[1]
		keep(g.block(text[at[2]:at[3]], strings.TrimSpace(text[at[4]:at[5]]), n))
	}
	text = wxfBlock.ReplaceAllStringFunc(text, func(block string) string { return strings.Repeat("\n", strings.Count(block, "\n")) })
	for row := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(row), "\t", " "), " ")
		if tag := wxfNames[name]; tag != "" {
			keep(paste.SetTag(&g.Game, tag, strings.TrimRight(value, "; "), line))
		}
		line++
	}
	return fault
}

// block reads what is in the braces after a word. SETUP and DIAG are where the game begins. How programs draw a
// diagram is not described anywhere, so one that is neither a FEN nor a list of pieces nor ten ranks is named and not
// guessed.
func (g *wxfReader) block(name, text string, line int) *gamefile.Error {
	switch {
	case text == "":
	case name == "DIAG" || name == "SETUP":
		if fields := strings.Fields(text); paste.IsFEN(fields[0]) {
			g.drawn, g.mover = true, len(fields) > 1
			return paste.SetStart(&g.Game, text, line)
		}
		d, ok := diagramOf(text)
		if !ok {
			return &gamefile.Error{Problem: gamefile.NotSupported, Line: line, Text: name}
		}
		p, err := board.NewPosition(d.Setup)
		if err != nil && !d.mover {
			p, err = startOf(d.Setup, board.NoSquare)
		}
		if err != nil {
			return gamefile.NewError(gamefile.BadStart, line, text).Because(err)
		}
		g.Start, g.drawn, g.mover = p, true, d.mover
	case name == "COMMENT":
		g.Set("Remark", text)
	}
	return nil
}

// diagram is a position as the blocks SETUP and DIAG of a WXF file may hold it: a list of pieces with their points, as
// in "Ke0 Ra4 ke9 BLACK", or ten drawn ranks of nine characters.
type diagram struct {
	board.Setup
	sided bool        // a heading such as "Red:" says whose the pieces are that follow, whatever their case
	side  board.Color // and whose
	mover bool        // a word says who is to move
}

// diagramOf reads a block. It is not ok where a word is not known: what it means cannot be left to chance.
func diagramOf(text string) (d diagram, ok bool) {
	if setup, err := board.ParseSetup(drawnRanks(text) + " w"); err == nil {
		return diagram{Setup: setup}, true
	}
	d.MoveNumber = 1
	words := strings.FieldsFunc(strings.ReplaceAll(text, ":", ": "), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()[]", r)
	})
	for i, word := range words {
		side := board.Red
		if strings.HasPrefix(strings.ToUpper(word), "BLACK") {
			side = board.Black
		}
		switch strings.ToUpper(word) {
		case "RED:", "BLACK:", "WHITE:":
			d.sided, d.side = true, side
		case "RED", "BLACK", "WHITE":
			d.SideToMove, d.mover = side, true
		case "MOVE": // and its number
		default:
			if n, err := strconv.Atoi(word); err == nil && i > 0 && strings.EqualFold(words[i-1], "MOVE") {
				d.MoveNumber = n
			} else if !d.put(word) {
				return d, false
			}
		}
	}
	return d, true
}

// put puts a piece on its point: Ra4. It returns false where the word is neither, or the point is taken.
func (d *diagram) put(word string) bool {
	piece, ok := board.PieceOf(olderLetters.Replace(word[:1])[0])
	at, err := board.ParseSquare(word[1:])
	if !ok || err != nil || d.Placement[at] != board.NoPiece {
		return false
	}
	if d.sided {
		piece = board.MakePiece(d.side, piece.Kind())
	}
	d.Placement[at] = piece
	return true
}

// olderLetters turns the letters of pieces that older programs use into the usual ones: guards and ministers.
var olderLetters = strings.NewReplacer("G", "A", "g", "a", "M", "B", "m", "b")

// drawnRanks returns what a FEN has for ten lines of nine points, Black's back rank first: letters are pieces, Black's in
// lower case, and signs are points without one. Blanks may be between them.
func drawnRanks(text string) string {
	var ranks []string
	for line := range strings.Lines(olderLetters.Replace(text)) {
		if points := strings.Join(strings.Fields(line), ""); points != "" {
			ranks = append(ranks, points)
		}
	}
	return strings.NewReplacer(".", "1", "+", "1", "-", "1", "*", "1", "_", "1", "0", "1").Replace(strings.Join(ranks, "/"))
}
