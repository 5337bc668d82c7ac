package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"modernc.org/sqlite"
)

// dialect is all that differs between databases. The SQL elsewhere is written once: $1 works in each.
type dialect interface {
	// name is the folder of the migrations.
	name() string
	// locate is the one name of the database at path, and makes the folder that it is to lie in.
	locate(path string) (string, error)
	// create makes an empty database where there is none, and reports whether there was none. It leaves alone and refuses
	// what is no database of this program, with tables of the version latest at most.
	create(ctx context.Context, path string, latest int) (made bool, err error)
	// open connects: one pool to write with, one to read with.
	open(ctx context.Context, path string) (write, read *sql.DB, err error)
	// river is River's driver.
	river(*sql.DB) riverdriver.Driver[*sql.Tx]
	// tables lists the tables there are.
	tables(ctx context.Context, q querier) ([]string, error)
	// copy writes what the database holds to a new file.
	copy(ctx context.Context, db *sql.DB, path string) error
	// forUpdate ends a SELECT that locks the row it reads until the transaction ends.
	forUpdate() string
	// alone takes the right to use the database until it is closed. It is nil where several processes may.
	alone(ctx context.Context, path string) (io.Closer, error)
}

// Valid reports whether source can name a database, and what would be right. It looks at nothing but the text.
func Valid(source string) error {
	_, _, err := parseSource(source)
	return err
}

// parseSource tells the dialect and what follows the colon.
func parseSource(source string) (dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case !found:
		return nil, "", incurable("database %q: want sqlite:PATH, for example sqlite:%s", source, source)
	case scheme == "postgres" || scheme == "postgresql":
		return nil, "", incurable("database postgres: PostgreSQL is not supported yet; want sqlite:PATH, for example sqlite:xiangqi.db")
	case scheme != "sqlite":
		return nil, "", incurable("database %q: unknown kind %q; want sqlite:PATH, for example sqlite:xiangqi.db", source, scheme)
	case strings.TrimSpace(path) == "":
		return nil, "", incurable("database %q: the path is missing; want sqlite:PATH, for example sqlite:xiangqi.db", source)
	case strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:"):
		return nil, "", incurable("database %q: want the path of a file, for example sqlite:xiangqi.db; what is in memory cannot outlive the process", source)
	case strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///"):
		return nil, "", incurable("database %q: want sqlite:PATH without slashes before it, for example sqlite:%s", source, strings.TrimLeft(path, "/"))
	case endsInSeparator(path):
		return nil, "", incurable("database %q: this is a folder; name a file in it, for example sqlite:%sxiangqi.db", source, path)
	}
	return sqliteDialect{}, path, nil
}

type sqliteDialect struct{}

func (sqliteDialect) name() string                                 { return "sqlite" }
func (sqliteDialect) river(db *sql.DB) riverdriver.Driver[*sql.Tx] { return riversqlite.New(db) }
func (sqliteDialect) forUpdate() string                            { return "" } // a writing transaction is alone
func (sqliteDialect) alone(ctx context.Context, path string) (io.Closer, error) {
	return Alone(ctx, path)
}

// locate finds the one name of a database: two names that lead to one file must not become two locks.
func (sqliteDialect) locate(path string) (string, error) {
	path, err := realPath(path)
	if err != nil {
		return "", incurable("the path cannot be used: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return "", incurable("make the folder: %w", err)
	}
	return path, nil
}

// wholeAtStart is the size up to which a database is read as a whole before it is used. Larger ones would hold up the
// start.
const wholeAtStart = 1 << 30

func (sqliteDialect) create(ctx context.Context, path string, latest int) (made bool, err error) {
	state, err := inspectFile(path)
	if err != nil {
		return false, err
	}
	switch state {
	case fileFilled:
		how := look{mode: readOnly, whole: sizeOf(path) <= wholeAtStart}
		if sizeOf(path+"-journal") > 0 { // a crash during the very first steps
			how.mode = readWrite
		}
		_, err := examine(ctx, path, latest, how)
		return false, err
	case fileMissing:
		err = createFile(path)
	case fileEmpty: // SQLite fills it
	}
	return err == nil, err
}

// copy writes the database anew: what a backup has to be, other than a copy of a file that is in use. It gets its name
// when it is whole, so that what a killed program leaves is not taken for a backup.
func (sqliteDialect) copy(ctx context.Context, db *sql.DB, path string) error {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createFile(part); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `VACUUM INTO $1`, part)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(explainSQLite(err), os.Remove(part))
	}
	return flush(path)
}

// open sets SQLite to what a bot needs: WAL lets readers read while the writer writes; synchronous=FULL makes a commit
// outlast a power cut; the busy timeout waits for other processes, such as a backup; an immediate transaction takes the
// write lock when it begins, so it cannot fail half way because it has to become a writer.
func (sqliteDialect) open(ctx context.Context, path string) (write, read *sql.DB, err error) {
	common := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}}

	common.Set("_txlock", "immediate")
	if write, err = sql.Open("sqlite", fileURL(path, common)); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)

	common.Del("_txlock")
	common.Set("_query_only", "1")
	if read, err = sql.Open("sqlite", fileURL(path, common)); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(max(2, runtime.GOMAXPROCS(0)))

	// The writer goes first: it makes the file.
	for _, db := range []*sql.DB{write, read} {
		if err := db.PingContext(ctx); err != nil {
			return nil, nil, errors.Join(explainSQLite(err), read.Close(), write.Close())
		}
	}
	return write, read, nil
}

// Result codes of SQLite that have a cure.
const (
	sqliteReadonly = 8
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// damaged says what to do about a database that SQLite finds damaged.
const damaged = "the database is damaged; the bot leaves it as it is. Move it away, with the files -wal and -shm beside it, and put your latest backup in its place; " +
	"\"sqlite3 FILE .recover\" may save what is newer. Look at the disk, too"

// explainSQLite adds the cure to an error of SQLite where one is known.
func explainSQLite(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqliteNotADB:
		return incurable("this file is not an SQLite database; name another path, or, if games were in it, move it away and put your latest backup in its place (%w)", err)
	case sqliteCorrupt:
		return incurable("%s (%w)", damaged, err)
	case sqliteCantOpen:
		return incurable("the file cannot be opened; is the path a file, in a folder that this user may write to? (%w)", err)
	case sqliteReadonly:
		return incurable("the file or its folder is read-only for this user (%w)", err)
	case sqliteBusy:
		return fmt.Errorf("another program has locked the database; end it, sqlite3 for instance, and start again (%w)", err)
	case sqliteFull:
		return fmt.Errorf("the disk is full (%w)", err)
	}
	return err
}

func (sqliteDialect) tables(ctx context.Context, q querier) ([]string, error) {
	rows, err := q.QueryContext(ctx, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		return nil, explainSQLite(err)
	}
	return collect(rows, func(rows *sql.Rows) (name string, err error) { return name, rows.Scan(&name) })
}

// collect reads all rows, one by one, and closes them.
func collect[T any](rows *sql.Rows, scan func(*sql.Rows) (T, error)) ([]T, error) {
	defer rows.Close() // Err below tells what went wrong
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
