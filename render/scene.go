package render

import (
	"fmt"

	"xiangqibot/engine/board"
)

// The heights that a picture may be asked for, in pixels.
// Below the least the pieces cannot be read; above the greatest a picture outgrows what chat clients show.
const (
	MinHeight     = 200
	MaxHeight     = 1600
	DefaultHeight = 700 // twice as high as Discord shows it, so that halving it leaves sharp lines
)

// Scene is everything that one picture shows. The zero value is a board without pieces in the wooden theme.
//
// Only what makes a picture impossible is refused (see Validate). A scene may hold any placement of pieces,
// a move whose piece is gone, or a check on a side that is not in check: the picture shows what it is told.
type Scene struct {
	// Position gives the pieces, and by its side to move the player whose bar carries the turn indicator.
	Position board.Position
	// Flipped puts Black at the bottom. Numerals stay upright; the files of each side are numbered from that side's right.
	Flipped bool
	// Edge names the points around the board.
	Edge Edge
	// LastMove is marked at its origin and its target. board.NoMove marks nothing.
	LastMove board.Move
	// Check is the square of a king in check. It is marked only where a king is, so neither
	// board.NoSquare nor a forgotten field marks anything.
	Check board.Square
	// Arrows are drawn over the pieces, in the order given, and Marks over them, in theirs.
	Arrows []Arrow
	Marks  []Mark

	// Wide lays the picture out as a landscape of 11 by 7, which fills the place that chat clients have for it on a
	// desk: the board, and beside it a panel with all that follows. On a telephone, where width is scarce, its board is
	// half as large as that of a tall picture.
	Wide bool
	// RedName and BlackName are in a strip under the board or on the panel, cut with an ellipsis where they are too
	// long. Characters that no font has are shown as neutral marks; a name of nothing else becomes 紅方 or 黑方.
	// Without names and clocks there is no strip.
	RedName, BlackName string
	// RedClock and BlackClock are shown as they are, for instance "12:05" or "2d 4h". Empty means no clock.
	RedClock, BlackClock string
	// RedNote and BlackNote are a line under each name, for instance the rating. Only the panel has room for them.
	RedNote, BlackNote string
	// Captured are the pieces that have left the board, in any order. Each player's panel shows those they took.
	Captured []board.Piece
	// Rounds are the last moves for the panel, the latest last. Where there are more than it has room for, the first are
	// left out; where there is a tally they all are.
	Rounds []Round
	// Over means that the game has ended: the turn indicator is left out.
	Over bool
	// Tally is a chart of bars under the board or on the panel, in the order given, for instance of the moves that are
	// voted for. Empty means no chart.
	Tally []Bar
	// Status is a line under everything or on the panel, for instance how the game ended. Empty means no line.
	Status string

	// Theme and Pieces choose the looks.
	Theme  Theme
	Pieces Pieces
	// Height is the height in pixels of the board with its case. A strip, a status and each bar of a tally make a
	// picture higher that is not wide: the board itself keeps its size. Zero means DefaultHeight.
	Height int
}

// Round is a move of each side, as it is to be written. Empty means none.
type Round struct {
	Number     int
	Red, Black string
}

// MaxTally is how many bars a chart may have.
const MaxTally = 10

// Bar is one line of a chart: what it is about, a bar as long as the count is against the others, and the count.
type Bar struct {
	Label string // cut with an ellipsis where it is too long
	Count int    // not negative
}

// Edge is how the points are named around the board.
type Edge uint8

const (
	// Numerals are 九 to 一 along Red's edge and 1 to 9 along Black's, each counted from that side's right.
	Numerals Edge = iota
	// Digits are 9 to 1 along Red's edge and 1 to 9 along Black's, for those who read no Chinese.
	Digits
	// Letters are a to i for the files, from Red's left, and 0 to 9 for the ranks, from Red's back rank.
	Letters
	// LettersFromOne are Letters with the ranks 1 to 10.
	LettersFromOne
)

