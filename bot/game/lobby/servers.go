package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/engine"
	"xiangqibot/engine/rules"
)

// Servers keeps the settings of servers.
type Servers struct {
	store ServerStore
	opts  game.Options
}

// ServerStore keeps the settings of Discord servers.
type ServerStore interface {
	guild.Reader

	// UpdateServer passes the settings of a server to fn, saves what fn leaves and returns it. The key is as in
	// GameStore.Update.
	UpdateServer(ctx context.Context, key, id string, fn func(*guild.Settings) error) (guild.Settings, error)
}

// NewServers returns the servers in a store. It uses the options Rules, Time and [game.Place] as defaults.
func NewServers(store ServerStore, opts game.Options) *Servers {
	return &Servers{store, opts.WithDefaults()}
}

// Server reads the settings of a server. For direct messages, id "", it returns the zero Settings.
func (s *Servers) Server(ctx context.Context, id string) (guild.Settings, error) {
	if id == "" {
		return guild.Settings{}, nil
	}
	return s.store.Server(ctx, id)
}

// ChangeServer passes the settings of the actor's server to change, and saves what it leaves; an error of change
// saves nothing and is returned. The settings apply to future challenges; a game keeps the rules with which it
// began. The caller checks whether the actor may change them.
//
// Rules that cannot be parsed are refused with the error of [rules.ParseRuleset], which says what is valid. They are
// saved as [rules.Ruleset] writes them.
func (s *Servers) ChangeServer(ctx context.Context, act game.Act, change func(*guild.Settings) error) (guild.Settings, error) {
	if act.Guild == "" {
		return guild.Settings{}, errors.New("change the settings of a server: the act is in direct messages, want a server")
	}
	server, err := s.store.UpdateServer(ctx, act.Key, act.Guild, func(server *guild.Settings) error {
		if err := change(server); err != nil {
			return err
		}
		return server.Check()
	})
	if err != nil {
		return guild.Settings{}, fmt.Errorf("change the settings of server %s: %w", act.Guild, err)
	}
	return server, nil
}

// TimeIn returns the time control of rated challenges and tournaments in a server that specify none.
func (s *Servers) TimeIn(server guild.Settings) clocks.TimeControl {
	return cmp.Or(server.Time, s.opts.Time)
}

// Ruleset returns the rules by which games that begin in a server are judged.
func (s *Servers) Ruleset(server guild.Settings) rules.Ruleset {
	return game.RulesetOf(server.Rules, s.opts.Rules)
}

// PlaceIn returns where games are played that began in a channel of the server: [game.InThread] or [game.InChannel].
func (s *Servers) PlaceIn(server guild.Settings) game.Place {
	if server.Place == game.DefaultPlace {
		return s.opts.Place
	}
	return server.Place
}

// checkChallenge checks a challenge against the settings of the server.
func checkChallenge(s guild.Settings, act game.Act, spec game.ChallengeSpec) error {
	weakest, strongest := s.Levels()
	inBounds := spec.Level == 0 || spec.Level >= weakest && spec.Level <= strongest ||
		spec.Level == game.LevelOutside && strongest == engine.LevelMax
	if err := s.CheckChannel(act.Channel, act.Parent); err != nil {
		return err
	}
	switch {
	case (spec.Anyone || spec.Opponent != "") && act.Guild == "": // nobody else is there to see the challenge
		return &game.Refusal{Code: game.NotInServer}
	case spec.Rated && s.Casual:
		return &game.Refusal{Code: game.CasualServer}
	case spec.Rated && spec.Level != 0 && s.UnratedBot:
		return &game.Refusal{Code: game.CasualBot}
	case !inBounds:
		return &game.Refusal{Code: game.LevelNotInServer, Levels: [2]engine.Level{weakest, strongest}}
	}
	return nil
}
