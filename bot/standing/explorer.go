package standing

import (
	"context"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
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
type Explorer struct {
	store ExplorerStore
	fair  *fairplay.Guard
}

// NewExplorer returns an explorer for the games in a store.
func NewExplorer(store ExplorerStore, fair *fairplay.Guard) *Explorer { return &Explorer{store, fair} }

// At lists the moves played at the end of a record on the actor's server, the most frequent first; none in direct
// messages. Refusals: those of the guard, which speak for everything that is known of the position.
func (s *Explorer) At(ctx context.Context, act game.Act, rec *board.Record) ([]played.Move, error) {
	if _, err := s.fair.Ask(ctx, act.Question(fairplay.Analysis, rec, 0)); err != nil || act.Guild == "" {
		return nil, err
	}
	p := rec.Position()
	games, err := s.store.ExplorerGames(ctx, act.Guild, maxExplorerGames)
	if err != nil {
		return nil, err
	}
	count := played.NewBuilder(ExplorerPlies)
	for _, g := range games {
		count.Add(g.Moves, g.Result, 0)
	}
	return count.Table(1).At(&p), nil
}
