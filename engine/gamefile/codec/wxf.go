package codec

import (
	"strconv"
	"strings"
	"unicode"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
)

// wxfMoves opens the moves of a file of the WXF's applets and of PlayOK, }END closes them.
const wxfMoves = "START{"

// wxfNames are the words with which its lines begin, and the tags that they become; "" is of no use here.
var wxfNames = map[string]string{
	"GAME": "Title", "EVENT": "Event", "PLACE": "Site", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "Red", "BLACK": "Black",
	"RED_TEAM": "RedTeam", "BLACK_TEAM": "BlackTeam", "REDTEAM": "RedTeam", "BLACKTEAM": "BlackTeam", "OPEN": "Opening", "OPENING": "Opening",
	"AUTHOR": "Author", "TIME": "TimeControl", "VARIATION": "Variation", "FORMAT": "",
}

// findWXF returns where a file of that kind begins: at a line with the word FORMAT. Its length means that there is
// none.
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
	gamefile.Game
	drawn bool // a diagram says where the game begins
	mover bool // and who is to move
}

// readWXF reads lines of a word and a value, blocks in braces, and the moves. Comments are in /* */ there.
func readWXF(text string) (gamefile.Game, *gamefile.Error) {
	g := wxfReader{Game: gamefile.Game{Start: board.StartPosition()}}
	begin := findWXF(text)
	before, moves, _ := strings.Cut(text[begin:], wxfMoves)
	fault := g.head(before, 1+strings.Count(text[:begin], "\n"))
	start := len(text) - len(moves)
	moves, after, closed := strings.Cut(moves, "}END")
	g.More = strings.Count(after, wxfMoves)
	afterLine := 1 + strings.Count(text[:len(text)-len(after)], "\n")
	after, _, _ = strings.Cut(after, "\nFORMAT") // the next game
	if len(strings.TrimSpace(moves)) == 0 {
		if fault != nil {
			return g.Game, g.FlipMover(fault)
		}
		if e := g.head(after, afterLine); e != nil {
			return g.Game, e
		}
		return g.Game, nil
	}
	if fault != nil {
		return g.Game, fault
	}
	moves = strings.NewReplacer("/*", " {", "*/", "} ").Replace(moves) // as long as before
	line := 1 + strings.Count(text[:start], "\n")
	r := g.moves(paste.NewScanner(moves, line))
	g.Line = r.Line
	from := g.Start
	_ = g.head(after, afterLine) // a position there is one of the game, and need not be understood
	g.Start = from
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
	p := board.StartPosition()
	for _, m := range usual.Moves {
		if p.Make(m); usual.Fault == nil && p.Placement() == g.Start.Placement() {
			g.Start = board.StartPosition()
			return usual
		}
	}
	if setup := g.Start.Setup(); !g.mover && len(r.Moves) == 0 {
		setup.SideToMove = setup.SideToMove.Opponent()
		if p, err := board.NewPosition(setup); err == nil {
			if other := paste.ReadMovetext(s, p); other.Fault == nil {
				g.Start = p
				return other
			}
		}
	}
	return r
}

// head reads what is before the moves or after them, from a line of the file on.
func (g *wxfReader) head(text string, from int) (fault *gamefile.Error) {
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
			if e := paste.SetStart(&g.Game, value, n); fault == nil {
				fault = e
			}
		case name == "RESULT":
			if r, ok := paste.ParseResult(value); ok && g.Result == gamefile.Unknown {
				g.Result = r
			}
		case tag != "":
			g.Set(tag, strings.TrimRight(value, "; "))
		}
	}
	return fault
}

// block reads what is in the braces after a word. SETUP and DIAG are where the game begins. How programs draw a
// diagram is not described anywhere, so one that is neither a FEN nor a list of pieces nor ten ranks is named and not
// guessed.
func (g *wxfReader) block(name, text string, line int) *gamefile.Error {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
	case name == "DIAG" || name == "SETUP":
		if paste.IsFEN(strings.Fields(text)[0]) {
			g.drawn, g.mover = true, len(strings.Fields(text)) > 1
			return paste.SetStart(&g.Game, text, line)
		}
		setup, mover, ok := diagramOf(text)
		if !ok {
			return &gamefile.Error{Problem: gamefile.NotSupported, Line: line, Text: name}
		}
		p, err := board.NewPosition(setup)
		if err != nil && !mover {
			setup.SideToMove = board.Black
			if other, e := board.NewPosition(setup); e == nil {
				p, err = other, nil
			}
		}
		if err != nil {
			return gamefile.NewError(gamefile.BadStart, line, text).Because(err)
		}
		g.Start, g.drawn, g.mover = p, true, mover
	case name == "COMMENT":
		g.Set("Remark", text)
	}
	return nil
}

