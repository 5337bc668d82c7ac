package store_test

import (
	"errors"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// Whoever goes back to an older version puts the copy from before the upgrade in the place of the database. All is there,
// and the games go on.
func TestTheCopyBeforeAnUpgradeTakesTheDatabasesPlace(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		fill(t, db)
		g := begin(t, db, "g", bob, carol, false)
		_, err := db.Games.Update(t.Context(), "a click", g.ID, func(g *game.Game) error {
			g.Enqueue(game.Archive{Game: g.ID}, start.Add(game.ArchiveAfter))
			return nil
		})
		must(t, err)
		want := contents(t, db)
		name, err := store.CopyBeside(t.Context(), db)
		must(t, err)
		must(t, db.Close())

		if path, isFile := strings.CutPrefix(source, "sqlite:"); isFile {
			must(t, os.Remove(path))
			must(t, os.Rename(name, path))
		} else {
			_, schema, _ := strings.Cut(source, "search_path=")
			onServer(t, source, `ALTER SCHEMA `+schema+` RENAME TO broken_`+schema+`; ALTER SCHEMA `+name+` RENAME TO `+schema+
				`; DROP SCHEMA broken_`+schema+` CASCADE`)
		}
		db = open(t, source, store.Options{})
		if diff := cmp.Diff(want, contents(t, db)); diff != "" {
			t.Errorf("in the copy (-want +is):\n%s", diff)
		}
		playOn(t, db, g.ID, start, quickMate[0])
		if next := begin(t, db, "g", alice, carol, true); next.ID != g.ID+1 {
			t.Errorf("after game %d comes game %d", g.ID, next.ID)
		}
		_, err = db.Games.Update(t.Context(), "a click", g.ID, func(*game.Game) error { return nil })
		refused(t, err, game.AlreadyDone)
		must(t, db.Close())
		sound(t, source)
	})
}

// PostgreSQL cuts names at 63 bytes and goes on: the copy of a schema with a long name must not get the name of that
// schema, nor that of another one which begins like it.
func TestTheCopyOfASchemaWithALongName(t *testing.T) {
	short := storetest.Postgres(t)
	address, _, _ := strings.Cut(short, "search_path=")
	made := map[string]bool{}
	for _, schema := range []string{
		strings.Repeat("s", 28), strings.Repeat("s", 38), strings.Repeat("s", 46), strings.Repeat("棋", 15),
	} {
		onServer(t, short, `CREATE SCHEMA "`+schema+`"`)
		db := open(t, address+"search_path="+url.QueryEscape(schema), store.Options{})
		g := begin(t, db, "g", bob, carol, false)
		for range 2 {
			name, err := store.CopyBeside(t.Context(), db)
			must(t, err)
			if made[name] || name == schema || len(name)+len("_part") > 63 {
				t.Errorf("the copy of %s is called %s", schema, name)
			}
			made[name] = true
			if n := count(t, db, `SELECT count(*) FROM "`+name+`".games`); n != 1 {
				t.Errorf("the copy of %s has %d games", schema, n)
			}
		}
		if _, err := db.Games.Game(t.Context(), g.ID); err != nil {
			t.Errorf("after the copy of %s was made: %v", schema, err)
		}
		must(t, db.Close())
	}
	// A longer one is too long for the channels of the queues: no job could be enqueued.
	long := strings.Repeat("s", 47)
	onServer(t, short, `CREATE SCHEMA `+long)
	_, err := store.Open(t.Context(), address+"search_path="+long, store.Options{})
	if err == nil || !strings.Contains(err.Error(), "has 47 bytes") || !errors.As(err, new(*store.PermanentError)) {
		t.Errorf("a schema of 47 letters is opened with %v", err)
	}
}
