package gamefile

import (
	"errors"

	"xiangqibot/engine/board"
)

// SetFEN reads a FEN in its strict form and makes it the start. One that is no position leaves the start as it is.
func (g *Game) SetFEN(fen string, line int) *Error {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return NewError(BadStart, line, fen).Because(err)
	}
	g.Start = p
	return nil
}

// FlipMover shows a position that no moves follow with the other side to move, if the one that should move could take
// the king. It returns what is to be said instead of the fault, or the fault where it is another one.
func (g *Game) FlipMover(fault *Error) *Error {
	var setupError *board.SetupError
	var fenError *board.FENError
	if !errors.As(fault.Cause, &setupError) || setupError.Fault != board.KingCapturable || !errors.As(fault.Cause, &fenError) {
		return fault
	}
	setup, err := board.ParseSetup(fenError.FEN)
	if err != nil {
		return fault
	}
	p, err := WithOtherMover(setup)
	if err != nil {
		return fault
	}
	g.Start = p
	told := *fault
	told.Problem = OtherMover
	return &told
}

// WithOtherMover returns the position of a setup in which the other side is to move.
func WithOtherMover(setup board.Setup) (board.Position, error) {
	setup.SideToMove = setup.SideToMove.Opponent()
	return board.NewPosition(setup)
}
