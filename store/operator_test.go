package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/operator"
	"xiangqibot/bot/record"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
)

// goneServer is a server as Discord numbers it: nothing else has its id.
const goneServer = "834512890123456701"

// operatorOf is the operator of a database.
func operatorOf(db *store.DB, now func() time.Time) *operator.Service {
	stores := game.Stores{GameStore: db.Games, MarkStore: db.Games}
	return operator.New(db.Operator, game.New(stores, game.Options{Clock: now}))
}

// furnish gives a server something in every table that knows of servers. It returns a game that is over and one that
// goes on.
func furnish(t *testing.T, db *store.DB) (over, open *game.Game) {
	t.Helper()
	ctx := t.Context()
	ok(db.Standings.StartSeason(ctx, "", standing.Season{Guild: goneServer, Started: start}))(t)
	over = playOn(t, db, begin(t, db, goneServer, alice, bob, true).ID, start, quickMate...)
	open = begin(t, db, goneServer, alice, bob, true)
	ok(db.Servers.UpdateServer(ctx, "", goneServer, func(s *guild.Settings) error { s.Locale = "vi"; return nil }))(t)
	must(t, db.FairPlay.SaveAsked(ctx, fairplay.Asked{Person: string(carol), Guild: goneServer, Game: int64(open.ID)}))
	ok(db.Posts.UpdateSchedule(ctx, "", goneServer, func(s *solving.Schedule) error {
		s.Channel, s.Next = "c", start.Add(day)
		return nil
	}))(t)
	ok(db.Contests.CreateRace(ctx, "", func(r *solving.Race) error {
		r.Guild, r.Starter = goneServer, alice
		return nil
	}))(t)
	_, _, err := db.Puzzles.SaveTry(ctx, "", solving.Try{Person: alice, Guild: goneServer, Puzzle: "abcdef", At: start},
		func(s *solving.Solver, r *glicko.Rating) {
			s.Tried, s.At, s.Rating, *r = 1, start, glicko.Initial(), glicko.Initial()
		})
	must(t, err)
	must(t, db.Puzzles.ShowPuzzle(ctx, alice, goneServer, "ghijkl", start))
	saved := record.Saved{Owner: alice, Guild: goneServer, Channel: "c", At: start, File: []byte("1. C2.5")}
	ok(db.Records.SaveRecord(ctx, "", saved, plenty))(t)
	ok(db.Tournaments.CreateTournament(ctx, "", func(tour *tournament.Tournament) error {
		act := game.Act{Actor: alice, Guild: goneServer, Channel: "c"}
		time := clocks.TimeControl{PerMove: day}
		spec := tournament.Spec{System: tournament.RoundRobinSystem, Conditions: game.Conditions{Time: time}}
		return errors.Join(tour.SetUp(act, spec, "asian", start), tour.Join(act, start))
	}))(t)
	ok(db.Games.Mark(ctx, "welcome:"+goneServer, time.Time{}))(t)
	return over, open
}

// When the bot has left a server its games and tournaments are ended and the rest waits; when the server is forgotten
// no table knows it, people keep their games and ratings, and everything agrees.
func TestAForgottenServerIsNowhere(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		rules := operatorOf(db, func() time.Time { return start })
		over, running := furnish(t, db)
		rating := ok(db.Standings.Player(t.Context(), bob))(t)

		begin(t, db, "another", alice, bob, false) // there are no settings of this one
		if in, err := rules.Present(t.Context()); err != nil || !slices.Equal(in, []string{goneServer, "another"}) {
			t.Errorf("the bot is in %v, %v", in, err)
		}
		must(t, rules.ServerLeft(t.Context(), goneServer))
		if in, err := rules.Present(t.Context()); err != nil || !slices.Equal(in, []string{"another"}) {
			t.Errorf("after it left one, the bot is in %v, %v", in, err)
		}
		g := ok(db.Games.Game(t.Context(), running.ID))(t)
		if g.End != game.Voided {
			t.Errorf("the running game is %v, by %v", g.State, g.End)
		}
		all, err := db.Tournaments.Tournaments(t.Context(), goneServer)
		if err != nil || len(all) != 1 || all[0].Open() {
			t.Errorf("the tournaments are %+v, %v", all, err)
		}
		if s, err := db.Servers.Server(t.Context(), goneServer); err != nil || s.Locale != "vi" {
			t.Errorf("the settings are %+v, %v", s, err)
		}
		left := ok(rules.Server(t.Context(), goneServer))(t)
		if !left.Departed.Equal(start) || left.Open != 0 || left.Rows["games"] != 2 || left.Rows["standings"] == 0 {
			t.Errorf("stored is %+v", left)
		}
		sound(t, source)

		must(t, rules.Forget(t.Context(), goneServer))
		rapid.Check(t, func(t *rapid.T) { // for the type alone: nothing is drawn
			if found := lookFor(t, db, goneServer); len(found) > 0 {
				t.Fatalf("the id of the server is kept in %v", found)
			}
		})
		if after, err := db.Standings.Player(t.Context(), bob); err != nil || after != rating {
			t.Errorf("bob is %+v, was %+v, %v", after, rating, err)
		}
		if g, err := db.Games.Game(t.Context(), over.ID); err != nil || g.Guild != "" || !g.Counts() {
			t.Errorf("the game that was over is %+v, %v", g, err)
		}
		sound(t, source)
	})
}

