package store_test

import (
	"cmp"
	"errors"
	"fmt"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// world is what one process offers to people.
type world struct {
	*gametest.Services
	displays *lobby.Simuls
}

// Of many who act at once at a bound of so many, exactly so many pass, in one process and in several; the others are
// told the bound.
func TestABoundHoldsForActsAtOnce(t *testing.T) {
	const (
		many = 16
		most = 3 // open games of a person
	)
	display := lobby.Simul{ID: 7, Boards: 4, ColorChoice: game.WantRed}
	by := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "g", Channel: "c"} }
	person := func(n int) game.Person { return game.Person(fmt.Sprint(2000 + n)) }
	against := func(p game.Person) game.ChallengeSpec {
		return game.ChallengeSpec{Opponent: p, ColorChoice: game.WantRed}
	}
	seat := game.ChallengeSpec{Conditions: game.Conditions{Anyone: true}}

	for name, test := range map[string]struct {
		server  guild.Settings
		prepare func(t *testing.T, w world)
		act     func(w world, n int) (any, error)
		most    int // open games of a person; 0: most
		pass    int
		code    game.Code
	}{
		"challenges to one person": {
			act: func(w world, _ int) (any, error) {
				return w.Challenge(t.Context(), by(alice), against(bob))
			},
			pass: 1, code: game.AlreadyChallenged,
		},
		"challenges to different people": {
			server: guild.Settings{Cooldown: 10},
			act: func(w world, n int) (any, error) {
				return w.Challenge(t.Context(), by(alice), against(person(n)))
			},
			pass: 1, code: game.TooSoon,
		},
		"open games": {
			act: func(w world, n int) (any, error) {
				return w.Challenge(t.Context(), by(alice), against(person(n)))
			},
			pass: most, code: game.TooManyGames,
		},
		"open games in a server": {
			server: guild.Settings{MaxOpenGames: 2},
			act: func(w world, n int) (any, error) {
				return w.Challenge(t.Context(), by(alice), against(person(n)))
			},
			pass: 2, code: game.TooManyInServer,
		},
		"open seats in a channel": {
			act: func(w world, _ int) (any, error) {
				return w.Challenge(t.Context(), by(alice), seat)
			},
			pass: 1, code: game.AlreadyChallenged,
		},
		"games against the bot, one after another": {
			server: guild.Settings{Cooldown: 10},
			act: func(w world, _ int) (any, error) {
				return w.Challenge(t.Context(), by(alice), game.ChallengeSpec{Level: 1})
			},
			pass: 1, code: game.TooSoon,
		},
		"games of a channel": {
			act: func(w world, _ int) (any, error) {
				spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 1}, Level: 1}
				return w.Votes().Start(t.Context(), by(alice), spec)
			},
			pass: most, code: game.TooManyGames,
		},
		"seats taken": {
			prepare: func(t *testing.T, w world) {
				for n := range many {
					ok(w.Challenge(t.Context(), by(person(n)), seat))(t)
				}
			},
			act: func(w world, n int) (any, error) {
				return w.Accept(t.Context(), by(alice), game.ID(n+1))
			},
			pass: most, code: game.TooManyGames,
		},
		"challenges accepted": {
			prepare: func(t *testing.T, w world) {
				for n := range many {
					ok(w.Challenge(t.Context(), by(person(n)), against(alice)))(t)
				}
			},
			act: func(w world, n int) (any, error) {
				return w.Accept(t.Context(), by(alice), game.ID(n+1))
			},
			pass: most, code: game.TooManyGames,
		},
		"rated games of two people": {
			prepare: func(t *testing.T, w world) {
				for n := range many {
					act, rated := by(alice), seat
					act.Channel, rated.Rated = fmt.Sprint("c", n), true
					ok(w.Challenge(t.Context(), act, rated))(t)
				}
			},
			act: func(w world, n int) (any, error) {
				return w.Accept(t.Context(), by(bob), game.ID(n+1))
			},
			most: 2 * many, pass: lobby.MaxRatedPair, code: game.TooManyRated,
		},
		"boards of a display": {
			act: func(w world, n int) (any, error) {
				_, _, err := w.displays.TakeBoard(t.Context(), by(person(n)), display.ID)
				return nil, err
			},
			pass: display.Boards, code: game.SimulFull,
		},
		"boards for one person": {
			act: func(w world, _ int) (any, error) {
				_, _, err := w.displays.TakeBoard(t.Context(), by(bob), display.ID)
				return nil, err
			},
			pass: 1, code: game.BoardTaken,
		},
		"notifications by seeks": {
			act: func(w world, _ int) (any, error) {
				pings, err := w.TakePing(t.Context(), by(alice))
				if err == nil && !pings {
					err = &game.Refusal{Code: game.TooSoon}
				}
				return nil, err
			},
			pass: 1, code: game.TooSoon,
		},
		"rematches with the bot": {
			prepare: func(t *testing.T, w world) {
				g := ok(w.Challenge(t.Context(), by(alice), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
				ok(w.Decide(t.Context(), by(alice), g.ID, game.Resign))(t)
			},
			act: func(w world, _ int) (any, error) {
				return w.Rematch(t.Context(), by(alice), 1)
			},
			pass: 1, code: game.RematchRuns,
		},
		"rematches that both ask for": { // one offers it, and the other accepts with the same button
			prepare: func(t *testing.T, w world) {
				g := ok(w.Challenge(t.Context(), by(alice), against(bob)))(t)
				ok(w.Accept(t.Context(), by(bob), g.ID))(t)
				ok(w.Decide(t.Context(), by(alice), g.ID, game.Resign))(t)
			},
			act: func(w world, n int) (any, error) {
				_, err := w.Rematch(t.Context(), by([]game.Person{alice, bob}[n%2]), 1)
				if errors.Is(err, game.AlreadyChallenged) || errors.Is(err, game.AlreadyStarted) {
					err = &game.Refusal{Code: game.RematchRuns}
				}
				return nil, err
			},
			pass: 2, code: game.RematchRuns,
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachCrowd(t, func(t *testing.T, _ string, process func() *store.DB) {
				enter := func() world {
					db := process()
					s := gametest.New(storetest.Stores(db), nil, game.Options{
						Clock: func() time.Time { return start }, MaxGames: cmp.Or(test.most, most), Coin: func() board.Color { return board.Red },
					})
					return world{s, lobby.NewSimuls(db.Simuls, s.Service, s.Challenges)}
				}
				w := enter()
				server := test.server
				server.Cooldown = cmp.Or(server.Cooldown, guild.Disabled)
				ok(w.ChangeServer(t.Context(), by(alice), func(all *guild.Settings) error { *all = server; return nil }))(t)
				ok(w.displays.Start(t.Context(), by(alice), display))(t)
				if test.prepare != nil {
					test.prepare(t, w)
				}
				passed := atOnce(t, many, test.code, func(n int) error {
					_, err := test.act(enter(), n)
					return err
				})
				if passed != test.pass {
					t.Errorf("%d of %d passed, want %d", passed, many, test.pass)
				}
			})
		})
	}
}
