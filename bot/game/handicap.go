package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Handicap is what the stronger side gives the weaker one before the game, so that both have a chance. The names are part of the database:
// never change one.
//
// Who gives pieces plays Red and moves first, as custom has it; left and right are his own. Who gives a move plays Black. A game with a
// handicap is never rated.
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

// Known tells whether the handicap is one of those above.
func (h Handicap) Known() bool { return h == Even || slices.Contains(Handicaps(), h) }

// Giver is the colour of the side that gives. Even has none; its Giver means nothing.
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

// ExtraMove tells whether the move that is due now is the one before the first: with TwoMoves Red begins with two in a row. Neither may cross
// the river, and this one may not give check, for Black could not answer it.
//
// The record begins behind it: it becomes part of Record.Start, and cannot be taken back.
func (g *Game) ExtraMove() bool {
	return g.Handicap == TwoMoves && g.State == Active && g.Ply() == 0 && g.Record.Start == board.StartPosition()
}

// mayBegin checks a legal move against the rule for the two moves with which Red begins.
func (g *Game) mayBegin(pos *board.Position, m board.Move) error {
	crosses := m.To().Rank() > 4
	if g.Handicap == TwoMoves && g.Ply() == 0 && (crosses || g.ExtraMove() && pos.GivesCheck(m)) {
		return g.refuse(BeginsAtHome)
	}
	return nil
}

// playExtra makes the move before the first part of the start position.
func (g *Game) playExtra(m board.Move, at time.Time) error {
	p := g.Position()
	p.Make(m)
	setup := p.Setup()
	setup.SideToMove, setup.CaptureClock, setup.MoveNumber = board.Red, 0, 1
	start, err := board.NewPosition(setup)
	if err != nil {
		return err
	}
	g.stopClock(at)
	g.Record.Start = start
	g.moved(board.Red)
	g.runClock(at)
	g.note(Event{Kind: Moved, By: board.Red, Move: m}, at, at.Add(AnswerTime))
	return nil
}

// LastPosition is the position in which the latest move was played, the one before the first included. While none has been played it is the
// position on the board.
func (g *Game) LastPosition() board.Position {
	if n := g.Ply(); n > 0 {
		before := board.Record{Start: g.Record.Start, Moves: g.Record.Moves[:n-1]}
		return before.Position()
	}
	if g.Handicap == TwoMoves {
		return board.StartPosition()
	}
	return g.Record.Start
}
