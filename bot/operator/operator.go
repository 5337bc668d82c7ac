// Package operator carries out what the operator of the bot decides about people, servers and games: who is blocked,
// which games are called off, what is forgotten. It also records which servers the bot has left, since their data are
// deleted later.
package operator

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
)

// Store keeps who is blocked, in which servers the bot is, and what is known of them. Package store implements it on a
// database.
type Store interface {
	// SetBlocked saves since when a person or a server, by its id, is blocked; the zero time: it is not. It reports
	// whether one was blocked and the other was not; otherwise nothing changes.
	SetBlocked(ctx context.Context, id string, since time.Time) (changed bool, err error)
	// Blocked returns which of two ids are blocked; an empty one is not.
	Blocked(ctx context.Context, one, other string) ([]string, error)

	// SetDeparted saves when the bot left a server; the zero time: it is there.
	SetDeparted(ctx context.Context, guild string, at time.Time) error
	// Present returns the servers in which the bot is, as far as is known: those about which something is stored or in
	// which a game is open, but for the departed ones.
	Present(ctx context.Context) ([]string, error)
	// EndAll passes the open tournaments and games of a server to the functions and saves them as they leave them, in
	// one transaction.
	EndAll(ctx context.Context, guild string, callOff func(*tournament.Tournament), void func(*game.Game)) error

	// Server reads what is stored of a server.
	Server(ctx context.Context, guild string) (Server, error)
	// Forget deletes everything about a server. Games and results stay with their people, without the server in
	// which they were played.
	Forget(ctx context.Context, guild string) error
}

// Server is what is stored of a server.
type Server struct {
	Rows     map[string]int // how many rows are about it, by table
	Open     int            // games and challenges
	Departed time.Time      // when the bot left it; zero: it is there
	Blocked  bool
}

// Service carries out what the operator decides. It is safe for concurrent use.
type Service struct {
	store Store
	games *game.Service
}

// New returns the service for what is stored and the games of a service.
func New(store Store, games *game.Service) *Service { return &Service{store, games} }

// Block makes the bot refuse what a person, or anybody in a server, asks for. It reports whether they were not blocked
// before. Their games go on.
func (s *Service) Block(ctx context.Context, id string) (changed bool, err error) {
	return s.store.SetBlocked(ctx, id, s.games.Now())
}

// Unblock undoes [Service.Block]. It reports whether they were blocked.
func (s *Service) Unblock(ctx context.Context, id string) (changed bool, err error) {
	return s.store.SetBlocked(ctx, id, time.Time{})
}

// Blocked reports whether a person is blocked, and whether a server is; an empty id is not.
func (s *Service) Blocked(ctx context.Context, p game.Person, guild string) (person, server bool, err error) {
	blocked, err := s.store.Blocked(ctx, string(p), guild)
	return slices.Contains(blocked, string(p)), slices.Contains(blocked, guild), err
}

// Void calls a game off, see [game.Void]. Refusal: [game.NoSuchGame].
func (s *Service) Void(ctx context.Context, id game.ID) (*game.Game, error) {
	return s.games.Store.Update(ctx, "", id, func(g *game.Game) error {
		game.Void(g, s.games.Now())
		return nil
	})
}

// ServerLeft records that the bot is no longer in a server: the games and tournaments there are called off. What else
// is stored about the server is kept for its return.
func (s *Service) ServerLeft(ctx context.Context, guild string) error {
	if err := s.store.SetDeparted(ctx, guild, s.games.Now()); err != nil {
		return err
	}
	return s.endAll(ctx, guild)
}

// ServerBack records that the bot is in a server. It reports false for one that is blocked, which it should leave.
func (s *Service) ServerBack(ctx context.Context, guild string) (welcome bool, err error) {
	if _, blocked, err := s.Blocked(ctx, "", guild); err != nil || blocked {
		return false, err
	}
	return true, s.store.SetDeparted(ctx, guild, time.Time{})
}

// Present returns the servers in which the bot is, as far as is known. Those that removed it while it was off are among
// them, until [Service.ServerLeft].
func (s *Service) Present(ctx context.Context) ([]string, error) { return s.store.Present(ctx) }

// Server reads what is stored of a server.
func (s *Service) Server(ctx context.Context, guild string) (Server, error) {
	return s.store.Server(ctx, guild)
}

// Forget calls off what is being played in a server, and deletes everything about it; see [Store].
func (s *Service) Forget(ctx context.Context, guild string) error {
	if err := s.endAll(ctx, guild); err != nil {
		return err
	}
	return s.store.Forget(ctx, guild)
}

func (s *Service) endAll(ctx context.Context, guild string) error {
	at := s.games.Now()
	return s.store.EndAll(ctx, guild,
		func(t *tournament.Tournament) { t.CallOff(at) }, func(g *game.Game) { game.Void(g, at) })
}
