package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"xiangqibot/engine/rules"
)

// Servers keeps what those who run servers have chosen for them.
type Servers struct {
	store ServerStore
	opts  Options
}

// ServerStore keeps what is chosen for Discord servers.
type ServerStore interface {
	// Server reads what is chosen for a Discord server; the zero Server if nothing.
	Server(ctx context.Context, guild string) (Server, error)

	// UpdateServer passes fn what is chosen for a Discord server, keeps what fn leaves and returns it. The key is as in
	// GameStore.Update.
	UpdateServer(ctx context.Context, key, guild string, fn func(*Server) error) (Server, error)
}

// NewServers returns the servers in a store. Of the options it takes what holds where a server says nothing: Rules,
// Time and Place.
func NewServers(store ServerStore, opts Options) *Servers { return &Servers{store, opts.filled()} }

// Server reads what is chosen for a server. For direct messages, guild "", nothing can be.
func (s *Servers) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.store.Server(ctx, guild)
}

// ChangeServer passes change the choices for the server in which the actor is, and keeps what it leaves; an error of
// change keeps nothing and is returned. They hold for challenges made from now on; a game goes on by the rules with
// which it began. Whether the actor may choose for all is for the caller to check.
//
// Rules that cannot be read are refused with the error of rules.ParseCode, which tells what would be right. They are
// saved as rules.Code writes them. Refusals: BadLevel, NoLevelLeft, TooManyChannels, AlreadyDone.
func (s *Servers) ChangeServer(ctx context.Context, act Act, change func(*Server) error) (Server, error) {
	if act.Guild == "" {
		return Server{}, errors.New("change the settings of a server: direct messages are in none; want an act in a server")
	}
	server, err := s.store.UpdateServer(ctx, act.Key, act.Guild, func(server *Server) error {
		if err := change(server); err != nil {
			return err
		}
		return server.check()
	})
	if err != nil {
		return Server{}, fmt.Errorf("change the settings of server %s: %w", act.Guild, err)
	}
	return server, nil
}

// TimeIn is the time control of a rated challenge in a server, and of a tournament, that names none.
func (s *Servers) TimeIn(server Server) TimeControl { return cmp.Or(server.Time, s.opts.Time) }

// Rules is the code by which a challenge made now in a server, or with guild "" in direct messages, will be judged.
func (s *Servers) Rules(ctx context.Context, guild string) (rules.Code, error) {
	server, err := s.Server(ctx, guild)
	if err != nil {
		return rules.Code{}, err
	}
	return s.Code(server), nil
}

// Code is the code by which games that begin in a server are judged.
func (s *Servers) Code(server Server) rules.Code { return codeOf(server.Rules, s.opts.Rules) }

// PlaceIn is where games go on that began in a server's channel: InThread or InChannel.
func (s *Servers) PlaceIn(server Server) Place {
	switch server.Place {
	case InThread, InChannel:
		return server.Place
	case DefaultPlace:
	default: // chosen with another version of the program
	}
	return s.opts.Place
}
