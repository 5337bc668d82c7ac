package notation

import (
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
