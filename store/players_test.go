package store_test

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

func TestRatingsMoveWithTheGameThatEnds(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		first := playOn(t, db, begin(t, db, "guild", alice, bob, true).ID, start.Add(time.Minute), quickMate...)
		winner := ok(db.Standings.Player(t.Context(), bob))(t)
		alike(t, winner, standing.Player{Person: bob, Correspondence: standing.Standing{
			Rating: first.After[board.Black], RatedAt: start.Add(time.Minute), Tally: standing.Tally{Wins: 1},
		}})
		loser := ok(db.Standings.Player(t.Context(), alice))(t)
		if loser.Name != "N1001" || loser.Correspondence.Losses != 1 || loser.Correspondence.Rating.R >= winner.Correspondence.Rating.R {
			t.Errorf("the loser is %+v, the winner %+v", loser, winner)
		}

		// The next game begins where this one ended.
		second := begin(t, db, "", bob, carol, true)
		if second.Players[bob].Rating != winner.InGame(second).Rating {
			t.Errorf("Bob begins the next game with %+v", second.Players[bob])
		}
		playOn(t, db, second.ID, start.Add(2*time.Minute), quickMate...) // Bob loses it
		history := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: bob}))(t)
		if len(history) != 2 || history[0].Game != second.ID || history[0].Before.R != history[1].After.R ||
			history[0].Score != 0 || history[1].Score != 1 || !history[1].At.Equal(start.Add(time.Minute)) {
			t.Errorf("history %+v", history)
		}
		if one, err := db.Standings.Results(t.Context(), standing.ResultQuery{Person: bob, Limit: 1}); err != nil || len(one) != 1 {
			t.Errorf("%d changes, %v; want the latest", len(one), err)
		}
	})
}

func TestTheLastNameSeenIsKept(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }})
		g, err := service.Challenge(t.Context(), game.Act{Actor: alice, Name: "Alice", Locale: "vi", Guild: "g", Channel: "c"},
			game.ChallengeSpec{Opponent: bob, OpponentName: "Bob", ColorChoice: game.WantRed})
		must(t, err)
		if g.Name(alice) != "Alice" || g.Name(bob) != "Bob" || g.Players[alice].Locale != "vi" {
			t.Errorf("at first %+v", g.Players)
		}
		g = ok(service.Accept(t.Context(), game.Act{Actor: bob, Name: "Bobby", Locale: "zh-TW", Channel: "c"}, g.ID))(t)
		g = ok(service.Move(t.Context(), game.Act{Actor: alice, Channel: "c"}, g.ID, "h2e2"))(t)
		want := map[game.Person]game.Player{
			alice: {Person: alice, Name: "Alice", Locale: "vi", Rating: glicko.Initial()},
			bob:   {Person: bob, Name: "Bobby", Locale: "zh-TW", Rating: glicko.Initial()},
		}
		for p, player := range want {
			if g.Players[p] != player {
				t.Errorf("%s is %+v, want %+v", p, g.Players[p], player)
			}
		}
	})
}

func TestSettingsAreKept(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		for _, want := range []member.Settings{
			{Locale: "zh-CN", Notation: "wxf", Orientation: member.RedDown},
			{Locale: "vi", Zone: "Asia/Saigon", Challenges: member.ChallengesNo, Blocked: []game.Person{carol, bob}},
			{},
		} {
			saved := ok(db.Members.UpdateSettings(t.Context(), "", alice, func(s *member.Settings) error { *s = want; return nil }))(t)
			alike(t, saved, want)
			alike(t, ok(db.Members.Settings(t.Context(), alice))(t), want)
		}
		for _, want := range []guild.Settings{
			{Rules: "simple", Channels: []string{"11", "12"}, Time: clocks.TimeControl{PerMove: 48 * time.Hour}},
			{Rules: "asian repetitions=4", Place: game.InChannel, Boards: game.EditBoard, Cooldown: guild.Disabled, SeekRole: "7"},
		} {
			saved := ok(db.Servers.UpdateServer(t.Context(), "", "1", func(s *guild.Settings) error { *s = want; return nil }))(t)
			alike(t, saved, want)
			alike(t, ok(db.Servers.Server(t.Context(), "1"))(t), want)
		}
		alike(t, ok(db.Servers.Server(t.Context(), "2"))(t), guild.Settings{})
	})
}

