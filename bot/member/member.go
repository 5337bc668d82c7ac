// Package member manages what belongs to one person: settings, blocked people, reminders, vacation, completed lessons,
// and the export and deletion of all their data.
//
// Settings are plain data; a game never reads them. The store passes the relevant parts to the game: whether somebody
// may be challenged ([Settings.Consent]), when to remind them of a move ([Settings.RemindersFor]), and until when they
// are away ([Vacation]).
//
// Service performs the acts of people. Start with:
//
//	members := member.New(store, servers, games, service.Now)
//	settings, err := members.Block(ctx, act, person)
//
// Privacy exports and erases all stored data about a person.
package member

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// day is the unit of vacations.
const day = 24 * time.Hour

// Store stores people's settings and vacations. Package store implements it on a database.
//
// Errors about the person's request are *[game.Refusal]; any other error means that the database failed and nothing was
// saved.
type Store interface {
	// Settings reads the settings of p; the zero Settings if there are none.
	Settings(ctx context.Context, p game.Person) (Settings, error)

	// UpdateSettings passes the settings of p to fn, saves what fn has made of them and returns that. The key is as in
	// game.GameStore's Update.
	UpdateSettings(ctx context.Context, key string, p game.Person, fn func(*Settings) error) (Settings, error)

	// Vacation reads a person's vacation in a server; the zero Vacation if they never took one.
	Vacation(ctx context.Context, p game.Person, guild string) (Vacation, error)

	// UpdateVacation passes the vacation of a person in a server (guild "": direct messages) to fn, with all their
	// games that are open there, and saves the changed vacation, the games and their jobs atomically. The key is as in
	// game.GameStore's Update.
	UpdateVacation(ctx context.Context, key string, p game.Person, guild string, fn func(*Absence) error) (Vacation, error)
}

// Games stores games. Package store implements it.
type Games interface {
	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id game.ID) (*game.Game, error)

	// Update is the only way to change a game, see game.GameStore.
	Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error)
}

// Service handles people's acts about their own settings and vacations, and the jobs that follow from these. It is safe
// for concurrent use.
type Service struct {
	store   Store
	servers game.ServerReader
	games   Games
	now     func() time.Time
}

// Now returns the time by the service's clock.
func (s *Service) Now() time.Time { return s.now() }

// New returns the service for these stores. The clock is [game.Service.Now].
func New(store Store, servers game.ServerReader, games Games, now func() time.Time) *Service {
	return &Service{store, servers, games, now}
}
