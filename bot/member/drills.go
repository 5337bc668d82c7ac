package member

import (
	"context"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
)

// DrillStore reads the games of people. Package store implements it on a database.
type DrillStore interface {
	// WonFrom lists the start positions, as FEN, of the games that p alone has won against the bot without a hint.
	WonFrom(ctx context.Context, p game.Person) ([]string, error)
}

// Drills tracks people's progress with the endgame drills.
type Drills struct{ store DrillStore }

// NewDrills returns the service for the games in a store.
func NewDrills(store DrillStore) *Drills { return &Drills{store} }

// Won returns the endings that p has won.
func (s *Drills) Won(ctx context.Context, p game.Person) (Progress, error) {
	starts, err := s.store.WonFrom(ctx, p)
	won := Progress{}
	for _, d := range lesson.Drills() {
		if slices.Contains(starts, d.Start.FEN()) {
			won[d.Name] = true
		}
	}
	return won, err
}
