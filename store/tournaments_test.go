package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
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

// organize opens a tournament with three places.
func organize(t *testing.T, service *tournament.Service) *tournament.Tournament {
	t.Helper()
	act := game.Act{Key: "open", Actor: alice, Guild: "g", Channel: "c", ThreadSupport: game.ThreadSupportAllowed}
	return ok(service.Open(t.Context(), act, tournament.Spec{Name: "Cup", System: tournament.RoundRobinSystem, Places: 3}))(t)
}

// Many press the button of the last places at once: as many get in as there are places, the others learn that it is
// full. What was signed up is read again as it was, and the names are known.
func TestManySignUpAtOnce(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }})
		tournaments := tournament.New(db.Tournaments, db.Standings, service.Servers, service.Now)
		tour := organize(t, tournaments)
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
	})
}

// The jobs play a tournament from round to round, though each of them fails once after it has done its work: a board
// has one game all the same, and the final table comes after the last.
func TestTheJobsPlayATournament(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{Clock: hurrying()})
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }})
		tournaments := tournament.New(db.Tournaments, db.Standings, service.Servers, service.Now)
		tour := organize(t, tournaments)
		for _, p := range []game.Person{alice, bob, carol} {
			ok(tournaments.Join(t.Context(), game.Act{Actor: p, Guild: "g"}, tour.ID))(t)
		}
		var failed sync.Map
		booked, told := make(chan tournament.Fixture, 100), make(chan tournament.AnnounceRound, 100)
		must(t, work(db, worker{
			fixture: func(ctx context.Context, job tournament.Fixture) error {
				if err := tournaments.Fixture(ctx, job); err != nil {
					return err
				}
				if _, again := failed.LoadOrStore(job, true); !again {
					return errors.New("the process is killed here")
				}
				booked <- job
				return nil
			},
			round: func(ctx context.Context, job tournament.AnnounceRound) error {
				told <- job
				return tournaments.RoundAnnounced(ctx, job)
			},
		}))
		ok(tournaments.Start(t.Context(), game.Act{Actor: alice, Guild: "g"}, tour.ID))(t)
		for round := 1; round <= 3; round++ {
			if job := receive(t, told, "the round is told"); job.Round != round {
				t.Fatalf("round %d is told instead of %d", job.Round, round)
			}
			for job := (tournament.Fixture{}); job.Round != round; {
				job = receive(t, booked, "the game begins")
			}
			tour = ok(tournaments.Tournament(t.Context(), tour.ID))(t)
			for _, m := range tour.Boards[round-1] {
				if m.Bye() {
					continue
				}
				g := ok(service.Game(t.Context(), m.Game))(t)
				if g.State != game.Active || g.AtEnd.(tournament.Fixture).Round != round || !g.AwaitsThread() || g.ID != game.ID(round) {
					t.Fatalf("round %d: the game is %+v", round, g)
				}
				ok(service.Decide(t.Context(), game.Act{Actor: tour.Players[m.Black].Person, Guild: "g"}, m.Game, game.Resign))(t)
			}
		}
		if job := receive(t, told, "the final table is told"); job.Round != 4 {
			t.Errorf("round %d is told at the end", job.Round)
		}
		tour = ok(tournaments.Tournament(t.Context(), tour.ID))(t)
		if tour.Stage != tournament.Decided || tour.Table(3)[0].Score < 1 {
			t.Errorf("at the end it is %+v", tour)
		}
		sound(t, source)
	})
}
