package game

import (
	"slices"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
)

// Conditions are what the sides agree on before a game, apart from colors, rating and rules. The zero Conditions are
// an even game from the usual start, without a clock.
type Conditions struct {
	Time       clocks.TimeControl `json:"time,omitzero"`
	Weekends   bool               `json:"weekends,omitempty"`    // day clocks are stopped on Saturdays and Sundays, in UTC
	NoVacation bool               `json:"no-vacation,omitempty"` // nobody's vacation stops the clocks

	Handicap      Handicap `json:"handicap,omitempty"`
	OpponentGives bool     `json:"opponent-gives,omitempty"` // the opponent gives the handicap, not the challenger

	Anyone bool `json:"anyone,omitempty"` // the other side was offered to whoever takes it

	Partner Partner `json:"partner,omitzero"` // the engine that helps both sides; such games are never rated

	Coach bool `json:"coach,omitempty"` // the bot warns the person who plays it, see Hinting.MayCoach

	Engine string `json:"engine,omitempty"` // the name of the outside engine that plays; empty: none does

	Follows ID      `json:"follows,omitempty"` // the game of which this is the rematch, or the second leg; 0: none
	Leg     int     `json:"leg,omitempty"`     // 1 and 2 in a match of two games, colors swapped between; otherwise 0
	Carried float64 `json:"carried,omitempty"` // in leg 2: the challenger's score in leg 1
}

// Timed reports whether the game has a clock.
func (c *Conditions) Timed() bool { return c.Time.Class() != clocks.Untimed }

// ByDay reports whether the clock counts days. Only such games have vacations and reminders.
func (c *Conditions) ByDay() bool { return c.Time.Class() == clocks.Correspondence }

// calendar returns which time counts in this game.
func (c *Conditions) calendar() clocks.Calendar {
	return clocks.Calendar{Weekdays: c.Weekends && c.Time.Class() == clocks.Correspondence}
}

// Handicap is what the stronger side gives the weaker one before the game to even the chances. The names are stored
// in the database: never change one.
//
// By custom the player who gives pieces plays Red and moves first; left and right are as that player sees them. The
// player who gives a move plays Black. A game with a handicap is never rated.
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

// given lists the squares of the start position from which the handicap removes Red's pieces.
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

// Handicaps lists all handicaps except Even, the smallest first.
func Handicaps() []Handicap {
	return []Handicap{
		FirstMove, TwoMoves, Advisors, Elephants, Pawns, LeftHorse, RightHorse, Cannon, Horses, Cannons, Rook, Nine,
	}
}

// Known reports whether the handicap exists.
func (h Handicap) Known() bool { return h == Even || slices.Contains(Handicaps(), h) }

// Giver returns the color of the side that gives the handicap. For Even it is meaningless.
func (h Handicap) Giver() board.Color {
	if h == FirstMove || h == TwoMoves {
		return board.Black
	}
	return board.Red
}

// Start returns the start position. An unknown handicap gives the usual one.
func (h Handicap) Start() board.Position {
	start := board.StartPosition()
	setup := start.Setup()
	for _, s := range h.given() {
		setup.Placement[s] = board.NoPiece
	}
	p, err := board.NewPosition(setup)
	if err != nil {
		panic(err) // the start position without some of Red's pieces is valid
	}
	return p
}

// forbids reports whether a legal move breaks the rule for Red's first two moves: neither may cross the river, and
// the extra one, which comes first, may not give check.
func (h Handicap) forbids(m board.Move, pos *board.Position, ply int, extra bool) bool {
	crosses := m.To().Rank() > 4
	return h == TwoMoves && ply == 0 && (crosses || extra && pos.GivesCheck(m))
}
