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
	// Piece is the piece that would move, NoPiece when the point named is empty.
	Piece board.Piece
	// Move is what was meant, NoMove when no pair of points was: the piece is not there, or the way leads off the board.
	Move board.Move
	// Reason is the rule, never NoReason.
	Reason Reason
	// Squares show the reason on the board: the leg, the blocking pieces, the attackers. Each Reason says which.
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

// AmbiguousError reports a text that fits more than one legal move, or that leaves out which piece is meant.
type AmbiguousError struct {
	Text string // as it was given
	// Candidates are the legal moves that fit, two at least, with NoFile one at least: pieces on files nearer the mover's
	// right first, and on one file the front piece first.
	Candidates []board.Move
	// MissingFile tells that the text names a kind of piece and a way, but nothing that picks one piece, as 卒进1 does. Nobody
	// should have a move played from that: who asks "which file?" asks it also when a single move fits.
	MissingFile bool
}

func (e *AmbiguousError) Error() string {
	names := make([]string, len(e.Candidates))
	for i, m := range e.Candidates {
		names[i] = m.String()
	}
	problem := "is ambiguous"
	if e.MissingFile {
		problem = "does not say on which file the piece is"
	}
	return fmt.Sprintf("move %q %s: it can be %s", e.Text, problem, strings.Join(names, " or "))
}
