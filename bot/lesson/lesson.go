// Package lesson holds the lessons for beginners: positions, the task in each, and the moves that solve it.
//
// It is data, with the rules that distinguish right moves from wrong ones. The text of a lesson is among the other
// phrases, under its name. Package view shows it, and package member keeps which lessons a person has done. Start with:
//
//	for _, l := range lesson.All() {
//		if l.Solves(m) { // the move solves the task
//		}
//	}
//
// The tests play every legal move of every lesson and check what the lesson claims about it.
package lesson

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Name identifies a lesson in the database, in custom ids and in the keys of its phrases: lowercase letters only. Never
// change one.
type Name string

// Goal is the task of a lesson.
type Goal string

// The goals.
const (
	Take      Goal = "take"      // capture the piece on Lesson.Target
	Reach     Goal = "reach"     // move a piece to Lesson.Target
	Mate      Goal = "mate"      // checkmate
	Stalemate Goal = "stalemate" // stalemate: no legal move, but not in check
	Deviate   Goal = "deviate"   // play any move that does not lose by repetition at once
)

// Lesson is a position in which the learner has to find a move. Red is to move in all of them.
type Lesson struct {
	Name Name
	// Record leads to the position. It has moves only if the lesson depends on the moves before.
	Record board.Record
	// Piece is the square of the piece that the lesson is about, or board.NoSquare if it is about none in particular.
	Piece  board.Square
	Goal   Goal
	Target board.Square // board.NoSquare if the goal needs none
}

// Position returns the position in which the learner has to move.
func (l *Lesson) Position() board.Position { return l.Record.Position() }

// IntroducesPiece reports whether the lesson is the one that shows how a kind of piece moves. It is named after the
// kind.
func (l *Lesson) IntroducesPiece() bool {
	switch l.Name {
	case "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn":
		return true
	}
	return false
}

// Solves reports whether a move is legal and reaches the goal. If the lesson is about a piece, only moves of that piece
// do.
func (l *Lesson) Solves(m board.Move) bool {
	p := l.Position()
	if !p.IsLegal(m) || l.Piece != board.NoSquare && m.From() != l.Piece {
		return false
	}
	after := l.Record.Clone()
	if after.Play(m) != nil {
		return false
	}
	verdict := rules.Judge(&after, rules.ForPeople())
	switch l.Goal {
	case Take, Reach:
		return m.To() == l.Target
	case Mate:
		return verdict.Reason == rules.Checkmate
	case Stalemate:
		return verdict.Reason == rules.Stalemate
	case Deviate:
		return verdict.Outcome != rules.BlackWins
	}
	return false
}

// Moves returns the legal moves of the piece on a square.
func (l *Lesson) Moves(from board.Square) []board.Move {
	p := l.Position()
	return slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return m.From() != from })
}

// Find returns the lesson with the name, or false if there is none.
func Find(name Name) (*Lesson, bool) {
	i := slices.IndexFunc(lessons, func(l *Lesson) bool { return l.Name == name })
	if i < 0 {
		return nil, false
	}
	return lessons[i], true
}

// All returns the lessons in the order in which they are taught. The caller must not modify them.
func All() []*Lesson { return slices.Clone(lessons) }

// Next returns the next lesson after the named one that is not done, wrapping around at the end, or nil if all are
// done. With an empty name it starts at the first lesson.
func Next(after Name, done func(Name) bool) *Lesson {
	start := slices.IndexFunc(lessons, func(l *Lesson) bool { return l.Name == after }) + 1
	for i := range lessons {
		if l := lessons[(start+i)%len(lessons)]; !done(l.Name) {
			return l
		}
	}
	return nil
}
