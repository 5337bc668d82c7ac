package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
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
