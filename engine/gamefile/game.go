package gamefile

import "xiangqibot/engine/board"

// Game is what a file says about one game. Texts are empty where the file says nothing.
type Game struct {
	Event, Site string
	// Date is as the file has it: 1999.12.09, 2018-03-24, 2018年.
	Date       string
	Round      string
	Red, Black string // the players
	// Opening is the name of the opening, with or without a code.
	Opening string
	// Result is what the file says, also where the last position says something else.
	Result Result
	// Tags are the others: first those that PGN knows, in its order, then the rest as they are in the file. No name
	// comes twice.
	Tags []Tag
	// Start is where the game begins; it is a legal position even when an error says that the file's own was not.
	Start board.Position
	Line  // the moves played

	// More is how many further games the file holds, as far as that can be seen without reading them.
	More int
}

// Tag is something that a file says about its game beside what has a field in Game.
type Tag struct{ Name, Value string }

// Line is moves with what is written about them.
type Line struct {
	// Moves are legal, each in its turn.
	Moves []board.Move
	// Comments are the texts beside the moves, by the number of moves of this line before them: 0 is said before the
	// first. They are trimmed, have \n between their lines and are never empty.
	Comments Notes[string]
	// Marks are what is thought of the moves, by the number of moves of this line up to and with the one meant: 1 is about
	// the first. None comes twice at one move, and there are at most MaxMarks.
	Marks Notes[[]Mark]
	// Variations are other ways to go on, ordered by Ply.
	Variations []Variation
}

// Variation is a line that leaves another one.
type Variation struct {
	// Ply is the index of the move in the line around that the first move of this one replaces.
	Ply int
	Line
}

// Record returns the game as the other packages know it: without comments and variations. It shares the moves with g.
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

// Result is how a file says that its game ended.
type Result uint8

// The results. Unknown also stands for a game that goes on.
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
