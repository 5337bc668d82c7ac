package member_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

const (
	alice game.Person = "1001"
	bob   game.Person = "1002"
	eve   game.Person = "1003"

	day = 24 * time.Hour
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

var must, refused, move = gametest.Must, gametest.Refused, gametest.Move

func control(t testing.TB, text string) game.Conditions {
	t.Helper()
	c := ok(clocks.ParseTimeControl(text))(t)
	return game.Conditions{Time: c}
}

// begun is a game of Alice, Red, and Bob.
func begun(t testing.TB, conditions game.Conditions) *game.Game {
	t.Helper()
	g := &game.Game{ID: 9}
	spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Conditions: conditions}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice, Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	must(t, game.AcceptChallenge(g, bob, board.Red, start))
	g.Outbox.TakeJobs()
	return g
}

// club is a server with its games and its members.
type club struct {
	games   *gametest.Services
	members *member.Service
	privacy *member.Privacy
	store   *storetest.DB
	now     time.Time
}

func newClub(t testing.TB) *club {
	t.Helper()
	c := &club{now: start}
	clock := func() time.Time { return c.now }
	c.store = storetest.New(t, store.Options{Clock: clock})
	c.games = gametest.New(storetest.Stores(c.store.DB), nil, game.Options{Clock: clock, Coin: func() board.Color { return board.Red }})
	c.members, c.privacy = member.New(c.store.Members, c.store.Servers, c.store.Games, c.games.Now), member.NewPrivacy(c.store.Privacy, c.games.Now)
	ok(c.games.ChangeServer(t.Context(), at(alice, "c"), func(s *guild.Settings) error { s.Cooldown = guild.Disabled; return nil }))(t)
	return c
}

func at(p game.Person, channel string) game.Act {
	return game.Act{Actor: p, Name: "name of " + string(p), Guild: "g", Channel: channel}
}

// match is a game between Alice, Red, and Bob in a channel.
func (c *club) match(t *testing.T, channel string) *game.Game {
	t.Helper()
	g := ok(c.games.Challenge(t.Context(), at(alice, channel), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}))(t)
	g = ok(c.games.Accept(t.Context(), at(bob, channel), g.ID))(t)
	return g
}

func ok[V any](value V, err error) func(gametest.T) V { return gametest.OK(value, err) }

func errOf[V any](_ V, err error) error { return err }
