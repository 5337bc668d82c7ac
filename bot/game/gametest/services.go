// Package gametest combines the game services into one value for tests. Package storetest opens the stores that they
// need:
//
//	db := storetest.Open(t, store.Options{})
//	games := gametest.New(storetest.Stores(db), thinker, game.Options{Clock: clock})
package gametest

import (
	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/game/lobby"
)

// Services are the game services on one store.
type Services struct {
	*game.Service
	*lobby.Challenges
	*lobby.Servers
	*assist.Thinking
	Replies *assist.Replies
}

// Stores are the stores that the services need.
type Stores struct {
	game.Stores
	lobby.ConsentStore
	lobby.ServerStore
}

// New returns the services.
func New(stores Stores, thinker fairplay.Thinker, opts game.Options) *Services {
	games, servers := game.New(stores.Stores, opts), lobby.NewServers(stores.ServerStore, opts)
	challenges := lobby.NewChallenges(stores.ConsentStore, games, servers)
	replies := assist.NewReplies()
	return &Services{games, challenges, servers, assist.NewThinking(games, thinker, replies), replies}
}

// Votes returns the service of vote games.
func (s *Services) Votes() *lobby.Votes { return lobby.NewVotes(s.Service, s.Challenges) }
