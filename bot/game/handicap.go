package game

import (
	"slices"

	"xiangqibot/engine/board"
)

// Handicap is what the stronger side gives the weaker one before the game, so that both have a chance. The names are
// part of the database: never change one.
//
// The player who gives pieces plays Red and moves first, as custom has it; left and right are as that player sees them.
// The player who gives a move plays Black. A game with a handicap is never rated.
type Handicap string

// The handicaps.
const (
	Even       Handicap = ""
	FirstMove  Handicap = "first-move"  // 让先: the weaker side moves first
	TwoMoves   Handicap = "two-moves"   // 让两先: the weaker side begins with two moves; see Game.ExtraMove
	LeftHorse  Handicap = "left-horse"  // 让左马
	RightHorse Handicap = "right-horse" // 让右马
	Horses     Handicap = "horses"      // 让双马
	Advisors   Handicap = "advisors"    // 让双仕
	Elephants  Handicap = "elephants"   // 让双相
	Pawns      Handicap = "pawns"       // 让五兵
	Nine       Handicap = "nine"        // 让九子: both advisors, both elephants and the five pawns
	Cannon     Handicap = "cannon"      // chấp pháo: the left one
	Cannons    Handicap = "cannons"     // chấp 2 pháo
	Rook       Handicap = "rook"        // chấp xe: the left one
)

// given lists the points of the start position from which the handicap takes Red's pieces.
func (h Handicap) given() []board.Square {
	const left, right = 1, 7 // files of the horses, from Red's left
	at := func(rank int, files ...int) []board.Square {
		var squares []board.Square
		for _, file := range files {
			squares = append(squares, board.SquareAt(file, rank))
		}
		return squares
	}
	switch h {
	case LeftHorse:
		return at(0, left)
	case RightHorse:
		return at(0, right)
	case Horses:
		return at(0, left, right)
	case Advisors:
		return at(0, 3, 5)
	case Elephants:
		return at(0, 2, 6)
	case Pawns:
		return at(3, 0, 2, 4, 6, 8)
	case Nine:
		return slices.Concat(Advisors.given(), Elephants.given(), Pawns.given())
	case Cannon:
		return at(2, left)
	case Cannons:
		return at(2, left, right)
	case Rook:
		return at(0, 0)
	case Even, FirstMove, TwoMoves:
	}
	return nil
}

// Handicaps lists them, the smallest first, without Even.
func Handicaps() []Handicap {
	return []Handicap{
		FirstMove, TwoMoves, Advisors, Elephants, Pawns, LeftHorse, RightHorse, Cannon, Horses, Cannons, Rook, Nine,
	}
}

// Known reports whether the handicap is one of those above.
func (h Handicap) Known() bool { return h == Even || slices.Contains(Handicaps(), h) }

// Giver is the color of the side that gives. Even has none; its Giver means nothing.
func (h Handicap) Giver() board.Color {
	if h == FirstMove || h == TwoMoves {
		return board.Black
	}
	return board.Red
}

// Start is the position in which the game begins. An unknown handicap gives nothing.
func (h Handicap) Start() board.Position {
	start := board.StartPosition()
	setup := start.Setup()
	for _, s := range h.given() {
		setup.Placement[s] = board.NoPiece
	}
	p, err := board.NewPosition(setup)
	if err != nil {
		panic(err) // without some of Red's pieces the start position is still one
	}
	return p
}

// forbids reports whether a legal move breaks the rule for the two moves with which Red begins: neither may cross the
// river, and the extra one, which comes first, may not give check.
func (h Handicap) forbids(m board.Move, pos *board.Position, ply int, extra bool) bool {
	crosses := m.To().Rank() > 4
	return h == TwoMoves && ply == 0 && (crosses || extra && pos.GivesCheck(m))
}