// What one choice leaves the next one finds, a refused one keeps nothing, and one interaction chooses once.
func TestChoicesFollowOneAnother(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		add := func(key, channel string, refused error) error {
			_, err := db.Servers.UpdateServer(t.Context(), key, "1", func(s *guild.Settings) error {
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
		must(t, add("key", "once", nil))
		refused(t, add("key", "twice", nil), game.AlreadyDone)
		refused(t, add("another", "never", &game.Refusal{Code: game.TooManyChannels}), game.TooManyChannels)
		refused(t, add("another", "never", nil), game.AlreadyDone)
		if s, err := db.Servers.Server(t.Context(), "1"); err != nil || len(s.Channels) != 21 || s.Channels[20] != "once" {
			t.Errorf("%d channels: %v, %v", len(s.Channels), s.Channels, err)
		}
	})
}

// However many games a list has, their people are read with a few queries: as they are for each game by itself.
func TestThePeopleOfAListAreReadTogether(t *testing.T) {
	alone(t)
	eachDB(t, func(t *testing.T, db *store.DB) {
		const most = 600 // more than one query asks for
		g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
			spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 1}, Level: 1}
			act := game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}
			must(t, game.OfferVote(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, start))
			side := g.Turn()
			if g.Seats[side].IsBot() {
				side = side.Opponent()
			}
			for n := range most {
				g.Vote.Join(side, game.Person(strconv.Itoa(20_000+n)))
			}
			return nil
		}))(t)
		for _, guild := range []string{"g", "h", "g"} {
			byDay(t, db, guild)
		}
		playOn(t, db, begin(t, db, "g", bob, carol, true).ID, start, quickMate...)
		ok(db.Members.UpdateVacation(t.Context(), "", bob, "h", func(a *member.Absence) error { return a.Start(5, 30, start) }))(t)

		list := ok(db.Games.Games(t.Context(), game.Query{Channel: "c"}))(t)
		away := 0
		for _, listed := range list {
			alone := ok(db.Games.Game(t.Context(), listed.ID))(t)
			same(t, listed, alone)
			if !listed.Players[bob].Away.IsZero() {
				away++
			}
		}
		if away != 1 || len(list[len(list)-1].Players) != most+1 {
			t.Errorf("Bob is away in %d games, and game %d has %d people", away, g.ID, len(list[len(list)-1].Players))
		}
		if n, err := store.QueriesForPeople(t.Context(), db, list); err != nil || n > 5 {
			t.Errorf("%d queries, %v", n, err)
		}
	})
}

// Who joins a team is noted as in the game; the others are not noted again.
func TestOnlyNewcomersAreNoted(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
			spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 9}, Teams: true}
			act := game.Act{Actor: alice, Guild: "g", Channel: "c"}
			return game.OfferVote(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, start)
		}))(t)
		// As no game leaves it: who finds it changed has written it anew.
		ok(db.SQL().Exec(`UPDATE participants SET open = FALSE`))(t)
		for n, p := range []game.Person{bob, carol} {
			ok(db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return game.JoinTeam(g, p, nil, board.Color(n), start) }))(t)
		}
		if noted, open := value[int](t, db, `SELECT count(*) FROM participants`), value[int](t, db, `SELECT count(*) FROM participants WHERE open`); noted != 3 || open != 2 {
			t.Errorf("%d are noted, of these %d by joining", noted, open)
		}
	})
}

// People are saved in the order of their ids, whatever their seats: transactions that lock the rows of the same people
// never wait for one another in a circle. SQLite, which locks no rows, tells the order as well.
func TestPeopleAreSavedInOneOrder(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.SQLite(t), store.Options{})
	_, err := db.SQL().Exec(`CREATE TABLE saved (n INTEGER PRIMARY KEY, person TEXT);
		CREATE TRIGGER note_saved BEFORE INSERT ON players BEGIN INSERT INTO saved (person) VALUES (NEW.person); END`)
	must(t, err)
	for range 20 { // a map would mostly have this order too
		for _, pair := range [][2]game.Person{{alice, bob}, {bob, alice}} {
			g := begin(t, db, "", pair[0], pair[1], true)
			ok(db.SQL().Exec(`DELETE FROM saved`))(t)
			playOn(t, db, g.ID, start, quickMate...)
			if got := column[game.Person](t, db, `SELECT person FROM saved ORDER BY n LIMIT 2`); !slices.Equal(got, []game.Person{alice, bob}) {
				t.Errorf("after a game of %v are saved at first %v", pair, got)
			}
		}
	}
}
