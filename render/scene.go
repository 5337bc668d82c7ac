package render

import (
	"cmp"
	"slices"

	"xiangqibot/engine/board"
)

// DefaultHeight is twice the height at which Discord shows a board, so that lines stay sharp when it is halved.
const DefaultHeight = 700

// Scene is the content of a picture. The zero value is a board without pieces in the wooden theme.
//
// A scene may have any placement of pieces, a move whose piece is gone, or a check on a side that is not in check: the
// picture shows what the scene says.
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
	// Players are shown in a strip below the board or on the panel, by board.Color. Without names and clocks there is no
	// strip.
	Players [2]Player
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
	// Results are numbered rows on the panel, in the place of all else there, or below the board, in the given order: at
	// most MaxNumber.
	Results []Result
	// Status is a line at the bottom or on the panel, for instance how the game ended. Empty means no line.
	Status string

	// Theme and Pieces choose the look.
	Theme  Theme
	Pieces PieceSet
	// Height is the height in pixels of the board with its case. In a picture that is not wide, a strip, a status line
	// and each bar of a tally add to the picture's height. Below 200 the pieces are illegible. Zero means DefaultHeight.
	Height int
}

// Player is what is written of one player.
type Player struct {
	// Name is truncated with an ellipsis if it is too long. Characters that no font has are shown as placeholders; a
	// name of nothing else becomes 紅方 or 黑方.
	Name string
	// Clock is shown verbatim, for instance "12:05" or "2d 4h". Empty means no clock.
	Clock string
	// Note is a line below the name, for instance the rating. Only the panel shows it.
	Note string
}

// MovePair is a move of each side, as text. Empty means none.
type MovePair struct {
	Number     int
	Red, Black string
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

// Arrow is an arrow from the origin of a move to its target.
type Arrow struct {
	Move board.Move
	Kind ArrowKind
	// Number is written at the end of a Candidate, so that a list can refer to it: from 1 to MaxNumber. Others have 0.
	Number int
}

// ArrowKind is the meaning of an arrow. Each kind has its own shape, so that meaning never depends on color alone.
type ArrowKind uint8

const (
	// PlayedMove is the move that was played: a solid shaft with a filled head.
	PlayedMove ArrowKind = iota
	// BestMove is a better move: a dashed shaft with an open head.
	BestMove
	// Candidate is one of several moves to choose from: a solid shaft with a filled head and a number.
	Candidate
)

// Bar is a row of a tally: a label, a bar with a length in proportion to the count, and the count.
type Bar struct {
	Label string // truncated with an ellipsis if too long
	Count int    // not negative
}

// Result is a row about a move: its number, what it is called, and how the games with it ended.
type Result struct {
	Label string // truncated with an ellipsis if too long
	Note  string // at the other end of the line
	// Red, Drawn and Black count the games that Red won, that nobody won and that Black won: the bar has a part for
	// each. Without games there is no bar.
	Red, Drawn, Black int
}

// look is the key of a sheet.
type look struct {
	theme  Theme
	pieces PieceSet
	height int
}

// look returns the key of the sheet that the scene is drawn with.
func (s *Scene) look() look { return look{s.Theme, s.Pieces, cmp.Or(s.Height, DefaultHeight)} }

// bottom returns the side at the bottom of the board.
func (s *Scene) bottom() board.Color {
	if s.Flipped {
		return board.Black
	}
	return board.Red
}

// hasPlayers reports whether the scene has names or clocks.
func (s *Scene) hasPlayers() bool {
	return slices.ContainsFunc(s.Players[:], func(p Player) bool { return p.Name != "" || p.Clock != "" })
}

// turn returns the index of a player's colors: 1 for the player to move, 0 for the other, or for both if the game is
// over.
func (s *Scene) turn(c board.Color) int {
	if s.Over || s.Position.SideToMove() != c {
		return 0
	}
	return 1
}
