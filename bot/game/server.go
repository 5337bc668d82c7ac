package game

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/engine/rules"
)

// Server is what those who run a Discord server chose for it. The zero value is every server's beginning: each empty field stands for
// the bot's default.
type Server struct {
	Rules string `json:"rules,omitempty"` // by which new games are judged: a text for rules.ParseCode; empty: Options.Rules
}

// Server reads what is chosen for a server. For direct messages, guild "", nothing can be.
func (s *Service) Server(ctx context.Context, guild string) (Server, error) {
	if guild == "" {
		return Server{}, nil
	}
	return s.store.Server(ctx, guild)
}

// SaveServer keeps the choices for the server in which the actor is. They hold for challenges made from now on; a game goes on by the
// rules with which it began. Whether the actor may choose for all is for the edge to know.
//
// Rules that cannot be read are refused with the error of rules.ParseCode, which tells what would be right. They are saved as
// rules.Code writes them.
func (s *Service) SaveServer(ctx context.Context, act Act, server Server) error {
	if act.Guild == "" {
		return errors.New("save the settings of a server: direct messages are in none; want an act in a server")
	}
	if server.Rules != "" {
		code, err := rules.ParseCode(server.Rules)
		if err != nil {
			return fmt.Errorf("save the settings of server %s: %w", act.Guild, err)
		}
		server.Rules = code.String()
	}
	return s.store.SaveServer(ctx, act.Guild, server)
}

// Rules is the code by which a challenge made now in a server, or with guild "" in direct messages, will be judged.
func (s *Service) Rules(ctx context.Context, guild string) (rules.Code, error) {
	server, err := s.Server(ctx, guild)
	if err != nil {
		return rules.Code{}, err
	}
	return codeOf(server.Rules, s.opts.Rules), nil
}
