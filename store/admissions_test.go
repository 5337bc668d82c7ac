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
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

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
		server  game.Server
		prepare func(t *testing.T, s *gametest.Services)
		act     func(t *testing.T, s *gametest.Services, displays *lobby.Simuls, n int) error
		most    int // open games of a person; 0: most
		pass    int
		code    game.Code
	}{
		"challenges to one person": {
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				_, err := s.Challenge(t.Context(), by(alice), against(bob))
				return err
			},
			pass: 1, code: game.AlreadyChallenged,
		},
		"challenges to different people": {
			server: game.Server{Cooldown: 10},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Challenge(t.Context(), by(alice), against(person(n)))
				return err
			},
			pass: 1, code: game.TooSoon,
		},
		"open games": {
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Challenge(t.Context(), by(alice), against(person(n)))
				return err
			},
			pass: most, code: game.TooManyGames,
		},
		"open games in a server": {
			server: game.Server{MaxOpenGames: 2},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Challenge(t.Context(), by(alice), against(person(n)))
				return err
			},
			pass: 2, code: game.TooManyInServer,
		},
		"open seats in a channel": {
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				_, err := s.Challenge(t.Context(), by(alice), seat)
				return err
			},
			pass: 1, code: game.AlreadyChallenged,
		},
		"games against the bot, one after another": {
			server: game.Server{Cooldown: 10},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				_, err := s.Challenge(t.Context(), by(alice), game.ChallengeSpec{Level: 1})
				return err
			},
			pass: 1, code: game.TooSoon,
		},
		"games of a channel": {
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 1}, Level: 1}
				_, err := s.Votes().Start(t.Context(), by(alice), spec)
				return err
			},
			pass: most, code: game.TooManyGames,
		},
		"seats taken": {
			prepare: func(t *testing.T, s *gametest.Services) {
				for n := range many {
					ok(s.Challenge(t.Context(), by(person(n)), seat))(t)
				}
			},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Accept(t.Context(), by(alice), game.ID(n+1))
				return err
			},
			pass: most, code: game.TooManyGames,
		},
		"challenges accepted": {
			prepare: func(t *testing.T, s *gametest.Services) {
				for n := range many {
					ok(s.Challenge(t.Context(), by(person(n)), against(alice)))(t)
				}
			},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Accept(t.Context(), by(alice), game.ID(n+1))
				return err
			},
			pass: most, code: game.TooManyGames,
		},
		"rated games of two people": {
			prepare: func(t *testing.T, s *gametest.Services) {
				for n := range many {
					act, rated := by(alice), seat
					act.Channel, rated.Rated = fmt.Sprint("c", n), true
					ok(s.Challenge(t.Context(), act, rated))(t)
				}
			},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Accept(t.Context(), by(bob), game.ID(n+1))
				return err
			},
			most: 2 * many, pass: lobby.MaxRatedPair, code: game.TooManyRated,
		},
		"boards of a display": {
			act: func(t *testing.T, s *gametest.Services, displays *lobby.Simuls, n int) error {
				_, _, err := displays.TakeBoard(t.Context(), by(person(n)), display.ID)
				return err
			},
			pass: display.Boards, code: game.SimulFull,
		},
		"boards for one person": {
			act: func(t *testing.T, s *gametest.Services, displays *lobby.Simuls, _ int) error {
				_, _, err := displays.TakeBoard(t.Context(), by(bob), display.ID)
				return err
			},
			pass: 1, code: game.BoardTaken,
		},
		"notifications by seeks": {
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				pings, err := s.TakePing(t.Context(), by(alice))
				if err == nil && !pings {
					err = &game.Refusal{Code: game.TooSoon}
				}
				return err
			},
			pass: 1, code: game.TooSoon,
		},
		"rematches with the bot": {
			prepare: func(t *testing.T, s *gametest.Services) {
				g := ok(s.Challenge(t.Context(), by(alice), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
				ok(s.Decide(t.Context(), by(alice), g.ID, game.Resign))(t)
			},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, _ int) error {
				_, err := s.Rematch(t.Context(), by(alice), 1)
				return err
			},
			pass: 1, code: game.RematchRuns,
		},
		"rematches that both ask for": { // one offers it, and the other accepts with the same button
			prepare: func(t *testing.T, s *gametest.Services) {
				g := ok(s.Challenge(t.Context(), by(alice), against(bob)))(t)
				ok(s.Accept(t.Context(), by(bob), g.ID))(t)
				ok(s.Decide(t.Context(), by(alice), g.ID, game.Resign))(t)
			},
			act: func(t *testing.T, s *gametest.Services, _ *lobby.Simuls, n int) error {
				_, err := s.Rematch(t.Context(), by([]game.Person{alice, bob}[n%2]), 1)
				if errors.Is(err, game.AlreadyChallenged) || errors.Is(err, game.AlreadyStarted) {
					return &game.Refusal{Code: game.RematchRuns}
				}
				return err
			},
			pass: 2, code: game.RematchRuns,
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachCrowd(t, func(t *testing.T, _ string, process func() *store.DB) {
				services := func() (*gametest.Services, *lobby.Simuls) {
					db := process()
					s := gametest.New(storetest.Stores(db), nil, game.Options{
						Clock: func() time.Time { return start }, MaxGames: cmp.Or(test.most, most), Coin: func() board.Color { return board.Red },
					})
					return s, lobby.NewSimuls(db.Simuls, s.Service, s.Challenges)
				}
				s, displays := services()
				server := test.server
				server.Cooldown = cmp.Or(server.Cooldown, game.Disabled)
				ok(s.ChangeServer(t.Context(), by(alice), func(all *game.Server) error { *all = server; return nil }))(t)
				ok(displays.Start(t.Context(), by(alice), display))(t)
				if test.prepare != nil {
					test.prepare(t, s)
				}
				results := make(chan error, many)
				for n := range many {
					s, displays := services()
					go func() { results <- test.act(t, s, displays, n) }()
				}
				passed := 0
				for range many {
					if err := <-results; err == nil {
						passed++
					} else if !errors.Is(err, test.code) {
						t.Errorf("got %v, want the refusal %s", err, test.code)
					}
				}
				if passed != test.pass {
					t.Errorf("%d of %d passed, want %d", passed, many, test.pass)
				}
			})
		})
	}
}
