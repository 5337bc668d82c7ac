// Package gametest gives tests the services of the games as one value. Package storetest opens the stores that they need:
//
//	db := storetest.Open(t, store.Options{})
//	games := gametest.New(storetest.Stores(db), thinker, game.Options{Clock: clock})
package gametest

import "xiangqibot/bot/game"

// Services are the services of the games in one store.
type Services struct {
	*game.Service
	*game.Challenges
	*game.Servers
	*game.Thinking
}

// Stores are what the services keep games in.
type Stores struct {
	game.Stores
	game.ConsentStore
	game.ServerStore
}

// New makes the services.
func New(stores Stores, thinker game.Thinker, opts game.Options) *Services {
	games, servers := game.New(stores.Stores, opts), game.NewServers(stores.ServerStore, opts)
	challenges := game.NewChallenges(stores.ConsentStore, games, servers)
	return &Services{games, challenges, servers, game.NewThinking(games, thinker)}
}

// Votes returns the votes in the games.
func (s *Services) Votes() *game.Votes { return game.NewVotes(s.Service, s.Challenges) }
