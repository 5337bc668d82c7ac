package store_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/storetest"
)

// onServer runs a statement in the schema of a source as another program would.
func onServer(t *testing.T, source, statement string) {
	t.Helper()
	db := ok(sql.Open("pgx", source))(t)
	_, err := db.Exec(statement)
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
	if found, err := database.Check(t.Context(), source); err != nil || found.New || found.Version != database.LatestVersion() {
		t.Errorf("the check says %+v, %v", found, err)
	}
	other := open(t, storetest.Postgres(t), store.Options{}) // another schema is another database
	begin(t, other, "", alice, bob, false)
	if n := value[int](t, first, `SELECT count(*) FROM games`); n != 0 {
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
		_, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return game.Play(g, alice, move(t, quickMate[0]), start) })
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
		permanent(t, err, want)
		_, err = database.Check(t.Context(), source)
		permanent(t, err, want)
	}
	nobody := strings.Replace(foreign, "%2Ftmp", "%2Fnowhere", 1)
	if _, err := database.Check(t.Context(), nobody); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("without a server: %v", err)
	}
}

func TestPasswordsAreNotShown(t *testing.T) {
	for source, want := range map[string]string{
		"sqlite:xiangqi.db":                                "sqlite:xiangqi.db",
		"postgres://me@localhost/x":                        "postgres://me@localhost/x",
		"postgres://me:secret@localhost/x":                 "postgres://me:xxxxx@localhost/x",
		"postgres://me:secret@localhost:port/x":            "postgres://…",
		"postgresql://localhost/x?password=secret&user=me": "postgresql://localhost/x?password=xxxxx&user=me",
	} {
		if got := database.RedactSource(source); got != want {
			t.Errorf("%s is shown as %s", source, got)
		}
	}
}

// A schema whose name is too long for the channels of the queues is refused: no job could be enqueued.
func TestASchemaWithALongName(t *testing.T) {
	source := storetest.Postgres(t)
	address, _, _ := strings.Cut(source, "search_path=")
	for n, fits := range map[int]bool{46: true, 47: false} {
		schema := strings.Repeat("s", n)
		onServer(t, source, `CREATE SCHEMA `+schema)
		db, err := store.Open(t.Context(), address+"search_path="+schema, store.Options{})
		if fits {
			must(t, err)
			must(t, db.Close())
			continue
		}
		if err == nil || !strings.Contains(err.Error(), "has 47 bytes") || !errors.As(err, new(*database.PermanentError)) {
			t.Errorf("a schema of %d letters is opened with %v", n, err)
		}
	}
}

// A process that starts before its server waits for it.
func TestTheServerIsWaitedFor(t *testing.T) {
	server, socket, source := otherSocket(t, storetest.Postgres(t))
	var told atomic.Int32
	log := slog.New(slog.NewTextHandler(writerFunc(func(line []byte) (int, error) {
		if strings.Contains(string(line), "cannot be reached") && told.Add(1) == 2 {
			must(t, os.Symlink(server, socket)) // it is there now
		}
		return len(line), nil
	}), nil))
	db := ok(store.OpenWaiting(t.Context(), source, store.Options{Log: log}))(t)
	must(t, db.Close())
	if told.Load() != 2 {
		t.Errorf("it was told %d times that the server is away, want twice", told.Load())
	}
	// What waiting does not help fails at once.
	_, err := store.OpenWaiting(t.Context(), strings.Replace(source, "search_path=", "search_path=no", 1), store.Options{Log: log})
	permanent(t, err, "CREATE SCHEMA")
}

// writerFunc is a function that is given what is written.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
