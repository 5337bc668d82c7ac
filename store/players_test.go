package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

func TestRatingsMoveWithTheGameThatEnds(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "guild", alice, bob, true)
		g = playOn(t, db, g.ID, start.Add(time.Minute), quickMate...)

		winner, err := db.Player(t.Context(), bob)
		must(t, err)
		want := game.Player{Person: bob, Rating: g.After[board.Black], RatedAt: start.Add(time.Minute), Games: 1, Wins: 1}
		if winner != want {
			t.Errorf("the winner is %+v, want %+v", winner, want)
		}
		if winner.Rating.R <= 1500 {
			t.Errorf("winning made %v", winner.Rating.R)
		}
		loser, err := db.Player(t.Context(), alice)
		must(t, err)
		if loser.Name != "N1001" || loser.Losses != 1 || loser.Rating.R >= 1500 {
			t.Errorf("the loser is %+v", loser)
		}

		// The next game begins where this one ended.
		g2 := begin(t, db, "", bob, carol, true)
		if g2.Players[bob].Rating != winner.Rating {
			t.Errorf("Bob begins the next game with %+v", g2.Players[bob])
		}
		playOn(t, db, g2.ID, start.Add(2*time.Minute), quickMate...) // he loses it

		history, err := db.History(t.Context(), bob, 10)
		must(t, err)
		if len(history) != 2 || history[0].Game != g2.ID || history[1].Game != g.ID {
			t.Fatalf("history %+v", history)
		}
		if history[0].Before.R != history[1].After.R || history[0].Score != 0 || history[1].Score != 1 || !history[1].At.Equal(start.Add(time.Minute)) {
			t.Errorf("history %+v", history)
		}
		if one, err := db.History(t.Context(), bob, 1); err != nil || len(one) != 1 {
			t.Errorf("%d changes, %v; want the latest", len(one), err)
		}
	})
}

func TestCasualGamesLeaveNoTrace(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "guild", alice, bob, false)
		playOn(t, db, g.ID, start, quickMate...)
		if p, err := db.Player(t.Context(), bob); err != nil || p != game.Newcomer(bob) {
			t.Errorf("Bob is %+v, %v", p, err)
		}
		if list, err := db.Leaderboard(t.Context(), "guild", 10); err != nil || len(list) != 0 {
			t.Errorf("leaderboard %+v, %v", list, err)
		}
	})
}

func TestLeaderboards(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		for _, m := range []struct {
			guild      string
			red, black game.Person // Black wins
		}{{"g1", alice, bob}, {"g1", carol, bob}, {"g2", bob, alice}, {"", alice, carol}} {
			g := begin(t, db, m.guild, m.red, m.black, true)
			playOn(t, db, g.ID, start, quickMate...)
		}
		lists := map[string][]game.Player{}
		for _, guild := range []string{"", "g1", "g2", "g3"} {
			list, err := db.Leaderboard(t.Context(), guild, 10)
			must(t, err)
			lists[guild] = list
			for i, p := range list {
				now, err := db.Player(t.Context(), p.Person)
				must(t, err)
				if p.Rating != now.Rating || p.Name != now.Name {
					t.Errorf("guild %q shows %+v, who is %+v", guild, p, now)
				}
				if i > 0 && list[i-1].Rating.R < p.Rating.R {
					t.Errorf("guild %q is out of order: %+v", guild, list)
				}
				if guild == "" && p != now {
					t.Errorf("everywhere shows %+v, who is %+v", p, now)
				}
			}
		}
		if len(lists[""]) != 3 || len(lists["g1"]) != 3 || len(lists["g2"]) != 2 || len(lists["g3"]) != 0 {
			t.Fatalf("leaderboards of %d, %d, %d, %d players", len(lists[""]), len(lists["g1"]), len(lists["g2"]), len(lists["g3"]))
		}
		for _, p := range lists["g1"] {
			if p.Person == bob && (p.Games != 2 || p.Wins != 2) {
				t.Errorf("in g1 Bob won twice and lost never: %+v", p)
			}
		}
		if top, err := db.Leaderboard(t.Context(), "", 1); err != nil || len(top) != 1 || top[0].Person != lists[""][0].Person {
			t.Errorf("the best is %+v, %v", top, err)
		}
	})
}

