package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// Many press the button of the last places at once: as many get in as there are places, the others learn that it is
// full. What was signed up is read again as it was, and the names are known. A board has one game, however often its
// job is done.
func TestManySignUpAtOnce(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }})
		tournaments := tournament.New(db.Tournaments, db.Standings, service.Servers, service.Now)
		act := game.Act{Key: "open", Actor: alice, Guild: "g", Channel: "c", ThreadSupport: game.ThreadSupportAllowed}
		spec := tournament.Spec{Name: "Cup", System: tournament.RoundRobinSystem, Places: 3}
		tour := ok(tournaments.Open(t.Context(), act, spec))(t)
		in := atOnce(t, 20, tournament.TournamentFull, func(n int) error {
			p := game.Person(fmt.Sprint(n))
			_, err := tournaments.Join(t.Context(), game.Act{Key: "join" + string(p), Actor: p, Name: "N" + string(p), Guild: "g"}, tour.ID)
			return err
		})
		read := ok(db.Tournaments.Tournament(t.Context(), tour.ID))(t)
		if in != 3 || len(read.Players) != 3 {
			t.Fatalf("%d were let in, %+v play", in, read.Players)
		}
		p := read.Players[0].Person
		if player, err := db.Standings.Player(t.Context(), p); err != nil || player.Name != "N"+string(p) {
			t.Errorf("the first is known as %+v, %v", player, err)
		}
		again := game.Act{Key: "join" + string(p), Actor: p, Guild: "g"}
		_, err := tournaments.Leave(t.Context(), again, tour.ID)
		refused(t, err, game.AlreadyDone)
		all := ok(db.Tournaments.Tournaments(t.Context(), "g"))(t)
		if diff := cmp.Diff([]*tournament.Tournament{read}, all, cmpopts.IgnoreUnexported(tournament.Tournament{}, game.Outbox{})); diff != "" {
			t.Errorf("the list differs from what is read alone:\n%s", diff)
		}
		_, err = db.Tournaments.Tournament(t.Context(), tour.ID+1)
		refused(t, err, tournament.NoTournament)

		tour = ok(tournaments.Start(t.Context(), game.Act{Actor: alice, Guild: "g"}, tour.ID))(t)
		for range 2 {
			for n := range tour.Boards[0] {
				must(t, tournaments.Fixture(t.Context(), tournament.Fixture{Tournament: tour.ID, Round: 1, Board: n}))
			}
		}
		games := ok(db.Games.Games(t.Context(), game.Query{Channel: "c"}))(t)
		if len(games) != 1 || games[0].State != game.Active || games[0].AtEnd.(tournament.Fixture).Round != 1 {
			t.Errorf("the games of the first round are %+v", games)
		}
	})
}

// A display is read as it was announced, changed under its key, and goes with its host.
func TestDisplays(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		s := lobby.Simul{
			ID: 1191000000000000001, Host: "1001", HostName: "Alice", Locale: "ja", Boards: 40, ColorChoice: game.WantBlack, Rated: true,
			Time: clocks.TimeControl{Base: 7 * day, Increment: 12 * time.Hour},
		}
		must(t, db.Simuls.CreateSimul(ctx, "start", s))
		refused(t, db.Simuls.CreateSimul(ctx, "start", s), game.AlreadyDone)
		read, err := db.Simuls.Simul(ctx, s.ID)
		if must(t, err); !cmp.Equal(read, s) {
			t.Errorf("read back: %s", cmp.Diff(s, read))
		}
		shut := func(key string) (lobby.Simul, error) {
			return db.Simuls.UpdateSimul(ctx, key, s.ID, func(s *lobby.Simul) error { s.Closed = true; return nil })
		}
		got, err := shut("shut")
		if must(t, err); !got.Closed {
			t.Errorf("not closed: %+v", got)
		}
		_, err = shut("shut")
		refused(t, err, game.AlreadyDone)
		no := errors.New("no")
		if _, err := db.Simuls.UpdateSimul(ctx, "", s.ID, func(s *lobby.Simul) error { s.Boards = 1; return no }); !errors.Is(err, no) {
			t.Errorf("a refused change: %v", err)
		}
		if read, err := db.Simuls.Simul(ctx, s.ID); err != nil || !read.Closed || read.Boards != 40 {
			t.Errorf("after a refused change: %+v, %v", read, err)
		}
		_, err = db.Simuls.UpdateSimul(ctx, "", 2, func(*lobby.Simul) error { return nil })
		refused(t, err, game.NoSuchSimul)

		kept, err := db.Privacy.PersonalData(ctx, "1001")
		if must(t, err); len(kept.Rows["simuls"]) != 1 {
			t.Errorf("kept of the host: %v", kept.Rows)
		}
		must(t, db.Privacy.Erase(ctx, "", "1001", func(*game.Game) error { return nil }))
		_, err = db.Simuls.Simul(ctx, s.ID)
		refused(t, err, game.NoSuchSimul)
	})
}