// edges is how many ways there are.
const edges = int(LettersFromOne) + 1

// Mark points at one square.
type Mark struct {
	Square board.Square
	Kind   MarkKind
}

// MarkKind says what a mark means; each kind has a shape of its own, so that color alone never carries a meaning.
type MarkKind uint8

const (
	// Destination is a square that a piece may go to: a dot, or a ring around the piece that would be taken.
	Destination MarkKind = iota
	// Obstacle is what is in the way of a refused move: a cross, at the shoulder of a piece so that it can still be
	// read.
	Obstacle
	// Selected is the piece that a person has taken up: a broken ring.
	Selected
	// Mistake is the grade of a move that came to this square: a badge with ? at the shoulder of the piece.
	Mistake
	// Blunder is the same with ??.
	Blunder
)

// markKinds is how many kinds there are.
const markKinds = int(Blunder) + 1

// Validate tells why the scene cannot be drawn: an unknown theme, set of pieces, edge or kind of mark, a square off the
// board, a captured piece that is none, a tally too long or negative, or a height out of range. It returns nil for
// every scene that PNG draws.
func (s *Scene) Validate() error {
	switch {
	case s.Theme >= themes:
		return fmt.Errorf("render: theme %d is unknown: use one of %v", s.Theme, Themes())
	case s.Pieces >= pieceSets:
		return fmt.Errorf("render: set of pieces %d is unknown: use one of %v", s.Pieces, AllPieces())
	case int(s.Edge) >= edges:
		return fmt.Errorf("render: edge %d is unknown: use Numerals, Digits, Letters or LettersFromOne", s.Edge)
	case s.Height != 0 && (s.Height < MinHeight || s.Height > MaxHeight):
		return fmt.Errorf("render: a picture %d pixels high cannot be drawn: use %d to %d, or 0 for %d",
			s.Height, MinHeight, MaxHeight, DefaultHeight)
	}
	if len(s.Tally) > MaxTally {
		return fmt.Errorf("render: a tally of %d bars cannot be drawn: use at most %d", len(s.Tally), MaxTally)
	}
	for i, b := range s.Tally {
		if b.Count < 0 {
			return fmt.Errorf("render: bar %d of the tally counts %d: use 0 or more", i, b.Count)
		}
	}
	for i, p := range s.Captured {
		if k := p.Kind(); k < board.King || k > board.Pawn || p > 15 {
			return fmt.Errorf("render: captured piece %d is %d, which is no piece", i, p)
		}
	}
	if m := s.LastMove; m != board.NoMove && (m.From() >= board.NoSquare || m.To() >= board.NoSquare) {
		return fmt.Errorf("render: the last move %#04x leaves the board: use board.NoMove for none", uint16(m))
	}
	for i, a := range s.Arrows {
		if a.Move.From() >= board.NoSquare || a.Move.To() >= board.NoSquare {
			return fmt.Errorf("render: arrow %d, %#04x, leaves the board", i, uint16(a.Move))
		}
		if int(a.Kind) >= arrowKinds {
			return fmt.Errorf("render: arrow %d is of kind %d, which is unknown: use PlayedMove or BestMove", i, a.Kind)
		}
	}
	for i, m := range s.Marks {
		if m.Square >= board.NoSquare {
			return fmt.Errorf("render: mark %d is on square %d, which is not on the board (0 to %d)", i, m.Square, board.NoSquare-1)
		}
		if int(m.Kind) >= markKinds {
			return fmt.Errorf("render: mark %d is of kind %d, which is unknown", i, m.Kind)
		}
	}
	return nil
}

// height is the height that the scene asks for.
func (s *Scene) height() int {
	if s.Height == 0 {
		return DefaultHeight
	}
	return s.Height
}

// hasPlayers reports whether names or clocks are to be shown.
func (s *Scene) hasPlayers() bool {
	return s.RedName != "" || s.BlackName != "" || s.RedClock != "" || s.BlackClock != ""
}
