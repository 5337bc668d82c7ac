package store_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/store"
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