// diagram is a position as the blocks SETUP and DIAG of a WXF file may hold it: a list of pieces with their points, as
// in "Ke0 Ra4 ke9 BLACK", or ten drawn ranks of nine characters.
type diagram struct {
	board.Setup
	black bool // the pieces that follow are Black's, whatever their case
	sided bool // a heading such as "Red:" says whose they are
	mover bool // a word says who is to move
}

// diagramOf reads a block and reports whether it says who is to move. It is not ok where a word is not known: what it
// means cannot be left to chance.
func diagramOf(text string) (setup board.Setup, mover, ok bool) {
	if placement, ok := drawnPlacement(text); ok {
		return board.Setup{Placement: placement, MoveNumber: 1}, false, true
	}
	d := diagram{Setup: board.Setup{MoveNumber: 1}}
	pieces := 0
	words := strings.FieldsFunc(strings.ReplaceAll(text, ":", ": "), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()[]", r)
	})
	for i := 0; i < len(words); i++ {
		switch word := strings.ToUpper(words[i]); {
		case word == "RED:" || word == "BLACK:" || word == "WHITE:":
			d.sided, d.black = true, word == "BLACK:"
		case word == "RED" || word == "WHITE":
			d.SideToMove, d.mover = board.Red, true
		case word == "BLACK":
			d.SideToMove, d.mover = board.Black, true
		case word == "MOVE" && i+1 < len(words):
			i++
			n, err := strconv.Atoi(words[i])
			if err != nil || n < 1 {
				return d.Setup, d.mover, false
			}
			d.MoveNumber = n
		case d.put(words[i]):
			pieces++
		default:
			return d.Setup, d.mover, false
		}
	}
	return d.Setup, d.mover, pieces > 1 // two kings at the least
}

// put puts a piece on its point: Ra4. It returns false where the word is neither, or the point is taken.
func (d *diagram) put(word string) bool {
	if len(word) != len("Ra4") {
		return false
	}
	kind, ok := wxfKind(word[0])
	file, rank := int(word[1]|0x20)-'a', int(word[2])-'0'
	if !ok || file < 0 || file >= board.Files || rank < 0 || rank >= board.Ranks {
		return false
	}
	side := board.Red
	if d.sided && d.black || !d.sided && unicode.IsLower(rune(word[0])) {
		side = board.Black
	}
	at := board.SquareAt(file, rank)
	if d.Placement[at] != board.NoPiece {
		return false
	}
	d.Placement[at] = board.MakePiece(side, kind)
	return true
}

// wxfKind reads a letter of a piece in either case, those that older programs use included.
func wxfKind(letter byte) (board.Kind, bool) {
	i := strings.IndexByte("KAGEBMHNRCP", letter&^0x20)
	if i < 0 {
		return 0, false
	}
	return [...]board.Kind{
		board.King, board.Advisor, board.Advisor, board.Elephant, board.Elephant, board.Elephant, board.Horse, board.Horse,
		board.Rook, board.Cannon, board.Pawn,
	}[i], true
}

// drawnPlacement reads ten lines of nine points, Black's back rank first: letters are pieces, Black's in lower case,
// and signs are points without one. Blanks may be between them.
func drawnPlacement(text string) (placement board.Placement, ok bool) {
	rank := board.Ranks
	for line := range strings.Lines(text) {
		points := strings.Join(strings.Fields(line), "")
		if points == "" {
			continue
		}
		if rank--; rank < 0 || len(points) != board.Files {
			return placement, false
		}
		for file := range board.Files {
			switch c := points[file]; {
			case strings.IndexByte(".+-*_0", c) >= 0:
			default:
				kind, isPiece := wxfKind(c)
				if !isPiece || !unicode.IsLetter(rune(c)) {
					return placement, false
				}
				side := board.Red
				if unicode.IsLower(rune(c)) {
					side = board.Black
				}
				placement[board.SquareAt(file, rank)] = board.MakePiece(side, kind)
			}
		}
	}
	return placement, rank == 0
}
