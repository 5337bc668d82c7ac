package gamefile

import (
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// The limits of what is read.
const (
	MaxSize    = 1 << 20 // bytes of a file
	MaxMoves   = 10_000  // moves of a game, variations included
	MaxDepth   = 32      // variations within variations
	MaxComment = 16_384  // bytes of a comment

	maxTags = 100   // tags of a game; further ones are dropped
	maxTag  = 1_024 // bytes of a tag's value; the rest is dropped
)

// Read reads the first game of a file. It finds out the format and the encoding.
//
// The error is an *Error. Beside it Game holds what came before the fault: the tags, and the moves up to the one that
// could not be read. Only TooLarge and NotAGame leave nothing.
func Read(data []byte) (Game, Format, error) {
	if len(data) > MaxSize {
		return Game{}, MoveList, &Error{Problem: TooLarge}
	}
	if isXQF(data) {
		g, fault := readXQF(data)
		return finish(g, XQF, fault)
	}
	text := decode(data)
	switch pgn, dhtml := findPGN(text), findDhtmlXQ(text); { // either may occur in a comment of the other
	case dhtml < pgn:
		g, fault := readDhtmlXQ(text)
		return finish(g, DhtmlXQ, fault)
	case pgn < len(text):
		g, fault := readPGN(text)
		return finish(g, PGN, fault)
	}
	g, format, fault := readList(text)
	return finish(g, format, fault)
}

// finish brings a game into the form that Game describes. It makes of no fault an error that is nil.
func finish(g Game, f Format, fault *Error) (Game, Format, error) {
	if fault != nil && fault.Problem == NotAGame {
		return Game{}, f, fault
	}
	slices.SortStableFunc(g.Tags, func(a, b Tag) int { return tagRank(a.Name) - tagRank(b.Name) })
	g.order()
	if fault != nil {
		return g, f, fault
	}
	return g, f, nil
}

// order puts variations into the order of the moves that they replace.
func (l *Line) order() {
	slices.SortStableFunc(l.Variations, func(a, b Variation) int { return a.Ply - b.Ply })
	for i := range l.Variations {
		l.Variations[i].order()
	}
}

// tagOrder is the order of PGN's own tags among Game.Tags; all others come behind.
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

// setStart reads a FEN and makes it the start. A FEN that is no position leaves the start as it is.
func (g *Game) setStart(fen string, line int) *Error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return &Error{Problem: BadStart, Line: line, Text: cut(fen, notation.MaxText), Cause: err}
	}
	g.Start = p
	return nil
}
