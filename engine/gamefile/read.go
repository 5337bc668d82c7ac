package gamefile

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"xiangqibot/engine/board"
)

// The limits of what is read.
const (
	MaxSize    = 8 << 20 // bytes of a file
	MaxList    = 1 << 20 // bytes of one without tags or a format of its own, which has to be searched for moves
	MaxMoves   = 500_000 // moves of a game, variations included
	MaxPlies   = 10_000  // moves of a game without its variations
	MaxDepth   = 32      // variations within variations
	MaxComment = 16_384  // bytes of a comment

	maxTags = 100   // tags of a game; further ones are dropped
	maxTag  = 1_024 // bytes of a tag's value; the rest is dropped
)

// Source is what a file turned out to be.
type Source struct {
	Format   Format
	Encoding Encoding // of its texts; of a file that cannot be read it means nothing
	// Alone is a game with a fault as a file by itself, where the file holds others too; else nil.
	Alone []byte
}

// Read reads the first game of a file of which anything can be read. It finds out the format and the encoding.
//
// The error is an *[Error]. Beside it [Game] holds what came before the fault: the tags, and the moves up to the one
// that could not be read. Only [TooLarge], [NotAGame], [BadEncoding] and [OtherGame] leave nothing.
func Read(data []byte) (Game, Format, error) {
	g, source, err := ReadGame(data, 0)
	return g, source.Format, err
}

// readFirst reads the first game of a file.
func readFirst(data []byte) (Game, Source, error) {
	if len(data) > MaxSize {
		return Game{}, Source{Format: MoveList}, &Error{Problem: TooLarge}
	}
	if isXQF(data) {
		g, encoding, fault := readXQF(data)
		return finish(g, XQF, encoding, fault)
	}
	if f, ok := bridgeOf(data); ok {
		g, fault := readBridge(data, f)
		return finish(g, f, UTF16LE, fault)
	}
	if name := foreign(data); name != "" {
		return Game{Start: board.StartPosition()}, Source{Format: MoveList}, &Error{Problem: NotSupported, Text: name}
	}
	// The encoding that parses best is the right one: the likeliest where nothing is wrong, else that in which the
	// moves go on farthest.
	var best textReading
	const most = 3 // encodings; what is less likely yet is none
	for i, e := range encodings(data) {
		if i == most {
			break
		}
		r := readText(e.encoding, e.text())
		if i == 0 || r.farther(&best) {
			best = r
		}
		if best.fault == nil || best.fault.isRoom() {
			break
		}
	}
	if best.fault != nil && len(best.Moves) == 0 && best.Start == board.StartPosition() && best.garbled {
		best.fault = &Error{Problem: BadEncoding}
	}
	return finish(best.Game, best.format, best.encoding, best.fault)
}

// textReading is what a text says in one encoding.
type textReading struct {
	Game
	encoding Encoding
	format   Format
	garbled  bool // the encoding is a wrong one, or was before
	fault    *Error
}

// farther reports whether more was read than in another encoding.
func (r *textReading) farther(other *textReading) bool {
	none, noneOther := r.fault != nil && r.fault.Problem == NotAGame, other.fault != nil && other.fault.Problem == NotAGame
	switch {
	case none != noneOther:
		return noneOther
	case len(r.Moves) != len(other.Moves):
		return len(r.Moves) > len(other.Moves)
	}
	return r.fault == nil && other.fault != nil && len(r.Moves) > 0
}

// readText reads the text of a file.
func readText(e Encoding, text string) textReading {
	r := textReading{encoding: e, garbled: isGarbled(text)}
	if i := strings.Index(text[:min(len(text), 1024)], cbfElement); i >= 0 {
		r.format = CBF
		r.Game, r.fault = readCBF(text)
		return r
	}
	switch pgn, dhtml := findPGN(text), findDhtmlXQ(text); { // either may occur in a comment of the other
	case findWXF(text) < min(pgn, dhtml):
		r.format = WXF
		r.Game, r.fault = readWXF(text)
	case dhtml < pgn:
		r.format = DhtmlXQ
		r.Game, r.fault = readDhtmlXQ(text)
	case pgn < len(text):
		r.format = PGN
		r.Game, r.fault = readPGN(text)
	case len(text) > 2*MaxList: // a character may take twice the room that it took before
		r.format, r.fault = MoveList, &Error{Problem: TooLarge, Text: MoveList.String()}
	default:
		if page := html.UnescapeString(text); findPGN(page) < len(page) { // copied from the source of a page
			r.format = PGN
			r.Game, r.fault = readPGN(page)
			break
		}
		r.Game, r.format, r.fault = readList(text)
	}
	if (r.format == PGN || r.format == MoveList) && r.fault != nil && r.fault.endsGame() && r.fault.Problem != OtherGame {
		if other := westernGame(text, len(r.Moves)); other != nil {
			r.fault = other
		}
	}
	return r
}

