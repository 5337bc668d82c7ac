// Package member keeps what belongs to one person: settings, the people they block, reminders, vacation, the lessons they
// have done, and all their data for export.
//
// Settings are plain data; a game never reads them. The store passes the game what concerns it: whether somebody may be
// challenged (Settings.Consent), when to remind them of a move (Settings.RemindersFor), and until when they are away
// (Vacation).
//
// Service has the acts of people. Start with:
//
//	members := member.New(store, servers, games, service.Now)
//	settings, err := members.Block(ctx, act, person)
//
// Privacy exports everything that is kept about a person, and erases it.
package member

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// day is what vacations are counted in.
const day = 24 * time.Hour

// Store keeps what belongs to people. Package store implements it on a database.
//
// All errors about the person's request are *game.Refusal; any other error means that the database failed and nothing
// was saved.
type Store interface {
	// Settings reads what p chose; the zero Settings if nothing.
	Settings(ctx context.Context, p game.Person) (Settings, error)

	// UpdateSettings passes fn what p chose, keeps what fn leaves and returns it. The key is as in game.GameStore's
	// Update.
	UpdateSettings(ctx context.Context, key string, p game.Person, fn func(*Settings) error) (Settings, error)

	// Vacation reads a person's vacation in a server; the zero Vacation if they never took one.
	Vacation(ctx context.Context, p game.Person, guild string) (Vacation, error)

	// UpdateVacation passes fn the vacation of a person in a server (guild "": direct messages), with all games that are
	// open there, and keeps what fn leaves of it and of the games, together with the jobs of them all, or nothing. The key
	// is as in game.GameStore's Update.
	UpdateVacation(ctx context.Context, key string, p game.Person, guild string, fn func(*Absence) error) (Vacation, error)
}

// Servers know what is chosen for Discord servers: a *game.Servers, or the store itself.
type Servers interface {
	// Server reads what is chosen for a Discord server.
	Server(ctx context.Context, guild string) (game.Server, error)
}

// Games are the games of people. Package store keeps them.
type Games interface {
	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id game.ID) (*game.Game, error)

	// Update is the only way to change a game, see game.GameStore.
	Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error)
}

// Service does what people do about themselves, and the jobs that follow from it. It is safe for concurrent use.
type Service struct {
	store   Store
	servers Servers
	games   Games
	now     func() time.Time
}

// Now is the time by the service's clock.
func (s *Service) Now() time.Time { return s.now() }

// New joins stores and a clock: game.Service.Now.
func New(store Store, servers Servers, games Games, now func() time.Time) *Service {
	return &Service{store, servers, games, now}
}
