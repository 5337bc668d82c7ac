package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
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
	// open connects: one pool to write with, one to read with.
	open(ctx context.Context, path string) (write, read *sql.DB, err error)
	// river is River's driver.
	river(*sql.DB) riverdriver.Driver[*sql.Tx]
	// tables lists the tables there are.
	tables(ctx context.Context, tx *sql.Tx) ([]string, error)
	// forUpdate ends a SELECT that locks the row it reads until the transaction ends.
	forUpdate() string
	// alone takes the right to work the database until it is closed. It is nil where several processes may.
	alone(ctx context.Context, path string) (io.Closer, error)
	// revive is the statement that makes River's jobs in progress ready again. It is empty where other processes may be at
	// work on the same database: there, what looks like work in progress need not be what a crash left behind.
	revive() string
}

// parseSource tells the dialect and what follows the colon.
func parseSource(source string) (dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case !found:
		return nil, "", fmt.Errorf("database %q: want sqlite:PATH, for example sqlite:%s", source, source)
	case scheme == "postgres" || scheme == "postgresql":
		return nil, "", errors.New("database postgres: PostgreSQL is not supported yet; want sqlite:PATH, for example sqlite:xiangqi.db")
	case scheme != "sqlite":
		return nil, "", fmt.Errorf("database %q: unknown kind %q; want sqlite:PATH, for example sqlite:xiangqi.db", source, scheme)
	case path == "":
		return nil, "", errors.New("database sqlite: the path is missing; want sqlite:PATH, for example sqlite:xiangqi.db")
	case strings.HasPrefix(path, ":memory:"):
		return nil, "", errors.New("database sqlite::memory: cannot outlive the process, and games must; want a path, for example sqlite:xiangqi.db")
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
func (sqliteDialect) revive() string {
	return `UPDATE river_job SET state = 'available', scheduled_at = datetime('now', 'subsec') WHERE state IN ('running', 'retryable')`
}

// open sets SQLite to what a bot needs: WAL lets readers read while the writer writes; synchronous=FULL makes a commit
// outlast a power cut; the busy timeout waits for other processes, such as a backup; an immediate transaction takes the
// write lock when it begins, so it cannot fail half way because it has to become a writer.
func (sqliteDialect) open(ctx context.Context, path string) (write, read *sql.DB, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, nil, fmt.Errorf("make the folder: %w", err)
	}
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()}
	common := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}}

	common.Set("_txlock", "immediate")
	file.RawQuery = common.Encode()
	if write, err = sql.Open("sqlite", file.String()); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)

	common.Del("_txlock")
	common.Set("_query_only", "1")
	file.RawQuery = common.Encode()
	if read, err = sql.Open("sqlite", file.String()); err != nil {
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
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// explainSQLite adds the cure to an error of SQLite where one is known.
func explainSQLite(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqliteNotADB:
		return fmt.Errorf("this file is not an SQLite database; name another path, or move the file away (%w)", err)
	case sqliteCantOpen:
		return fmt.Errorf("the file cannot be opened; is the path a file, in a folder that this user may write to? (%w)", err)
	case sqliteReadonly:
		return fmt.Errorf("the file or its folder is read-only for this user (%w)", err)
	case sqliteFull:
		return fmt.Errorf("the disk is full (%w)", err)
	}
	return err
}

func (sqliteDialect) tables(ctx context.Context, tx *sql.Tx) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
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
