package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// A database of an older version is migrated, and everything in it goes on: games, ratings and waiting jobs.
func TestMigrationKeepsWhatWasThere(t *testing.T) {
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			source, clk := b.source(t), newClock()
			old := open(t, source, store.Options{Clock: clk.Now})
			first, before := tableVersion(t, old), begin(t, old, "g", alice, bob, true)
			ok(old.Games.Update(t.Context(), "", before.ID, func(g *game.Game) error {
				g.Outbox.Enqueue(game.Retire{Game: g.ID}, start.Add(day))
				return game.Play(g, alice, move(t, "h2e2"), start)
			}))(t)
			must(t, old.Close())

			store.AddMigration(t, "notes", `CREATE TABLE notes (id {id}, text TEXT NOT NULL);
				INSERT INTO notes (text) SELECT moves FROM games`)
			db := open(t, source, store.Options{Clock: clk.Now})
			if version := tableVersion(t, db); version != first+1 || value[int](t, db, `SELECT count(*) FROM notes WHERE text = 'h2e2'`) != 1 {
				t.Errorf("version %d became %d, and the notes are not those of the games", first, version)
			}
			if g := playOn(t, db, before.ID, start, "h9g7"); g.Ply() != 2 || !g.Rated {
				t.Errorf("the game goes on at ply %d, rated: %v", g.Ply(), g.Rated)
			}
			retired := make(chan game.Retire, 1)
			must(t, work(db, jobs.Handle(func(_ context.Context, job game.Retire) error { retired <- job; return nil })))
			clk.Advance(day + time.Second)
			if job := receive(t, retired, "the job that waited"); job.Game != before.ID {
				t.Errorf("the job is about game %d", job.Game)
			}
		})
	}
}

// A migration that fails changes nothing, and says which one it was.
func TestMigrationThatFails(t *testing.T) {
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			source := b.source(t)
			old := open(t, source, store.Options{})
			version := tableVersion(t, old)
			must(t, old.Close())
			t.Run("with it", func(t *testing.T) {
				name := store.AddMigration(t, "wrong", `CREATE TABLE notes (id {id}); INSERT INTO nowhere VALUES (1)`)
				db, err := store.Open(t.Context(), source, store.Options{})
				if err == nil {
					t.Fatal(db.Close())
				}
				if !strings.Contains(err.Error(), name) {
					t.Errorf("the error does not name the migration: %v", err)
				}
			})
			db := open(t, source, store.Options{})
			if n := tableVersion(t, db); n != version {
				t.Errorf("the version is %d, want %d", n, version)
			}
		})
	}
}

// Databases of programs that were never released are not migrated, and not changed.
func TestDatabasesOfBeforeTheFirstRelease(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		ok(db.SQL().ExecContext(t.Context(), `UPDATE schema_version SET version = 35`))(t)
		must(t, db.Close())
		_, err := store.Open(t.Context(), source, store.Options{})
		permanent(t, err, "before the first release")
		_, err = database.Check(t.Context(), source)
		permanent(t, err, "before the first release")
	})
}

// tableVersion reads the version of the tables.
func tableVersion(t *testing.T, db *store.DB) int {
	t.Helper()
	return value[int](t, db, `SELECT version FROM schema_version`)
}