// A game that is called off after its end takes its ratings back.
func TestAVoidGameNeverCounted(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		rules := operatorOf(db, func() time.Time { return start.Add(time.Hour) })
		g := playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
		p, err := db.Standings.Player(t.Context(), g.Seats[0].Person)
		if err != nil || p == (standing.Player{Person: p.Person, Name: p.Name}) {
			t.Fatalf("the game changed no rating: %+v, %v", p, err)
		}
		for range 2 { // the second time nothing happens
			after := ok(rules.Void(t.Context(), g.ID))(t)
			if after.End != game.Voided || after.Revision != g.Revision+1 {
				t.Errorf("the game is %v by %v, revision %d", after.State, after.End, after.Revision)
			}
		}
		results, err := db.Standings.Results(t.Context(), standing.ResultQuery{Person: p.Person})
		if err != nil || len(results) > 0 {
			t.Errorf("the results are %+v, %v", results, err)
		}
		sound(t, source)
	})
}

func TestBlocks(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		rules := operatorOf(db, func() time.Time { return start })
		for _, step := range []struct {
			do      func() (bool, error)
			changes bool
			blocked bool
		}{
			{func() (bool, error) { return rules.Unblock(t.Context(), goneServer) }, false, false},
			{func() (bool, error) { return rules.Block(t.Context(), goneServer) }, true, true},
			{func() (bool, error) { return rules.Block(t.Context(), goneServer) }, false, true},
			{func() (bool, error) { return rules.Unblock(t.Context(), goneServer) }, true, false},
		} {
			changed := ok(step.do())(t)
			_, blocked, err := rules.Blocked(t.Context(), "", goneServer)
			must(t, err)
			if changed != step.changes || blocked != step.blocked {
				t.Errorf("changed: %v, blocked: %v; want %+v", changed, blocked, step)
			}
			if welcome, err := rules.ServerBack(t.Context(), goneServer); err != nil || welcome == blocked {
				t.Errorf("blocked: %v, welcome: %v, %v", blocked, welcome, err)
			}
		}
	})
}

// What nobody seems to need is deleted when its time is over, and not earlier.
func TestUnusedDataExpires(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{
			Clock: func() time.Time { return now },
			Keep:  store.Keep{LeftServers: 90 * day, IdleGames: 90 * day, Reviews: 90 * day, Found: 90 * day},
		})
		rules := operatorOf(db, func() time.Time { return now })
		over, _ := furnish(t, db)
		must(t, rules.ServerLeft(t.Context(), goneServer))
		idle := begin(t, db, "h", alice, bob, false)
		timed := byDay(t, db, "h")
		challenge := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
			act := game.Act{Actor: alice, Guild: "h", Channel: "c"}
			terms := game.Terms{Rules: "asian", Life: time.Hour}
			err := game.OfferChallenge(g, act, game.ChallengeSpec{Opponent: carol}, terms, start)
			return errors.Join(err, game.CancelChallenge(g, alice, start))
		}))(t)
		for _, row := range []string{
			`INSERT INTO reviews (game, record, asker, guild, asked, done, data) VALUES (1, 0, '', '', $1, 1, '{}')`,
			`INSERT INTO mistakes (person, game, ply, step, due) VALUES ('1001', 1, 1, 1, $1)`,
			`INSERT INTO puzzles_found (guild, puzzle, game, at, data) VALUES ('h', 'abcdef', 1, $1, '')`,
		} {
			ok(db.SQL().Exec(row, start.UnixMilli()))(t)
		}
		const learned = `SELECT (SELECT count(*) FROM reviews) + (SELECT count(*) FROM mistakes) + (SELECT count(*) FROM puzzles_found)`

		for _, at := range []struct {
			after                             time.Duration
			server, challenge, idle, gameOver bool
			learned                           int
		}{
			{29 * day, true, true, true, true, 3},
			{31 * day, true, false, true, true, 3},
			{91 * day, false, false, false, true, 0},
		} {
			now = start.Add(at.after)
			must(t, store.Tidy(t.Context(), db))
			if n := value[int](t, db, learned); n != at.learned {
				t.Errorf("after %v there are %d reviews, mistakes and puzzles", at.after, n)
			}
			s := ok(rules.Server(t.Context(), goneServer))(t)
			if known := len(s.Rows) > 0; known != at.server {
				t.Errorf("after %v the server is known: %v, %+v", at.after, known, s)
			}
			_, err := db.Games.Game(t.Context(), challenge.ID)
			if known := err == nil; known != at.challenge {
				t.Errorf("after %v the challenge is known: %v, %v", at.after, known, err)
			}
			g := ok(db.Games.Game(t.Context(), idle.ID))(t)
			if goesOn := g.State == game.Active; goesOn != at.idle {
				t.Errorf("after %v the game without a clock is %v", at.after, g.State)
			}
			if g, err := db.Games.Game(t.Context(), timed.ID); err != nil || g.State != game.Active {
				t.Errorf("after %v the game with a clock is %v, %v", at.after, g.State, err)
			}
			if _, err := db.Games.Game(t.Context(), over.ID); (err == nil) != at.gameOver {
				t.Errorf("after %v the game that was over: %v", at.after, err)
			}
		}
		sound(t, source)
	})
}
