// Package gametest combines the game services into one value for tests. Package storetest opens the stores that they
// need:
//
//	db := storetest.Open(t, store.Options{})
//	games := gametest.New(storetest.Stores(db), thinker, game.Options{Clock: clock})
package gametest

import "xiangqibot/bot/game"

// Services are the game services on one store.
type Services struct {
	*game.Service
	*game.Challenges
	*game.Servers
	*game.Thinking
}

// Stores are the stores that the services need.
type Stores struct {
	game.Stores
	game.ConsentStore
	game.ServerStore
}

// New returns the services.
func New(stores Stores, thinker game.Thinker, opts game.Options) *Services {
	games, servers := game.New(stores.Stores, opts), game.NewServers(stores.ServerStore, opts)
	challenges := game.NewChallenges(stores.ConsentStore, games, servers)
	return &Services{games, challenges, servers, game.NewThinking(games, thinker)}
}

// Votes returns the service of vote games.
func (s *Services) Votes() *game.Votes { return game.NewVotes(s.Service, s.Challenges) }
