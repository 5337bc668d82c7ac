package gamefile

import (
	"errors"
	"slices"
	"strings"

	"xiangqibot/engine/board"
)

// The limits of what is read. What is beyond is dropped and reported.
const (
	MaxSize    = 8 << 20 // bytes of a file
	MaxList    = 1 << 20 // bytes of one without tags or a format of its own, which has to be searched for moves
	MaxMoves   = 500_000 // moves of a game, variations included
	MaxPlies   = 10_000  // moves of a game without its variations
	MaxDepth   = 32      // variations within variations
	MaxComment = 16_384  // bytes of a comment

	maxTags = 100   // tags of a game; further ones are dropped
	MaxTag  = 1_024 // bytes of a tag's value; the rest is dropped
)

// Game is one game of a file. Fields that the file does not have are empty.
type Game struct {
	Event, Site string
	// Date is as the file has it: 1999.12.09, 2018-03-24, 2018年.
	Date       string
	Round      string
	Red, Black string // the players
	// Opening is the name of the opening, with or without a code.
	Opening string
	// Result is the result in the file, even if it contradicts the last position.
	Result Result
	// Tags are the other tags, in the order of the file. Names are unique.
	Tags []Tag
	// Start is the start position; it is legal even if an error says that the one in the file was not.
	Start board.Position
	Line  // the moves played

	// Before and More are the numbers of games before this one in the file and after it, as far as they can be
	// determined without reading them.
	Before, More int
}

// Tag is a tag pair without a field of its own in [Game]. Its name has letters and digits, and its value is not empty.
type Tag struct{ Name, Value string }

// Line is a sequence of moves with annotations.
type Line struct {
	// Moves are legal, each in its turn.
	Moves []board.Move
	// Comments are indexed by the number of moves of this line before them: 0 is before the first move. They are
	// trimmed, have \n between their lines and are never empty.
	Comments Notes[string]
	// NAGs are indexed by the number of the annotated move in this line, counted from 1. They are unique for each move,
	// and there are at most MaxNAGs.
	NAGs Notes[[]NAG]
	// Variations are the variations of this line, ordered by Ply.
	Variations []Variation
}

// Variation is a line that branches off another one.
type Variation struct {
	// Ply is the index of the move in the parent line that the first move of this one replaces.
	Ply int
	Line
}

// Record returns the game without comments and variations, for use with other packages. It shares the moves with g.
func (g *Game) Record() board.Record { return board.Record{Start: g.Start, Moves: g.Moves} }

// Tag returns the value of a tag in Tags, "" if there is none of that name.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Result is the result of a game according to its file.
type Result uint8

// The results. Unknown also stands for an unfinished game.
const (
	Unknown Result = iota
	RedWins
	BlackWins
	Draw
)

var resultTexts = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns the result as PGN writes it: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return resultTexts[r] }

// Truncate drops all that is after the first n moves.
func (l *Line) Truncate(n int) {
	n = min(n, len(l.Moves))
	if l.Moves = l.Moves[:n]; n == 0 {
		l.Moves = nil
	}
	l.Comments.drop(n)
	l.NAGs.drop(n)
	l.Variations = slices.DeleteFunc(l.Variations, func(v Variation) bool { return v.Ply >= n })
}

// Set puts what a file says about a name, spelt as in PGN, into its place. The first word on a matter counts, and one
// such as "?", "-" or "????.??.??" says that nothing is known.
func (g *Game) Set(name, value string) {
	value = TidyLine(value)
	if strings.Trim(value, "?.-* ") == "" {
		return
	}
	field := g.field(name)
	switch {
	case field != nil && *field == "":
		*field = value
	case field == nil && !isReservedTag(name) && g.Tag(name) == "" && len(g.Tags) < maxTags:
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// field returns where the value of a name is kept, nil if that is among the tags.
func (g *Game) field(name string) *string {
	return map[string]*string{
		"Event": &g.Event, "Site": &g.Site, "Date": &g.Date, "Round": &g.Round, "Red": &g.Red, "Black": &g.Black, "Opening": &g.Opening,
	}[name]
}

// Value returns what a tag of PGN would hold, whether it has a field of its own or is among the tags.
func (g *Game) Value(name string) string {
	if field := g.field(name); field != nil {
		return *field
	}
	return g.Tag(name)
}

// isReservedTag recognizes the tags of PGN that the format itself, the moves or the start position say.
func isReservedTag(name string) bool {
	return slices.Contains([]string{"Game", "Format", "Variant", "SetUp", "PlyCount", "Result", "FEN"}, name)
}

// Budget counts the moves of a game and those of its variations while a file is read.
type Budget [2]int

// Spend counts a move that lies depth variations deep. It returns false where there is no room for it. The game itself
// has room of its own, however many variations come before its end.
func (b *Budget) Spend(depth int) bool {
	room := Budget{MaxPlies, MaxMoves - MaxPlies}
	i := min(depth, 1)
	if b[i] == room[i] {
		return false
	}
	b[i]++
	return true
}

// SetFEN reads a FEN in its strict form and makes it the start. One that is no position leaves the start as it is.
func (g *Game) SetFEN(fen string, line int) *Error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return NewError(BadStart, line, fen).Because(err)
	}
	g.Start = p
	return nil
}

// FlipMover shows a position that no moves follow with the other side to move, if the one that should move could take
// the king. It returns what is to be said instead of the fault, or the fault where it is another one.
func (g *Game) FlipMover(fault *Error) *Error {
	var setupError *board.SetupError
	var fenError *board.FENError
	if !errors.As(fault.Cause, &setupError) || setupError.Fault != board.KingCapturable || !errors.As(fault.Cause, &fenError) {
		return fault
	}
	setup, err := board.ParseSetup(fenError.FEN)
	if err != nil {
		return fault
	}
	p, err := WithOtherMover(setup)
	if err != nil {
		return fault
	}
	g.Start = p
	flipped := *fault
	flipped.Problem = OtherMover
	return &flipped
}

// WithOtherMover returns the position of a setup in which the other side is to move.
func WithOtherMover(setup board.Setup) (board.Position, error) {
	setup.SideToMove = setup.SideToMove.Opponent()
	return board.NewPosition(setup)
}