func TestTheLastNameSeenIsKept(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		service := game.New(db, nil, game.Options{Clock: func() time.Time { return start }})
		g, err := service.Challenge(t.Context(), game.Act{Actor: alice, Name: "Alice", Locale: "vi", Channel: "c"},
			game.ChallengeSpec{Opponent: bob, OpponentName: "Bob", Wish: game.WantRed})
		must(t, err)
		if g.Name(alice) != "Alice" || g.Name(bob) != "Bob" || g.Players[alice].Locale != "vi" {
			t.Errorf("at first %+v", g.Players)
		}
		g, err = service.Accept(t.Context(), game.Act{Actor: bob, Name: "Bobby", Locale: "zh-TW", Channel: "c"}, g.ID)
		must(t, err)
		g, err = service.Move(t.Context(), game.Act{Actor: alice, Channel: "c"}, g.ID, "h2e2")
		must(t, err)
		want := map[game.Person]game.Player{
			alice: {Person: alice, Name: "Alice", Locale: "vi", Rating: glicko.First()},
			bob:   {Person: bob, Name: "Bobby", Locale: "zh-TW", Rating: glicko.First()},
		}
		for p, player := range want {
			if g.Players[p] != player {
				t.Errorf("%s is %+v, want %+v", p, g.Players[p], player)
			}
		}
	})
}

func TestSettingsAreKept(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		if s, err := db.Settings(t.Context(), alice); err != nil || !cmp.Equal(s, game.Settings{}) {
			t.Fatalf("at first %+v, %v", s, err)
		}
		for _, want := range []game.Settings{
			{Locale: "zh-CN", Notation: "wxf", Orientation: game.RedDown},
			{Locale: "vi", Zone: "Asia/Saigon", Challenges: game.ChallengesNo, Blocked: []game.Person{bob, carol}},
			{},
		} {
			saved, err := db.UpdateSettings(t.Context(), "", alice, func(s *game.Settings) error { *s = want; return nil })
			if err != nil || !cmp.Equal(saved, want) {
				t.Errorf("saved %+v as %+v, %v", want, saved, err)
			}
			if s, err := db.Settings(t.Context(), alice); err != nil || !cmp.Equal(s, want) {
				t.Errorf("saved %+v, read %+v, %v", want, s, err)
			}
		}
	})
}

func TestSettingsOfServersAreKept(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		for _, want := range []game.Server{
			{},
			{Rules: "simple", Channels: []string{"11", "12"}, Time: game.TimeControl{PerMove: 48 * time.Hour}},
			{Rules: "asian repetitions=4", Place: game.InChannel, Boards: game.EditBoards, Cooldown: game.Never, SeekRole: "7"},
			{},
		} {
			saved, err := db.UpdateServer(t.Context(), "", "1", func(s *game.Server) error { *s = want; return nil })
			if err != nil || !cmp.Equal(saved, want) {
				t.Errorf("saved %+v as %+v, %v", want, saved, err)
			}
			if s, err := db.Server(t.Context(), "1"); err != nil || !cmp.Equal(s, want) {
				t.Errorf("saved %+v, read %+v, %v", want, s, err)
			}
			if s, err := db.Server(t.Context(), "2"); err != nil || !cmp.Equal(s, game.Server{}) {
				t.Errorf("another server has %+v, %v", s, err)
			}
		}
	})
}

// What one choice leaves the next one finds, a refused one keeps nothing, and one interaction chooses once.
func TestChoicesFollowOneAnother(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		add := func(claim, channel string, refused error) error {
			_, err := db.UpdateServer(t.Context(), claim, "1", func(s *game.Server) error {
				s.Channels = append(s.Channels, channel)
				return refused
			})
			return err
		}
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				if err := add("", fmt.Sprint(i), nil); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		must(t, add("claim", "once", nil))
		refused(t, add("claim", "twice", nil), game.AlreadyDone)
		refused(t, add("another", "never", &game.Refusal{Code: game.TooManyChannels}), game.TooManyChannels)
		refused(t, add("another", "never", nil), game.AlreadyDone)
		if s, err := db.Server(t.Context(), "1"); err != nil || len(s.Channels) != 21 || s.Channels[20] != "once" {
			t.Errorf("%d channels: %v, %v", len(s.Channels), s.Channels, err)
		}
	})
}

func TestManyPlayersKeepTheirOrder(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		for i := range 30 {
			g := begin(t, db, "g", game.Person(fmt.Sprint(100+i)), game.Person(fmt.Sprint(100+(i*7+1)%30)), true)
			playOn(t, db, g.ID, start, quickMate...)
		}
		list, err := db.Leaderboard(t.Context(), "g", 100)
		must(t, err)
		if len(list) != 30 {
			t.Fatalf("%d players, want 30", len(list))
		}
		for i := 1; i < len(list); i++ {
			if list[i-1].Rating.R < list[i].Rating.R {
				t.Errorf("place %d has %v, place %d has %v", i, list[i-1].Rating.R, i+1, list[i].Rating.R)
			}
		}
	})
}
