package render

import (
	"fmt"

	"xiangqibot/engine/board"
)

// The range of [Scene.Height], in pixels. Below the minimum the pieces are illegible; above the maximum a picture is
// larger than chat clients show.
const (
	MinHeight     = 200
	MaxHeight     = 1600
	DefaultHeight = 700 // twice the height at which Discord shows it, so that lines stay sharp when it is halved
)

// Scene is the content of a picture. The zero value is a board without pieces in the wooden theme.
//
// Only scenes that cannot be drawn are invalid (see Validate). A scene may have any placement of pieces, a move whose
// piece is gone, or a check on a side that is not in check: the picture shows what the scene says.
type Scene struct {
	// Position gives the pieces, and its side to move the player with the turn indicator.
	Position board.Position
	// Flipped puts Black at the bottom. Labels stay upright; the files of each side are numbered from that side's
	// right.
	Flipped bool
	// Coordinates names the points around the board.
	Coordinates Coordinates
	// LastMove is marked at its origin and its target. board.NoMove marks nothing.
	LastMove board.Move
	// Check is the square of a king in check. It is marked only if a king stands there, so neither board.NoSquare nor
	// the zero value marks anything.
	Check board.Square
	// Arrows are drawn over the pieces in the given order, their numbers over all of them, and Marks over those.
	Arrows []Arrow
	Marks  []Mark

	// Wide makes the picture a landscape of 11 by 7, which fills the space that chat clients give a picture on a
	// desktop: the board, and beside it a panel with everything below. On a phone, where width is scarce, its board is
	// half as large as that of a tall picture.
	Wide bool
	// RedName and BlackName are in a strip below the board or on the panel, truncated with an ellipsis if too long.
	// Characters that no font has are shown as placeholders; a name of nothing else becomes 紅方 or 黑方. Without names
	// and clocks there is no strip.
	RedName, BlackName string
	// RedClock and BlackClock are shown verbatim, for instance "12:05" or "2d 4h". Empty means no clock.
	RedClock, BlackClock string
	// RedNote and BlackNote are a line below each name, for instance the rating. Only the panel shows them.
	RedNote, BlackNote string
	// Captured are the captured pieces, in any order. The panel shows them with the player who captured them.
	Captured []board.Piece
	// Moves are the last moves for the panel, the latest last. If there are too many, the first are left out; if there
	// is a tally, all are.
	Moves []MovePair
	// Over means that the game has ended: the turn indicator is left out.
	Over bool
	// Tally is a bar chart below the board or on the panel, in the given order, for instance of the votes for moves.
	// Empty means no chart.
	Tally []Bar
	// Results are numbered rows on the panel, in the place of all else there, or below the board, in the given order.
	Results []Result
	// Status is a line at the bottom or on the panel, for instance how the game ended. Empty means no line.
	Status string

	// Theme and Pieces choose the look.
	Theme  Theme
	Pieces PieceSet
	// Height is the height in pixels of the board with its case. In a picture that is not wide, a strip, a status line
	// and each bar of a tally add to the picture's height. Zero means DefaultHeight.
	Height int
}

// MovePair is a move of each side, as text. Empty means none.
type MovePair struct {
	Number     int
	Red, Black string
}

// MaxTally is the maximum number of bars in a tally.
const MaxTally = 10

// Bar is a row of a tally: a label, a bar with a length in proportion to the count, and the count.
type Bar struct {
	Label string // truncated with an ellipsis if too long
	Count int    // not negative
}

// Coordinates is the style of the coordinates around the board.
type Coordinates uint8

const (
	// Numerals are 九 to 一 along Red's edge and 1 to 9 along Black's, each counted from that side's right.
	Numerals Coordinates = iota
	// Digits are 9 to 1 along Red's edge and 1 to 9 along Black's, for people who do not read Chinese.
	Digits
	// Letters are a to i for the files, from Red's left, and 0 to 9 for the ranks, from Red's back rank.
	Letters
	// LettersFromOne are Letters with the ranks 1 to 10.
	LettersFromOne
)

// coordinatesCount is the number of styles.
const coordinatesCount = int(LettersFromOne) + 1

// Mark marks a square.
type Mark struct {
	Square board.Square
	Kind   MarkKind
	// Number is written on a Destination, so that a list can refer to it: from 1 to MaxNumber, 0 for none.
	Number int
}

// MaxNumber is the highest number of a mark: as many moves as a piece has at most.
const MaxNumber = 17

// MarkKind is the meaning of a mark. Each kind has its own shape, so that meaning never depends on color alone.
type MarkKind uint8

