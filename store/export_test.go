package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/database"
)

// What the tests of this package see of its inside.

// What Copy knows of the tables.
var (
	Numbered      = numbered
	NamedByOthers = namedByOthers
)

// DeferWindow is how long before its latest act another act of a process may have been deferred.
const DeferWindow = deferWindow

// SQL gives the connection that writes.
func (db *DB) SQL() *sql.DB { return db.connection.Write }

// Transact runs a transaction as people's acts do.
func Transact(ctx context.Context, db *DB, fn func(*sql.Tx) error) error {
	return db.connection.Tx(ctx, fn)
}

// Process is the name of the process among those that share the database.
func Process(db *DB) string { return db.connection.Process }

// QueriesForPeople reads the people of games once more, and tells how many queries that takes.
func QueriesForPeople(ctx context.Context, db *DB, games []*game.Game) (int, error) {
	q := &countedQuerier{Querier: db.connection.Read}
	_, err := readPeople(ctx, q, games...)
	return q.n, err
}

type countedQuerier struct {
	database.Querier
	n int
}

func (q *countedQuerier) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	q.n++
	return q.Querier.QueryContext(ctx, query, args...)
}

func (q *countedQuerier) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	q.n++
	return q.Querier.QueryRowContext(ctx, query, args...)
}

// AddMigration adds a migration to those of the program until a test ends, and returns the name of its file. No other
// test may run at the same time.
func AddMigration(t *testing.T, what, text string) (name string) {
	before := database.Migrations
	name = fmt.Sprintf("%d_%s.sql", database.LatestVersion()+1, what)
	files := fstest.MapFS{"migrations/" + name: {Data: []byte(text)}}
	steps, err := fs.Glob(before, "migrations/*.sql")
	for _, step := range steps {
		data, failed := fs.ReadFile(before, step)
		files[step] = &fstest.MapFile{Data: data}
		err = errors.Join(err, failed)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Migrations = before })
	database.Migrations = files
	return name
}

// Kill lets a database that is shared end as with its process: it says nothing more to anybody.
func Kill(db *DB) {
	_ = db.connection.Write.Close()
	_ = db.connection.Read.Close()
	db.Jobs.Leave()
}

// OnMachine lets a database take another clock for the machine's. It is called before Work.
func OnMachine(db *DB, now func() time.Time) { db.downtime.machine = now }

// Beat records that the bot runs, as it does every few seconds.
func Beat(ctx context.Context, db *DB, at time.Time) error { return db.downtime.Beat(ctx, at) }

// Late counts the jobs that are due at a time and not available.
func Late(ctx context.Context, db *DB, at time.Time) (n int, err error) {
	due := `strftime('%Y-%m-%d %H:%M:%f', $1 / 1000.0, 'unixepoch')`
	if !db.connection.Dialect.IsFile {
		due = `to_timestamp($1 / 1000.0)`
	}
	late := `SELECT count(*) FROM river_job WHERE state = 'scheduled' AND scheduled_at <= ` + due
	return n, db.connection.Read.QueryRowContext(ctx, late, at.UnixMilli()).Scan(&n)
}

// Look notes that somebody works, who looks for due jobs all the time and records beats.
func Look(ctx context.Context, db *DB) error {
	db.downtime.MarkSeen()
	return db.downtime.Beat(ctx, db.connection.Clock())
}

// BeforeJob is what happens before each job.
func BeforeJob(ctx context.Context, db *DB) error {
	return db.downtime.Compensate(ctx)
}

// Erasures are the statements that erase a person.
func Erasures() []string {
	all := slices.Clone(erase)
	for _, table := range belongings {
		all = append(all, ofBelonging(eraseBelonging, table))
	}
	return all
}

// WaitForLock lets a start wait only so long for the bot before it.
func WaitForLock(t testing.TB, wait time.Duration) {
	before := database.LockWait
	database.LockWait = wait
	t.Cleanup(func() { database.LockWait = before })
}

// FillUp stops the database from growing, as a full disk would, until release is called. What a write then fails with
// has the text says in it.
func FillUp(t testing.TB, db *DB) (says string, release func()) {
	write := db.connection.Write
	if db.connection.Dialect.Name == "postgres" {
		// A schema cannot be given a disk of its own, so its tables say what a server without room says.
		execute(t, write, `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
			CREATE TRIGGER full_games BEFORE INSERT OR UPDATE ON boards EXECUTE FUNCTION full_disk();
			CREATE TRIGGER full_records BEFORE INSERT OR UPDATE ON records EXECUTE FUNCTION full_disk()`)
		return "No space left on device", func() { execute(t, write, `DROP FUNCTION full_disk CASCADE`) }
	}
	execute(t, write, `PRAGMA max_page_count = 1`) // SQLite makes of it the number of pages that there are
	return "disk is full", func() { execute(t, write, fmt.Sprintf(`PRAGMA max_page_count = %d`, 1<<30)) }
}

func execute(t testing.TB, db *sql.DB, script string) {
	t.Helper()
	if _, err := db.Exec(script); err != nil {
		t.Fatal(err)
	}
}

// LockOut has another program lock the database until release is called. Who wants to write waits for a moment only.
func LockOut(t testing.TB, db *DB, source string) (release func()) {
	_, where, err := database.Locate(source, "")
	if err != nil {
		t.Fatal(err)
	}
	wait, lock, end := `PRAGMA busy_timeout = %d`, `BEGIN IMMEDIATE`, `ROLLBACK`
	short, usual := 20, 10000
	var other *sql.DB
	if db.connection.Dialect.Name == "postgres" {
		wait, lock = `SET lock_timeout = %d`, `BEGIN; LOCK TABLE games IN EXCLUSIVE MODE`
		short, usual = 100, 0
		other, err = where.OpenReadOnly()
	} else {
		other, err = sql.Open("sqlite", "file:"+(&url.URL{Path: where.String()}).EscapedPath())
	}
	if err != nil {
		t.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	execute(t, db.connection.Write, fmt.Sprintf(wait, short))
	execute(t, other, lock)
	return func() {
		execute(t, other, end)
		execute(t, db.connection.Write, fmt.Sprintf(wait, usual))
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
}

// ReadOnly has the database take no changes until release is called, as on a disk that was mounted anew.
func ReadOnly(t testing.TB, db *DB, _ string) (release func()) {
	set, on, off := `PRAGMA query_only = `, "1", "0"
	if db.connection.Dialect.Name == "postgres" {
		set, on, off = `SET default_transaction_read_only = `, "on", "off"
	}
	execute(t, db.connection.Write, set+on)
	return func() { execute(t, db.connection.Write, set+off) }
}

// ListColumns is the query for all columns of all tables.
func ListColumns(db *DB) string {
	if db.connection.Dialect.Name == "postgres" {
		return `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	return `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`
}

// Lists are the parts of statements that are lists of columns, by how they are written in the sources.
var Lists = map[string]string{
	"columnsOfGame":              columnsOfGame,
	"columnsOfBoard":             columnsOfBoard,
	"columnsOfResults":           columnsOfResults,
	"placeholders(gameColumns":   placeholders(gameColumns(&game.Game{}, &tournament.Fixture{})),
	"placeholders(boardColumns":  placeholders(boardColumns(&game.Board{})),
	"placeholders(resultColumns": placeholders(resultColumns(&result{})),
}

// Release makes the jobs available that are due by the clock of the database and that nothing else has made available.
func Release(ctx context.Context, db *DB) error { return db.outbox.Release(ctx) }

// Tidy deletes what is no longer kept.
func Tidy(ctx context.Context, db *DB) error { return db.tidying.tidy(ctx) }
