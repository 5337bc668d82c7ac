package store_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// onServer runs a statement in the schema of a source as another program would.
func onServer(t *testing.T, source, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", source)
	must(t, err)
	_, err = db.Exec(statement)
	must(t, errors.Join(err, db.Close()))
}

func TestPostgreSQLLetsOneBotIn(t *testing.T) {
	source := storetest.Postgres(t)
	store.WaitForLock(t, 50*time.Millisecond)
	first := open(t, source, store.Options{})
	_, err := store.Open(t.Context(), source, store.Options{})
	if err == nil || !strings.Contains(err.Error(), "another bot is using") {
		t.Fatalf("the second one got %v", err)
	}
	if found, err := store.Check(t.Context(), source); err != nil || found.New || found.Version != found.Latest {
		t.Errorf("the check says %+v, %v", found, err)
	}
	other := open(t, storetest.Postgres(t), store.Options{}) // another schema is another database
	begin(t, other, "", alice, bob, false)
	if n := count(t, first, `SELECT count(*) FROM games`); n != 0 {
		t.Errorf("%d games came from another schema", n)
	}
	must(t, first.Close())
	must(t, open(t, source, store.Options{}).Close())
}

// A bot whose connection is cut writes on over a new one, and only if no other has taken its place.
func TestPostgreSQLComesBack(t *testing.T) {
	source := storetest.Postgres(t)
	store.WaitForLock(t, 50*time.Millisecond)
	db := open(t, source, store.Options{})
	g := begin(t, db, "", alice, bob, false)
	cut := func() {
		t.Helper()
		onServer(t, storetest.Postgres(t), `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
			WHERE l.locktype = 'advisory' AND a.pid <> pg_backend_pid()`)
	}
	cut()
	// The statement that finds the connection dead fails, and says so; nothing is played twice or half.
	for range 3 {
		_, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return g.Play(alice, move(t, quickMate[0]), start) })
		if err == nil {
			break
		}
		t.Log(err)
	}
	if after, err := db.Games.Game(t.Context(), g.ID); err != nil || after.Ply() != 1 {
		t.Fatalf("after the connection was cut: %+v, %v", after, err)
	}
}

func TestPostgreSQLRefusesWhatIsNotItsOwn(t *testing.T) {
	foreign := storetest.Postgres(t)
	onServer(t, foreign, `CREATE TABLE recipes (name TEXT)`)
	newer := storetest.Postgres(t)
	var log strings.Builder
	must(t, open(t, newer, store.Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}).Close())
	if !strings.Contains(log.String(), `"there was no database; a new one was created","path":"postgres`) {
		t.Errorf("of a new database the log says %s", log.String())
	}
	onServer(t, newer, `UPDATE schema_version SET version = 1000`)
	for source, want := range map[string]string{
		foreign: "database of another program",
		newer:   "newer version of this program",
		strings.Replace(foreign, "search_path=", "search_path=no", 1): "CREATE SCHEMA",
		strings.Replace(foreign, "/postgres?", "/nothing?", 1):        "createdb",
	} {
		_, err := store.Open(t.Context(), source, store.Options{})
		if err == nil {
			t.Fatalf("%s was opened", source)
		}
		cureless(t, err, want)
		_, err = store.Check(t.Context(), source)
		cureless(t, err, want)
	}
	nobody := strings.Replace(foreign, "%2Ftmp", "%2Fnowhere", 1)
	if _, err := store.Check(t.Context(), nobody); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("without a server: %v", err)
	}
}

// The tables are copied before an upgrade changes them.
func TestPostgreSQLIsCopiedBeforeAnUpgrade(t *testing.T) {
	source := storetest.Postgres(t)
	step := migrationsOf(t, "postgres", "_boards.sql")[0]
	onServer(t, source, `CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (2);`+
		stepsBefore(t, "postgres", step)+gamesWithHouses)
	var log strings.Builder
	db := open(t, source, store.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	schema := strings.TrimPrefix(strings.Fields(log.String()[strings.Index(log.String(), "copy="):])[0], "copy=")
	var message string
	must(t, db.SQL().QueryRow(`SELECT message FROM `+schema+`.games WHERE id = 1`).Scan(&message))
	if message != "77" {
		t.Errorf("the copy %s has message %q", schema, message)
	}
}

func TestPasswordsAreNotShown(t *testing.T) {
	for source, want := range map[string]string{
		"sqlite:xiangqi.db":                                "sqlite:xiangqi.db",
		"postgres://me@localhost/x":                        "postgres://me@localhost/x",
		"postgres://me:secret@localhost/x":                 "postgres://me:xxxxx@localhost/x",
		"postgresql://localhost/x?password=secret&user=me": "postgresql://localhost/x?password=xxxxx&user=me",
	} {
		if got := store.RedactSource(source); got != want {
			t.Errorf("%s is shown as %s", source, got)
		}
	}
}
