package member

import (
	"context"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
)

// DrillStore knows the games of people. Package store implements it on a database.
type DrillStore interface {
	// WonFrom lists the positions, as FEN, from which p has won games of their own against the bot without a hint.
	WonFrom(ctx context.Context, p game.Person) ([]string, error)
}

// Drills are how far people have come with the endings.
type Drills struct{ store DrillStore }

// NewDrills returns the drills of the games in a store.
func NewDrills(store DrillStore) *Drills { return &Drills{store} }

// Won are the endings that p has won.
func (s *Drills) Won(ctx context.Context, p game.Person) (Learned, error) {
	starts, err := s.store.WonFrom(ctx, p)
	won := Learned{}
	for _, d := range lesson.Drills() {
		if slices.Contains(starts, d.Start.FEN()) {
			won[d.Name] = true
		}
	}
	return won, err
}
