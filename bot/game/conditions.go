package game

import (
	"slices"
	"strings"

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

	Coach bool `json:"coach,omitempty"` // the bot warns the person who plays it, see MayCoach

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

// handicaps are all handicaps except Even, the smallest first, with the points of the start position from which they
// remove Red's pieces.
var handicaps = []struct {
	name    Handicap
	without string
}{
	{FirstMove, ""},
	{TwoMoves, ""},
	{Advisors, "d0 f0"},
	{Elephants, "c0 g0"},
	{Pawns, "a3 c3 e3 g3 i3"},
	{LeftHorse, "b0"},
	{RightHorse, "h0"},
	{Cannon, "b2"},
	{Horses, "b0 h0"},
	{Cannons, "b2 h2"},
	{Rook, "a0"},
	{Nine, "d0 f0 c0 g0 a3 c3 e3 g3 i3"},
}

// Handicaps lists all handicaps except Even, the smallest first.
func Handicaps() (all []Handicap) {
	for _, h := range handicaps {
		all = append(all, h.name)
	}
	return all
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
	for _, handicap := range handicaps {
		if handicap.name != h {
			continue
		}
		for _, point := range strings.Fields(handicap.without) {
			square, err := board.ParseSquare(point)
			if err != nil {
				panic(err)
			}
			setup.Placement[square] = board.NoPiece
		}
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
