package game

import (
	"time"

	"xiangqibot/engine/board"
)

// ExtraMove reports whether the move that is due now is the one before the first: with TwoMoves Red begins with two in
// a row. Neither may cross the river, and this one may not give check, for Black could not answer it.
//
// The record begins behind it: it becomes part of Record.Start, and cannot be taken back.
func (g *Game) ExtraMove() bool {
	return g.Handicap == TwoMoves && g.State == Active && g.Ply() == 0 && g.Record.Start == board.StartPosition()
}

// playExtra makes the move before the first part of the start position. What Black planned was for another position,
// and is gone.
func (g *Game) playExtra(m board.Move, at time.Time) error {
	p := g.Position()
	p.Make(m)
	setup := p.Setup()
	setup.SideToMove, setup.CaptureClock, setup.MoveNumber = board.Red, 0, 1
	start, err := board.NewPosition(setup)
	if err != nil {
		return err
	}
	g.Timing().stop(at)
	g.Record.Start = start
	g.Clock.add(board.Red, g.Time)
	g.Plans = Plans{}
	g.lapseOffers(board.Red)
	g.Timing().run(at)
	g.note(Event{Kind: Moved, By: board.Red, Move: m}, at, at.Add(AnswerTimeout))
	return nil
}

// LastPosition is the position in which the latest move was played, the one before the first included. While none has
// been played it is the position on the board.
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