const (
	// Destination is a square that a piece may move to: a dot, or a ring around the piece that would be captured.
	Destination MarkKind = iota
	// Obstacle is what is in the way of a refused move: a cross, which is at the upper right of a piece so that it
	// stays readable.
	Obstacle
	// Selected is the piece that a person has selected: a dashed ring.
	Selected
	// Mistake is the grade of a move to this square: a badge with ? at the upper right of the piece.
	Mistake
	// Blunder is the same with ??.
	Blunder
)

// markKindCount is the number of kinds.
const markKindCount = int(Blunder) + 1

// Validate returns why the scene cannot be drawn: an unknown theme, piece set, style of coordinates, kind of arrow or
// kind of mark, a square off the board, an invalid captured piece, a tally or results that are too long or
// negative, or a height out of range. It returns nil for every scene that PNG can draw.
func (s *Scene) Validate() error {
	switch {
	case s.Theme >= themeCount:
		return fmt.Errorf("render: theme %d is unknown: use one of %v", s.Theme, Themes())
	case s.Pieces >= pieceSetCount:
		return fmt.Errorf("render: piece set %d is unknown: use one of %v", s.Pieces, PieceSets())
	case int(s.Coordinates) >= coordinatesCount:
		return fmt.Errorf("render: coordinates %d are unknown: use Numerals, Digits, Letters or LettersFromOne", s.Coordinates)
	case s.Height != 0 && (s.Height < MinHeight || s.Height > MaxHeight):
		return fmt.Errorf("render: a picture %d pixels high cannot be drawn: use %d to %d, or 0 for %d",
			s.Height, MinHeight, MaxHeight, DefaultHeight)
	}
	if len(s.Tally) > MaxTally {
		return fmt.Errorf("render: a tally of %d bars cannot be drawn: use at most %d", len(s.Tally), MaxTally)
	}
	for i, b := range s.Tally {
		if b.Count < 0 {
			return fmt.Errorf("render: bar %d of the tally has count %d: use 0 or more", i, b.Count)
		}
	}
	if len(s.Results) > MaxResults {
		return fmt.Errorf("render: %d results cannot be drawn: use at most %d", len(s.Results), MaxResults)
	}
	for i, r := range s.Results {
		if r.Red < 0 || r.Drawn < 0 || r.Black < 0 {
			return fmt.Errorf("render: result %d has a count below 0: use 0 or more", i)
		}
	}
	for i, p := range s.Captured {
		if k := p.Kind(); k < board.King || k > board.Pawn || p > 15 {
			return fmt.Errorf("render: captured piece %d is %d, which is not a piece", i, p)
		}
	}
	if m := s.LastMove; m != board.NoMove && (m.From() >= board.NoSquare || m.To() >= board.NoSquare) {
		return fmt.Errorf("render: the last move %#04x is off the board: use board.NoMove for none", uint16(m))
	}
	for i, a := range s.Arrows {
		if a.Move.From() >= board.NoSquare || a.Move.To() >= board.NoSquare {
			return fmt.Errorf("render: arrow %d, %#04x, is off the board", i, uint16(a.Move))
		}
		if int(a.Kind) >= arrowKindCount {
			return fmt.Errorf("render: arrow %d is of unknown kind %d: use PlayedMove, BestMove or Candidate", i, a.Kind)
		}
		if a.Number < 0 || a.Number > MaxNumber || (a.Number > 0) != (a.Kind == Candidate) {
			return fmt.Errorf("render: arrow %d has the number %d: use 1 to %d on a Candidate, else 0", i, a.Number, MaxNumber)
		}
	}
	for i, m := range s.Marks {
		if m.Square >= board.NoSquare {
			return fmt.Errorf("render: mark %d is on square %d, which is not on the board (0 to %d)", i, m.Square, board.NoSquare-1)
		}
		if int(m.Kind) >= markKindCount {
			return fmt.Errorf("render: mark %d is of kind %d, which is unknown", i, m.Kind)
		}
		if m.Number < 0 || m.Number > MaxNumber || m.Number > 0 && m.Kind != Destination {
			return fmt.Errorf("render: mark %d has the number %d: use 1 to %d on a Destination, or 0", i, m.Number, MaxNumber)
		}
	}
	return nil
}

// height returns the height of the board.
func (s *Scene) height() int {
	if s.Height == 0 {
		return DefaultHeight
	}
	return s.Height
}

// hasPlayers reports whether the scene has names or clocks.
func (s *Scene) hasPlayers() bool {
	return s.RedName != "" || s.BlackName != "" || s.RedClock != "" || s.BlackClock != ""
}
