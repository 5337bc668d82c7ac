package gamefile

import "xiangqibot/engine/board"

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
	// Tags are the other tags: first the standard ones of PGN in its order, then the rest in the order of the file.
	// Names are unique.
	Tags []Tag
	// Start is the start position; it is legal even if an error says that the one in the file was not.
	Start board.Position
	Line  // the moves played

	// Before and More are the numbers of games before this one in the file and behind it, as far as they can be
	// determined without reading them.
	Before, More int
}

// Tag is a tag pair without a field of its own in [Game].
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
func (r Result) String() string {
	if int(r) < len(resultTexts) {
		return resultTexts[r]
	}
	return resultTexts[Unknown]
}
