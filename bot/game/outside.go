package game

import (
	"context"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// LevelOutside is the Level of a seat of the outside engine: a program of the operator's choice. Its strength is
// unknown, so it has no rating and its games are casual. The number is written into the database.
const LevelOutside engine.Level = 100

// IsOutside reports whether the outside engine sits here. The bot plays its moves, so IsBot is true as well.
func (s Seat) IsOutside() bool { return s.Level == LevelOutside }

// OutsideEngine is the engine behind such a seat.
type OutsideEngine struct {
	// Name is its display name.
	Name string
	// Choose finds a move as Thinker does. It may fail at any time, and may return anything: the move is checked
	// before it is played.
	Choose func(ctx context.Context, key engine.Key, rec *board.Record) (engine.Choice, error)
	// Replaced is called when the built-in engine plays in its place, with the reason; may be nil.
	Replaced func(id ID, ply int, why error)
}
