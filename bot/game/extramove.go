package game

import (
	"time"

	"xiangqibot/engine/board"
)

// ExtraMove reports whether the move that is due now is the extra first one: with [TwoMoves] Red begins with two in a
// row. Neither may cross the river, and the extra one may not give check, because Black could not answer it.
//
// The record begins after the extra move: it becomes part of Record.Start, and cannot be taken back.
func (g *Game) ExtraMove() bool {
	return g.Handicap == TwoMoves && g.State == Active && g.Ply() == 0 && g.Record.Start == board.StartPosition()
}

// playExtra plays the extra move and makes it part of the start position. Black's plans were for another position,
// and are dropped.
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

// LastPosition returns the position before the latest move, the extra one included. Before any move it is the
// current position.
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
