package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/store"
	"xiangqibot/store/database"
)

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	must(t, os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600))
	foreign := filepath.Join(dir, "foreign.db")
	execute(t, foreign, "CREATE TABLE recipes (name TEXT)")
	newer := filepath.Join(dir, "newer.db")
	must(t, open(t, "sqlite:"+newer, store.Options{}).Close())
	execute(t, newer, "UPDATE schema_version SET version = 1000")

	for name, test := range map[string]struct {
		source string
		want   []string // parts of the error
	}{
		"no scheme":       {"games.db", []string{"games.db", "want sqlite:PATH"}},
		"no path":         {"sqlite:", []string{"path is missing"}},
		"blanks":          {"sqlite:  ", []string{"path is missing"}},
		"an address":      {"sqlite://games.db", []string{"want sqlite:PATH", "sqlite:games.db"}},
		"memory, again":   {"sqlite:file::memory:?cache=shared", []string{"want the path of a file"}},
		"a device":        {"sqlite:/dev/null", []string{"not a file on a disk"}},
		"nul":             {"sqlite:" + dir + "/a\x00b.db", []string{"path cannot be used"}},
		"a long name":     {"sqlite:" + dir + "/" + strings.Repeat("x", 300), []string{"too long"}},
		"memory":          {"sqlite::memory:", []string{"want the path of a file"}},
		"no port":         {"postgres://me:secret@localhost:port/x", []string{"postgres://USER@HOST/DATABASE"}},
		"no such thing":   {"postgres://me:secret@localhost/x?sslmode=perhaps", []string{"me:xxxxx@localhost", "sslmode"}},
		"unknown":         {"mysql://localhost/x", []string{`unknown kind "mysql"`, "sqlite:PATH"}},
		"a text":          {"sqlite:" + text, []string{"notes.txt", "not an SQLite database", "another path"}},
		"another program": {"sqlite:" + foreign, []string{"foreign.db", "another program", "recipes"}},
		"a newer version": {"sqlite:" + newer, []string{"version 1000", "upgrade the program"}},
		"a folder":        {"sqlite:" + dir, []string{"is a folder"}},
		"below a file":    {"sqlite:" + text + "/games.db", []string{"path cannot be used", "not a directory"}},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := store.Open(t.Context(), test.source, store.Options{})
			if err == nil {
				must(t, db.Close())
				t.Fatal("it was opened")
			}
			permanent(t, err, test.want...)
			if _, err = database.Check(t.Context(), test.source); err == nil {
				t.Error("the check found nothing")
			} else {
				permanent(t, err)
			}
		})
	}
}

// Characters that mean something in the address of a database are only letters in a path.
func TestPathsMayHoldAnything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "100% 象棋?#&=x", "games;_pragma=y.db")
	db := ok(store.Open(t.Context(), "sqlite:"+path, store.Options{}))(t)
	must(t, db.Close())
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestDurabilityIsOn: only a simulation does without it, and it alone has a clock of its own.
func TestDurabilityIsOn(t *testing.T) {
	db := ok(store.Open(t.Context(), backends[0].source(t), store.Options{}))(t)
	t.Cleanup(func() { must(t, db.Close()) })
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "10000"} {
		if got := value[string](t, db, "PRAGMA "+pragma); got != want {
			t.Errorf("%s is %s, want %s", pragma, got, want)
		}
	}
}

// connect opens a database file as another program would.
func connect(t *testing.T, path string) *sql.DB {
	t.Helper()
	return ok(sql.Open("sqlite", path))(t)
}

// execute runs a statement on a database file as another program would.
func execute(t *testing.T, path, statement string) {
	t.Helper()
	db := connect(t, path)
	ok(db.Exec(statement))(t)
	must(t, db.Close())
}
