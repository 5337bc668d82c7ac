// Package database opens the databases of the bot: a file of SQLite, or a schema on a PostgreSQL server. It knows where
// a database is and who may use it, its tables and how they are migrated, its backups, and what its errors mean. What
// the tables hold is known to package store.
//
// What differs between the two is in two places: [Dialect] is data, and [Location] is where a database is. The tables
// of both are written once, in migrations, with marks for the few differences.
//
// A failure that a retry cannot fix is a *[PermanentError]. A database error that passes once its cause is gone says so
// in words for the log, see [Dialect.Transient].
package database

import (
	"cmp"
	"context"
	"database/sql"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Dialect holds what differs between open databases. All other SQL is shared: $1 works in each.
type Dialect struct {
	Name   string
	IsFile bool
	marks  *strings.Replacer // replaces the marks in the migrations
	tables string            // lists the names of the tables there are
	// Statements that take the exclusive or the shared writer lock for a transaction. Empty: no other process can
	// write.
	LockExclusive, LockShared string
	LockKey                   string           // takes the lock of key $1 for a transaction. Empty: as before
	IsConflict                func(error) bool // reports whether a transaction failed only because of a concurrent one; nil: never
	ForUpdate                 string           // ends a SELECT that locks the row it reads until the transaction ends
	// For Copy: the query for the last generated id of table $1, and the statement that sets it to $2 if there is none.
	LastNumber, SetNumber string

	// For Verify: the isolation level at which a transaction sees a consistent snapshot, and the statement that checks
	// for damage; empty: there is none.
	SnapshotIsolation sql.IsolationLevel
	Integrity         string

	Bytes string // queries the size of the database
	// Statistics updates the query planner's statistics if they are outdated; empty: the database does so by itself.
	Statistics string

	cure func(error) cure
	// CommitUnknown reports whether a failed commit may have been carried out; nil: never.
	CommitUnknown func(error) bool
	locate        func(text, process string) (Location, error) // of a path or an address, see Locate
}

// Location is where a database is stored.
type Location interface {
	// String returns its unique name, without a password.
	String() string
	// Lock takes the exclusive lock on the database, held until it is closed. It returns nil if open takes the lock.
	Lock(ctx context.Context) (io.Closer, error)
	// Check inspects the database as [Check] does.
	Check(ctx context.Context) (CheckResult, error)
	// Open returns two connection pools, one for writing and one for reading. It creates a file if there is none. Only
	// if durable is set does every commit to a file wait for the disk, so that it survives a power failure.
	Open(ctx context.Context, durable bool) (write, read *sql.DB, err error)
	// OpenReadOnly opens a database that is there and that a bot may be using.
	OpenReadOnly() (*sql.DB, error)
}

var sqliteDialect = Dialect{
	Name: "sqlite", IsFile: true,
	marks: strings.NewReplacer(
		"{id}", "INTEGER PRIMARY KEY AUTOINCREMENT", "{key}", "INTEGER PRIMARY KEY", "{bytes}", "BLOB",
		"{keyed}", "WITHOUT ROWID",
	),
	tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,

	LastNumber: `SELECT seq FROM sqlite_sequence WHERE name = $1`,
	SetNumber:  `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`,

	Bytes: `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`,
	// All tables that have grown (0x10000), with a bound on the work (0x10) of ANALYZE (0x2).
	Statistics: `PRAGMA optimize=0x10012`,
	Integrity:  `PRAGMA integrity_check(20)`,

	ForUpdate: "", // a writing transaction is alone
	cure:      sqliteCure,
	locate:    locateFile,
}

// Locate returns the location that source names, for exclusive use, or for shared use by the named process. It creates
// nothing.
func Locate(source, process string) (Dialect, Location, error) {
	d, text, err := parseSource(source)
	if err != nil {
		return d, nil, err
	}
	where, err := d.locate(text, process)
	return d, where, err
}

// ValidateSource checks the syntax of source. The error says what is accepted.
func ValidateSource(source string) error {
	_, _, err := parseSource(source)
	return err
}

// parseSource returns the dialect and the text for its locate: a path, or the whole address.
func parseSource(source string) (Dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case found && (scheme == "postgres" || scheme == "postgresql"):
		if _, err := pgx.ParseConfig(source); err != nil {
			return postgresDialect, source, wrongAddress(source, err)
		}
		return postgresDialect, source, nil
	case !found:
		return Dialect{}, "", Permanent("database %q: want sqlite:PATH, for example sqlite:%s", source, cmp.Or(source, "xiangqi.db"))
	case scheme != "sqlite":
		return Dialect{}, "", Permanent("database %q: unknown kind %q; want sqlite:PATH, for example sqlite:xiangqi.db, "+
			"or postgres://USER@HOST/DATABASE", source, scheme)
	case strings.TrimSpace(path) == "":
		return Dialect{}, "", Permanent("database %q: the path is missing; want sqlite:PATH, for example sqlite:xiangqi.db", source)
	case strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:"):
		return Dialect{}, "", Permanent("database %q: want the path of a file, for example sqlite:xiangqi.db; "+
			"what is in memory cannot outlive the process", source)
	case strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///"):
		return Dialect{}, "", Permanent("database %q: want sqlite:PATH without slashes before it, for example sqlite:%s",
			source, strings.TrimLeft(path, "/"))
	}
	return sqliteDialect, path, nil
}

// RedactSource returns the source without the password of a server's address.
func RedactSource(source string) string {
	if d, text, err := parseSource(source); err == nil && d.Name == postgresDialect.Name {
		return publicAddress(text)
	}
	return source
}
