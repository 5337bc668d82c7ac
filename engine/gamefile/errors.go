package gamefile

import (
	"fmt"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Problem is what is wrong with a file.
type Problem uint8

// The problems. Those marked "nothing" return no game, the others the part before the fault.
const (
	TooLarge      Problem = iota + 1 // more than MaxSize bytes: nothing
	NotAGame                         // neither moves nor a position were found: nothing
	BadStart                         // the start position is no position; Cause says why: tags only
	BadMove                          // Text is not a move, or not a legal or unique one; Cause says why
	TooManyMoves                     // more than MaxPlies, or than MaxMoves with variations: the rest is dropped
	TooDeep                          // variations nest deeper than MaxDepth: this one is dropped
	TooLong                          // a comment has more than MaxComment bytes: it is cut there
	Unclosed                         // a comment or variation has no end: it is taken to reach the end of the file
	NoSuchVariant                    // a variation leaves a line or a move that is not there: it is dropped
	CutOff                           // a binary file ends within a record
	NotSupported                     // Text names a version or an encoding of moves that is not known
	WrongTurn                        // Text, a number, a side or a move with the other side's digits, does not belong to the move that is due
	BadEncoding                      // the bytes are text in no encoding that is known, or were broken before: nothing
	OtherGame                        // Text, a tag or the first moves, says that it is a record of another game: nothing
	Unread                           // Text is moves after the end of the game, or in a line of words of which nothing says that it is a comment
	NoSuchGame                       // the file holds as many games as Text says, and not the one that was asked for: nothing
	OtherMover                       // the side to move of a position without moves could take the king: the other one is to move
)

var problemTexts = [...]string{
	TooLarge:      "the file is too large",
	NotAGame:      "no moves and no position found",
	BadStart:      "bad start position",
	BadMove:       "bad move",
	TooManyMoves:  "too many moves",
	TooDeep:       "variations nested too deep",
	TooLong:       "comment too long",
	Unclosed:      "no end of it found",
	NoSuchVariant: "a variation without the move it replaces",
	CutOff:        "the file is cut off",
	NotSupported:  "not supported",
	WrongTurn:     "another move is due",
	BadEncoding:   "characters in no encoding that is known",
	OtherGame:     "another game",
	Unread:        "moves that are not read",
	NoSuchGame:    "no game with this number, but as many as",
	OtherMover:    "the side to move could take the king: the other one is to move",
}

// String returns a few English words for developers.
func (p Problem) String() string { return problemTexts[p] }

// Error is a fault of a file: where it is, what it is, and why. If there are several, it is the first one that costs
// moves of the game itself, or else the first one.
type Error struct {
	Problem Problem
	// Line is the line of the file, counted from 1; 0 for formats without lines, such as XQF.
	Line int
	// Ply is the move at fault, counted in plies from 1 from the start of the game; 0 if the fault is not at a move. A
	// move in a variation is counted along its line.
	Ply int
	// Number and Side are the same in move numbers: the number of the round, counted from that of the start position,
	// and the side to move.
	Number int
	Side   board.Color
	// InVariation reports that the move belongs to a variation: reading of the game itself continued.
	InVariation bool
	// Before is the position in which the move was to be played; the zero value if Ply is 0.
	Before board.Position
	// Text is the text at fault, truncated to 64 bytes.
	Text string
	// Cause is the underlying error: *notation.SyntaxError, *notation.IllegalError, *notation.AmbiguousError,
	// *board.FENError or *board.SetupError. It may be nil.
	Cause error
}

// NewError returns a problem on a line, 0 if there are none. The text is truncated.
func NewError(problem Problem, line int, text string) *Error {
	return &Error{Problem: problem, Line: line, Text: Cut(text, notation.MaxText)}
}

// Because adds the cause.
func (e *Error) Because(cause error) *Error {
	e.Cause = cause
	return e
}

// AtMove adds the move that was to be made in p, which ply others precede.
func (e *Error) AtMove(p *board.Position, ply int, inVariation bool) *Error {
	e.Ply, e.Number, e.Side, e.InVariation, e.Before = ply+1, p.MoveNumber(), p.SideToMove(), inVariation, *p
	return e
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("game record")
	if e.Line > 0 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Ply > 0 {
		fmt.Fprintf(&b, ", round %d, %s", e.Number, e.Side)
	}
	if e.InVariation {
		b.WriteString(" in a variation")
	}
	fmt.Fprintf(&b, ": %v", e.Problem)
	if e.Text != "" && e.Cause == nil {
		fmt.Fprintf(&b, ": %q", e.Text)
	}
	if e.Cause != nil {
		fmt.Fprintf(&b, ": %v", e.Cause)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// EndsGame reports whether the moves of the game itself are lost from the fault on.
func (e *Error) EndsGame() bool {
	ofMoves := []Problem{BadMove, TooManyMoves, CutOff, NotSupported, WrongTurn, Unread}
	return e.LeavesNothing() || e.Problem == BadStart || !e.InVariation && slices.Contains(ofMoves, e.Problem)
}

// LeavesNothing reports whether no game is returned beside the error.
func (e *Error) LeavesNothing() bool {
	return slices.Contains([]Problem{TooLarge, NotAGame, BadEncoding, OtherGame, NoSuchGame}, e.Problem)
}

// IsVariationLimit reports whether the only problem is that variations exceed [MaxMoves].
func (e *Error) IsVariationLimit() bool { return e.Problem == TooManyMoves && e.InVariation }

// Faults keeps the fault of a file to report: the first one that ends the game, or else the first one.
type Faults struct{ Fault *Error }

// Report notes a fault, unless one that matters more was reported before.
func (f *Faults) Report(e *Error) {
	if f.Fault == nil || e.EndsGame() && !f.Fault.EndsGame() {
		f.Fault = e
	}
}
