package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/member"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// A database that the first version of the tables has left behind opens, and everything in it goes on: games by the
// rules that they began with, the thought that was queued, the challenge, what people had chosen.
func TestADatabaseOfTheFirstVersionGoesOn(t *testing.T) {
	alone(t)
	dump, err := os.ReadFile(filepath.Join("testdata", "version1.sql"))
	must(t, err)
	path := filepath.Join(t.TempDir(), "games.db")
	execute(t, path, string(dump))
	clk := newClock()
	clk.Advance(time.Hour) // River's own jobs were queued by the machine's clock then
	db := open(t, "sqlite:"+path, store.Options{Clock: clk.Now})
	ctx := t.Context()

	thought, lapsed := make(chan game.Think, 1), make(chan game.Lapse, 1)
	must(t, work(db, worker{
		think: func(_ context.Context, job game.Think) error { thought <- job; return nil },
		lapse: func(_ context.Context, job game.Lapse) error { lapsed <- job; return nil },
	}))
	if job := receive(t, thought, "the thought that was queued"); job != (game.Think{Game: 3, Ply: 1}) {
		t.Errorf("queued %+v", job)
	}
	if n := count(t, db, `SELECT count(*) FROM river_job WHERE kind = 'announce'`); n != 17 {
		t.Errorf("%d announcements were queued, want 17", n)
	}
	if n := count(t, db, `SELECT count(*) FROM sqlite_master WHERE name = 'due'`); n != 0 {
		t.Error("the table due is still there")
	}
	if len(lapsed) > 0 {
		t.Error("the challenge lapses too early")
	}
	clk.Advance(day)
	if job := receive(t, lapsed, "the lapse that waited in the table due"); job != (game.Lapse{Game: 4}) {
		t.Errorf("lapsed is %+v", job)
	}

	service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: func() time.Time { return start }, Rules: rules.Simple()})
	act := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "9", Channel: "1"} }
	_, err = service.ChangeServer(ctx, act(alice), func(s *game.Server) error { s.Rules = "asian repetitions=4"; return nil })
	must(t, err)

	over, err := db.Games.Game(ctx, 1)
	must(t, err)
	if v := over.Verdict(); over.State != game.Finished || v.Outcome != rules.BlackWins || v.Reason != rules.Checkmate || over.Name(bob) != "Bob" {
		t.Errorf("the finished game is %v, %+v", over.State, v)
	}
	g, err := service.Move(ctx, act(bob), 2, "b9c7")
	must(t, err)
	if g.Ply() != 4 || g.State != game.Active || g.Ruleset() != rules.Asian() || g.DrawOffer.Pending {
		t.Errorf("after Bob's move the game is %v at ply %d, by %v, offer %+v", g.State, g.Ply(), g.Ruleset(), g.DrawOffer)
	}
	if g, err = service.Accept(ctx, act(alice), 4); err != nil || g.Ruleset() != rules.Asian() {
		t.Errorf("the challenge: %v, by %v", err, g.Ruleset())
	}
	if g, err = service.Challenge(ctx, act("1009"), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}); err != nil || g.ID != 5 || g.Rules != "asian repetitions=4" {
		t.Errorf("a new game is %+v, %v", g, err)
	}
	_, err = db.Games.Update(ctx, "c1", 2, func(*game.Game) error { t.Error("acted twice"); return nil })
	refused(t, err, game.AlreadyDone)
	if p, err := db.Standings.Player(ctx, bob); err != nil || p.Correspondence.Wins != 1 || p.Correspondence.Rating != over.After[board.Black] || p.Live != (standing.Standing{}) {
		t.Errorf("Bob is %+v, %v", p, err)
	}
	results, err := db.Standings.Results(ctx, standing.ResultQuery{Person: alice})
	must(t, err)
	if len(results) != 1 || results[0].Class != game.Correspondence || !results[0].Rated || results[0].Score != 0 || results[0].Opponent.Person != bob ||
		results[0].After != over.After[board.Red] || results[0].Against != over.Before[board.Black] || len(results[0].Opening) != 6 {
		t.Errorf("Alice's results are %+v", results)
	}
	for _, board := range []standing.Leaderboard{{}, {Guild: "9"}, {Class: game.Correspondence}, {Guild: "9", Window: standing.ThisWeek}, {Window: standing.ThisMonth}} {
		page, err := standing.NewLeaderboards(db.Standings, db.Servers, service.Now).Leaderboard(ctx, board, 0, alice)
		must(t, err)
		if len(page.Entries) != 2 || page.Entries[0].Seat.Person != bob || page.Own == nil || page.Own.Rank != 2 || page.Own.Losses != 1 {
			t.Errorf("board %+v is %+v", board, page)
		}
	}
	if s, err := db.Members.Settings(ctx, alice); err != nil || !cmp.Equal(s, member.Settings{Locale: "vi", Notation: "wxf", Orientation: member.RedDown}) {
		t.Errorf("Alice chose %+v, %v", s, err)
	}
}

