package standing

import (
	"context"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
)

// ExplorerGame is the opening of a game played on a server, and its result.
type ExplorerGame struct {
	Moves  []board.Move // the first ExplorerPlies, from the standard start position
	Result played.Result
}

// ExplorerPlies is how many plies of a server's games are counted, the same as for the games of others.
const ExplorerPlies = 30

// ExplorerStore reads the openings of games played on servers. Package store implements it on a database.
type ExplorerStore interface {
	// ExplorerGames lists the latest games of a guild that were won or drawn.
	ExplorerGames(ctx context.Context, guild string, limit int) ([]ExplorerGame, error)
}

// maxExplorerGames is how many of a server's latest games are counted.
const maxExplorerGames = 2000

// Explorer is the opening explorer for the games of a server.
type Explorer struct{ store ExplorerStore }

// NewExplorer returns an explorer for the games in a store.
func NewExplorer(store ExplorerStore) *Explorer { return &Explorer{store} }

// At lists the moves played in a position on a server, the most frequent first; none in direct messages, guild "".
func (s *Explorer) At(ctx context.Context, guild string, p *board.Position) ([]played.Move, error) {
	if guild == "" {
		return nil, nil
	}
	games, err := s.store.ExplorerGames(ctx, guild, maxExplorerGames)
	if err != nil {
		return nil, err
	}
	count := played.NewBuilder(ExplorerPlies)
	for _, g := range games {
		count.Add(g.Moves, g.Result)
	}
	return count.Table(1).At(p), nil
}
