package notation

import (
	"errors"
	"fmt"
	"strings"

	"xiangqibot/engine/board"
)

// SyntaxError reports a text that is not a move in any notation, whatever the position.
type SyntaxError struct {
	Text string // as it was given, cut to MaxText bytes
	// Bad is the first part that belongs to no notation. It is empty when every character is known but
	// they do not make a move, as in 炮25.
	Bad string
}

func (e *SyntaxError) Error() string {
	if e.Bad != "" {
		return fmt.Sprintf("move %q: %q belongs to no notation", e.Text, e.Bad)
	}
	return fmt.Sprintf("move %q: not a move; want for example 炮二平五, C2=5 or h2e2", e.Text)
}

// IllegalError reports a text or a move whose meaning is clear and which a rule forbids.
type IllegalError struct {
	Text string // as it was given; for Explain the coordinates
	// Piece is the piece that would move, NoPiece if the named point is empty.
	Piece board.Piece
	// Move is the intended move, NoMove if it has no two points: the piece does not exist, or the move leads off the
	// board.
	Move board.Move
	// Reason is the rule, never NoReason.
	Reason Reason
	// Squares are the points that show the reason: the leg, the blocking pieces, the attackers. See each Reason.
	Squares []board.Square
}

func (e *IllegalError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "move %q", e.Text)
	if e.Move != board.NoMove && e.Move.String() != e.Text {
		fmt.Fprintf(&b, " (%v)", e.Move)
	}
	b.WriteString(" is illegal: ")
	b.WriteString(e.Reason.String())
	for i, s := range e.Squares {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// AmbiguousError reports a text that fits more than one legal move, or that does not say which piece is meant.
type AmbiguousError struct {
	Text string // as it was given
	// Candidates are the legal moves that fit: at least two, or at least one if MissingFile or Sound is set. They are
	// ordered by file from the mover's right, and on one file from front to rear.
	Candidates []board.Move
	// MissingFile reports whether the text names a kind of piece and a movement, but not which piece, as in 卒进1. The
	// caller should ask for the file even if only one move fits.
	MissingFile bool
	// Sound reports whether the text names the moves only by the sounds of its characters, as 跑二平五 does. The caller
	// should ask even if only one move fits.
	Sound bool
}

func (e *AmbiguousError) Error() string {
	names := make([]string, len(e.Candidates))
	for i, m := range e.Candidates {
		names[i] = m.String()
	}
	problem := "is ambiguous"
	switch {
	case e.Sound:
		problem = "is a move by its sound alone"
	case e.MissingFile:
		problem = "does not say on which file the piece is"
	}
	return fmt.Sprintf("move %q %s: it can be %s", e.Text, problem, strings.Join(names, " or "))
}

// Reason is a rule that forbids a move.
//
// The order matters: the later the reason, the nearer the move was to being legal. If a text could mean several pieces
// and none has a legal move, the error is about the piece that came nearest.
type Reason uint8

// The reasons, each with what [IllegalError.Squares] holds for it.
const (
	NoReason Reason = iota

	// What is named does not exist.

	EmptySquare       // no piece is on the first point: that point
	NotYourPiece      // the piece belongs to the opponent: its point
	NoSuchPiece       // the mover no longer has such a piece
	NotInTandem       // front, rear or a count was named, but no file has that many: where the pieces are
	NoSuchPieceOnFile // the file named holds no such piece: where the pieces are
	OffBoard          // the number of steps leads off the board: where the piece is
	SameSquare        // the move ends where it starts: that point

	// The piece never moves like this.

	WrongPieceMove          // no move of that kind of piece has this shape: where it is
	PawnBackward            // pawns never go back: where it is
	PawnSidewaysBeforeRiver // pawns go sideways only beyond the river: where it is
	OutsidePalace           // king and advisor stay in the palace: the point outside
	ElephantCrossesRiver    // elephants stay on their bank: the point beyond

	// Something is in the way.

	OwnPieceOnTarget   // the mover's own piece is there: that point
	BlockedLeg         // 蹩马腿, the horse's leg is taken: the leg
	BlockedEye         // 塞象眼, the elephant's eye is taken: the eye
	PathBlocked        // pieces between: their points
	NoScreen           // the cannon captures over a screen and has none: the piece it wants
	TooManyScreens     // the cannon captures over exactly one piece: all that are between
	CannonNeedsCapture // the cannon jumps only to capture: the screen it would jump

	// The king would be lost.

	KingsFace     // the kings would face each other on an open file: own king, then the other
	KingIntoCheck // the king would step into an attack: the attackers
	StaysInCheck  // the king is in check and would stay so: the attackers after the move
	ExposesKing   // the move lets an attack on the own king through: the attackers after the move
)

var reasonTexts = [...]string{
	NoReason:                "no reason",
	EmptySquare:             "no piece there",
	NotYourPiece:            "the piece is the opponent's",
	NoSuchPiece:             "no such piece on the board",
	NotInTandem:             "no file holds so many of that piece",
	NoSuchPieceOnFile:       "no such piece on that file",
	OffBoard:                "off the board",
	SameSquare:              "the piece would stay where it is",
	WrongPieceMove:          "the piece does not move like that",
	PawnBackward:            "pawns do not go back",
	PawnSidewaysBeforeRiver: "pawns go sideways only after crossing the river",
	OutsidePalace:           "outside the palace",
	ElephantCrossesRiver:    "elephants do not cross the river",
	OwnPieceOnTarget:        "own piece on the target",
	BlockedLeg:              "the horse's leg is blocked",
	BlockedEye:              "the elephant's eye is blocked",
	PathBlocked:             "pieces in the way",
	NoScreen:                "the cannon has no screen to capture over",
	TooManyScreens:          "more than one piece between the cannon and its target",
	CannonNeedsCapture:      "the cannon jumps only to capture",
	KingsFace:               "the kings would face each other",
	KingIntoCheck:           "the king would step into check",
	StaysInCheck:            "the king would still be in check",
	ExposesKing:             "the own king would be left in check",
}

// String returns a few English words for developers.
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r)) // the tests of phrases count reasons by it
}

// noMove is the answer to a text that is no move.
func noMove(text string) (board.Move, error) { return board.NoMove, &SyntaxError{Text: clip(text)} }

func isSyntax(err error) bool {
	var syntax *SyntaxError
	return errors.As(err, &syntax)
}

func isIllegal(err error) bool {
	var illegal *IllegalError
	return errors.As(err, &illegal)
}

// withText gives an error the text that was typed.
func withText(err error, text string) error {
	switch e := err.(type) { //nolint:errorlint // parse wraps nothing
	case *IllegalError:
		e.Text = text
	case *AmbiguousError:
		e.Text = text
	}
	return err
}

// clip shortens an overlong text for an error without splitting a character.
func clip(text string) string {
	if len(text) <= MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:MaxText], "")
}
