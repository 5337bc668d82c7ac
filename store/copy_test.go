package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// A community moves to PostgreSQL and back: what it finds there is what it had.
func TestCopyToTheOtherDatabaseAndBack(t *testing.T) {
	alone(t)
	file, server := "sqlite:"+t.TempDir()+"/games.db", storetest.Postgres(t)
	back := "sqlite:" + t.TempDir() + "/back.db"
	db := open(t, file, store.Options{})
	playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
	g := begin(t, db, "g", bob, carol, false)
	ok(db.Games.Update(t.Context(), "a click", g.ID, func(g *game.Game) error {
		g.Board.ThreadWanted, g.Board.Message = true, "a 'quoted' 中文 %s $1"
		g.Outbox.Enqueue(game.Archive{Game: g.ID}, start.Add(time.Hour))
		return nil
	}))(t)
	ok(db.Standings.StartSeason(t.Context(), "", standing.Season{Guild: "g", Name: "春", Started: start}))(t)
	first := ok(db.Records.SaveRecord(t.Context(), "", brought("\x00\xff any bytes"), plenty))(t)
	gone := ok(db.Records.SaveRecord(t.Context(), "", brought("gone"), plenty))(t)
	ok(db.SQL().Exec(`DELETE FROM records WHERE id = $1`, gone))(t)
	ok(db.Contests.CreateRace(t.Context(), "", func(r *solving.Race) error {
		r.Racers = []solving.Racer{{Person: alice, Points: 1}}
		return nil
	}))(t)
	want := contents(t, db)
	must(t, db.Close())

	for _, step := range [][2]string{{file, server}, {server, back}} {
		copied := ok(store.Copy(t.Context(), step[0], step[1], store.Options{}))(t)
		if copied.Rows < 20 || copied.Jobs < 1 || copied.Tables < 15 {
			t.Errorf("copied were %+v", copied)
		}
	}
	db = open(t, back, store.Options{})
	ok(db.Records.Record(t.Context(), first))(t)
	if diff := cmp.Diff(want, contents(t, db)); diff != "" {
		t.Errorf("after there and back (-want +is):\n%s", diff)
	}
	next := ok(db.Records.SaveRecord(t.Context(), "", brought("next"), plenty))(t)
	if next != gone+1 {
		t.Errorf("after record %d, of which %d is gone, the next is %d", first, gone, next)
	}
	if _, err := db.Games.Update(t.Context(), "a click", g.ID, func(*game.Game) error { return nil }); err == nil {
		t.Error("the click counted again")
	}
}

// The tables with numbers of their own, and those that others name, are known.
func TestTablesOfACopy(t *testing.T) {
	t.Parallel()
	db := open(t, storetest.Postgres(t), store.Options{})
	for _, c := range []struct {
		known []string
		query string
	}{
		{store.Numbered, `SELECT table_name FROM information_schema.columns
			WHERE table_schema = current_schema() AND is_identity = 'YES'`},
		{store.NamedByOthers, `SELECT confrelid::regclass::text FROM pg_constraint
			WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND confrelid::regclass::text NOT LIKE 'river_%'`},
	} {
		for _, table := range column[string](t, db, c.query) {
			if !slices.Contains(c.known, table) {
				t.Errorf("table %s is not in %v", table, c.known)
			}
		}
	}
}

// contents are the games, players and jobs as a text.
func contents(t *testing.T, db *store.DB) (all []string) {
	t.Helper()
	for _, query := range []string{
		`SELECT 'game ' || id || state || moves || clock || conditions || outcome FROM games`,
		`SELECT 'board ' || game || message || announced FROM boards`,
		`SELECT 'rating ' || person || class || rating || rd || games FROM ratings`,
		`SELECT 'result ' || person || seq || game || opening || score FROM results`,
		`SELECT 'racer ' || race || person || points FROM puzzle_racers`,
		`SELECT 'key ' || id || at FROM idempotency_keys`,
		`SELECT 'job ' || kind || coalesce(args ->> 'game', '') || queue || scheduled_at FROM river_job WHERE state <> 'completed'`,
	} {
		all = append(all, column[string](t, db, query+` ORDER BY 1`)...)
	}
	return all
}

func TestCopyRefuses(t *testing.T) {
	full, missing := "sqlite:"+t.TempDir()+"/full.db", "sqlite:"+t.TempDir()+"/missing.db"
	must(t, open(t, full, store.Options{}).Close())
	for name, test := range map[string]struct{ from, to, want string }{
		"nothing there":     {missing, full, "there is no database"},
		"something there":   {full, full + "2", "there is a database already"},
		"the same":          {full, full, "name another database"},
		"an impossible one": {full, "mysql:x", "unknown kind"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasSuffix(test.to, "2") {
				must(t, open(t, test.to, store.Options{}).Close())
			}
			if _, err := store.Copy(t.Context(), test.from, test.to, store.Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	held := open(t, full, store.Options{})
	begin(t, held, "", alice, bob, false)
	if _, err := store.Copy(t.Context(), full, missing, store.Options{}); err == nil || !strings.Contains(err.Error(), "another bot is using") {
		t.Errorf("beside a bot at work: %v", err)
	}
}
