package lesson

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Name names a lesson in the database, in custom ids and in the keys of its phrases: small letters only. Never change
// one.
type Name string

// Goal is what a lesson asks for.
type Goal string

// The goals.
const (
	Take      Goal = "take"      // take the piece on Lesson.Target
	Reach     Goal = "reach"     // bring a piece to Lesson.Target
	Mate      Goal = "mate"      // checkmate
	Stalemate Goal = "stalemate" // leave the other side without a legal move, but not in check
	Deviate   Goal = "deviate"   // play any move that does not lose at once by repetition
)

// Lesson is one step: a position in which the pupil is to play a move. Red is to move in all of them.
type Lesson struct {
	Name Name
	// Record leads to the position. It has moves where the lesson is about what came before.
	Record board.Record
	// Piece is the square of the piece that the lesson is about, board.NoSquare if it is about none in particular.
	Piece  board.Square
	Goal   Goal
	Target board.Square // board.NoSquare where the goal needs none
}

// Position is the position in which the pupil is to move.
func (l *Lesson) Position() board.Position { return l.Record.Position() }

// Kind is the kind of the piece that the lesson is about; board.NoKind where it is about none in particular.
func (l *Lesson) Kind() board.Kind {
	p := l.Position()
	if l.Piece == board.NoSquare {
		return board.NoKind
	}
	return p.At(l.Piece).Kind()
}

// Introduces reports whether the lesson is the one that shows how a kind of piece moves: it has the name of the kind.
func (l *Lesson) Introduces() bool {
	switch l.Name {
	case "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn":
		return true
	}
	return false
}

// Solves reports whether a move is legal and does what the lesson asks for. Where the lesson is about a piece, another
// one solves nothing.
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

// Moves lists the legal moves of the piece on a point.
func (l *Lesson) Moves(from board.Square) []board.Move {
	p := l.Position()
	return slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return m.From() != from })
}

// Find is the lesson of that name; false where there is none.
func Find(name Name) (*Lesson, bool) {
	i := slices.IndexFunc(all, func(l *Lesson) bool { return l.Name == name })
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// All lists the lessons in the order in which they are taught. The caller changes none.
func All() []*Lesson { return slices.Clone(all) }

// Next is the first lesson that is not done, seen from the one after the lesson of that name and round to it; nil where
// all are done. An empty name looks from the beginning.
func Next(after Name, done func(Name) bool) *Lesson {
	start := slices.IndexFunc(all, func(l *Lesson) bool { return l.Name == after }) + 1
	for i := range all {
		if l := all[(start+i)%len(all)]; !done(l.Name) {
			return l
		}
	}
	return nil
}
