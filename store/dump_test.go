package store_test

import (
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// A dump, as compose.yaml in docs/hosting makes it, brings back what was there: the games and their jobs.
func TestDumpAndRestore(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	at := ok(url.Parse(source))(t)
	where := at.Query()
	program := func(name string, args ...string) {
		t.Helper()
		into := strings.TrimPrefix(at.Path, "/")
		args = append([]string{"-h", where.Get("host"), "-U", at.User.Username(), "-d", into}, args...)
		path := filepath.Join("/usr/lib/postgresql/15/bin", name)
		said, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
	}
	now := start
	db := ok(store.Open(t.Context(), source, store.Options{Clock: func() time.Time { return now }}))(t)
	g := byDay(t, db, "g")
	dump := filepath.Join(t.TempDir(), "xiangqi.dump")
	program("pg_dump", "-Fc", "-n", where.Get("search_path"), "-f", dump) // beside the running bot
	playOn(t, db, g.ID, start, "h2e2")
	must(t, db.Close())
	program("pg_restore", "--clean", "--if-exists", "--exit-on-error", dump)

	db = open(t, source, store.Options{})
	back := ok(db.Games.Game(t.Context(), g.ID))(t)
	if back.State != game.Active || back.Ply() != 0 {
		t.Errorf("the game is %v after %d moves", back.State, back.Ply())
	}
	sound(t, source)
}