// What was text to search in before the tenth migration is columns and tables after it.
func TestWhatIsAskedForBecomesColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	steps, err := filepath.Glob("migrations/sqlite/00?_*.sql")
	must(t, err)
	if len(steps) != 9 {
		t.Fatalf("the first steps are %v", steps)
	}
	old := `CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (9);`
	for _, step := range steps {
		text, err := os.ReadFile(step)
		must(t, err)
		old += string(text)
	}
	execute(t, path, old+`
		INSERT INTO tournaments VALUES
			(1, '9', '{"organiser":"1001","players":[{"person":"1002"},{"person":"1001"}]}'),
			(2, '9', '{"organiser":"deleted","players":[{"person":"deleted"},{"person":"1003","out":true}]}'),
			(3, '9', '{"organiser":"1003","players":null}');
		INSERT INTO settings VALUES
			('1001', '{"locale":"vi","blocked":["1003","1002","1003"]}'), ('1002', '{"blocked":["1003"]}'), ('1003', '{"hidden":true}');
		INSERT INTO games (id, state, fixture) VALUES
			(6, 'finished', ''), (7, 'active', '{"tournament":1,"round":2,"board":0}'), (8, 'active', '{"tournament":1,"round":2,"board":1}');
		INSERT INTO once VALUES ('direct messages refused by 1001', 5), ('welcome:9', 6), ('daily 9 2026-01-01', 7);
		INSERT INTO vacations VALUES ('1002', '9', '{}');`)
	db := open(t, "sqlite:"+path, store.Options{})
	ctx := t.Context()

	for p, want := range map[game.Person]member.Settings{
		alice: {Locale: "vi", Blocked: []game.Person{carol, bob}}, bob: {Blocked: []game.Person{carol}}, carol: {Hidden: true},
	} {
		if s, err := db.Members.Settings(ctx, p); err != nil || !cmp.Equal(s, want, cmpopts.EquateEmpty()) {
			t.Errorf("%s chose %+v, %v, want %+v", p, s, err, want)
		}
	}
	for id, want := range map[game.ID]game.Job{
		6: nil, 7: tournament.Fixture{Tournament: 1, Round: 2}, 8: tournament.Fixture{Tournament: 1, Round: 2, Board: 1},
	} {
		if g, err := db.Games.Game(ctx, id); err != nil || g.AtEnd != want {
			t.Errorf("at the end of game %d is %v, %v, want %v", id, g.AtEnd, err, want)
		}
	}
	again := tournament.Fixture{Tournament: 1, Round: 2, Board: 1}
	g, err := db.Tournaments.Begin(ctx, again, func(*tournament.Tournament, *game.Game) error {
		t.Error("the board has a second game")
		return nil
	})
	if must(t, err); g.ID != 8 {
		t.Errorf("the game of the board is %d", g.ID)
	}
	if marked, err := db.Games.Marked(ctx, "direct messages refused by 1001"); err != nil || !marked {
		t.Errorf("the mark: %v, %v", marked, err)
	}
	if passing := count(t, db, `SELECT count(*) FROM once WHERE expires > 0 AND id LIKE 'daily 9%'`); passing != 1 || count(t, db, `SELECT count(*) FROM once WHERE expires > 0`) != 1 {
		t.Error("the marks that pass are not the one for the puzzle of a day")
	}
	for p, want := range map[game.Person]map[string]int{
		alice: {"tournaments": 1, "settings": 1, "blocks": 2, "once": 1},
		bob:   {"tournaments": 1, "settings": 1, "blocks": 1, "vacations": 1},
		carol: {"tournaments": 2, "settings": 1},
	} {
		kept, err := db.Privacy.PersonalData(ctx, p)
		must(t, err)
		rows := map[string]int{}
		for table, found := range kept.Rows {
			rows[table] = len(found)
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("kept of %s (-want +got):\n%s", p, diff)
		}
	}
	must(t, db.Privacy.Erase(ctx, "", carol, func(*game.Game) error { return nil }))
	if s, err := db.Members.Settings(ctx, alice); err != nil || !cmp.Equal(s.Blocked, []game.Person{bob}) {
		t.Errorf("Alice blocks %v, %v", s.Blocked, err)
	}
	if third, err := db.Tournaments.Tournament(ctx, 3); err != nil || third.Organizer != game.Deleted {
		t.Errorf("the tournament of Carol has the organizer %q, %v", third.Organizer, err)
	}
}

// Rematches of before there was a column for what they follow are found as well.
func TestRematchesOfBeforeAreFound(t *testing.T) {
	alone(t)
	eachDialect(t, func(t *testing.T, source, dialect string, execute func(script string)) {
		number, _, _ := strings.Cut(filepath.Base(migrationsOf(t, dialect, "_follows.sql")[0]), "_")
		after, err := strconv.Atoi(number)
		must(t, err)
		must(t, store.Lay(t.Context(), source, after-1))
		row := func(id int, conditions string) string {
			return fmt.Sprintf(`INSERT INTO games (id, state, conditions) VALUES (%d, 'finished', '%s'); INSERT INTO boards (game) VALUES (%[1]d);`,
				id, conditions)
		}
		execute(row(1, "") + row(2, `{}`) + row(3, `{"engine":"x","follows":1,"leg":2,"carried":0.5}`) + row(4, `{"follows":1}`) + row(5, `{"follows":11}`))
		db := open(t, source, store.Options{})
		games, err := db.Games.Games(t.Context(), game.Query{Follows: 1})
		must(t, err)
		if len(games) != 2 || games[0].ID != 4 || games[1].ID != 3 || games[1].Leg != 2 {
			t.Errorf("what follows game 1 is %v, want games 4 and 3", games)
		}
	})
}