// foreign names a kind of file that holds no record, by its first bytes, "" for all others.
func foreign(data []byte) string {
	for _, kind := range [...]struct{ magic, name string }{
		{"%PDF-", "PDF"}, {"PK\x03\x04", "ZIP"}, {"Rar!\x1A", "RAR"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"\x1F\x8B", "gzip"},
		{"\x89PNG", "PNG"}, {"GIF8", "GIF"}, {"\xFF\xD8\xFF", "JPEG"}, {"\xD0\xCF\x11\xE0", "DOC"}, {"SQLite format 3", "SQLite"},
		{"\x00\x02\x20\x17", "XQR (XiangQi Replay)"}, // records of which no program but one writes any
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			return kind.name
		}
	}
	return ""
}

// finish brings a game into the form that [Game] describes. It makes of no fault an error that is nil.
func finish(g Game, f Format, e Encoding, fault *Error) (Game, Source, error) {
	if fault != nil && (fault.Problem == NotAGame || fault.Problem == BadEncoding || fault.Problem == TooLarge || fault.Problem == OtherGame) {
		return Game{}, Source{Format: f, Encoding: e}, fault
	}
	slices.SortStableFunc(g.Tags, func(a, b Tag) int { return tagRank(a.Name) - tagRank(b.Name) })
	g.order()
	if left := g.prune(MaxMoves); left > 0 {
		if fault == nil {
			fault = &Error{Problem: TooManyMoves, InVariation: true}
		}
		fault.DroppedMoves += left
	}
	if fault != nil {
		return g, Source{Format: f, Encoding: e}, fault
	}
	return g, Source{Format: f, Encoding: e}, nil
}

// order puts variations into the order of the moves that they replace.
func (l *Line) order() {
	slices.SortStableFunc(l.Variations, func(a, b Variation) int { return a.Ply - b.Ply })
	for i := range l.Variations {
		l.Variations[i].order()
	}
}

// tagOrder is the order of PGN's own tags among [Game.Tags]; all others come behind.
var tagOrder = [...]string{"RedTeam", "BlackTeam", "Variation", "ECCO"}

func tagRank(name string) int {
	if i := slices.Index(tagOrder[:], name); i >= 0 {
		return i
	}
	return len(tagOrder)
}

// set puts what a file says about a name, spelt as in PGN, into its place. The first word on a matter counts, and one
// such as "?", "-" or "????.??.??" says that nothing is known.
func (g *Game) set(name, value string) {
	value = tidyLine(value)
	if strings.Trim(value, "?.-* ") == "" {
		return
	}
	field := g.field(name)
	switch {
	case field != nil && *field == "":
		*field = value
	case field == nil && !isReserved(name) && g.Tag(name) == "" && len(g.Tags) < maxTags:
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// field returns where the value of a name is kept, nil if that is among the tags.
func (g *Game) field(name string) *string {
	switch name {
	case "Event":
		return &g.Event
	case "Site":
		return &g.Site
	case "Date":
		return &g.Date
	case "Round":
		return &g.Round
	case "Red":
		return &g.Red
	case "Black":
		return &g.Black
	case "Opening":
		return &g.Opening
	}
	return nil
}

// isReserved tells the tags of PGN that the format itself, the moves or the start position say.
func isReserved(name string) bool {
	switch name {
	case "Game", "Format", "Variant", "SetUp", "PlyCount", "Result", "FEN":
		return true
	}
	return false
}
