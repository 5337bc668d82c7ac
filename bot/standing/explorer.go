package standing

import (
	"context"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
)

// Opened is how a game of a server began, and how it ended.
type Opened struct {
	Moves  []board.Move // the first OpenedPlies, from the usual start
	Result played.Result
}

// OpenedPlies is how many moves of the games of servers are counted, as many as of those of others.
const OpenedPlies = 30

// OpenedStore reads the games of servers. Package store implements it on a database.
type OpenedStore interface {
	// Opened lists the latest games of a guild that were won or drawn.
	Opened(ctx context.Context, guild string, limit int) ([]Opened, error)
}

// mostOpened is how many games of a server are counted, the latest.
const mostOpened = 2000

// Openings count what was played in the games of a server.
type Openings struct{ store OpenedStore }

// NewOpenings counts the games in a store.
func NewOpenings(store OpenedStore) *Openings { return &Openings{store} }

// At lists what was played in a position on a server, the most played first; nothing in direct messages, guild "".
func (s *Openings) At(ctx context.Context, guild string, p *board.Position) ([]played.Move, error) {
	if guild == "" {
		return nil, nil
	}
	games, err := s.store.Opened(ctx, guild, mostOpened)
	if err != nil {
		return nil, err
	}
	count := played.NewBuilder(OpenedPlies)
	for _, g := range games {
		count.Add(g.Moves, g.Result)
	}
	return count.Table(1).At(p), nil
}
