package store

import (
	"context"
	"database/sql"
	"io"
	"strings"
)

// dialect holds what differs between open databases. All other SQL is shared: $1 works in each.
type dialect struct {
	name   string
	isFile bool
	marks  *strings.Replacer // replaces the marks in the migrations
	tables string            // lists the names of the tables there are
	// Statements that take the exclusive or the shared writer lock for a transaction. Empty: no other process can
	// write.
	lockExclusive, lockShared string
	lockKey                   string           // takes the lock of key $1 for a transaction. Empty: as before
	isConflict                func(error) bool // reports whether a transaction failed only because of a concurrent one; nil: never
	forUpdate                 string           // ends a SELECT that locks the row it reads until the transaction ends
	columns                   string           // lists the names and types of the columns of table $1
	// For Copy: the query for the last generated id of table $1, the statement that sets it to $2, and the one to use if
	// there is none yet.
	lastNumber, setNumber, addNumber string

	// For Verify: opening the database while a bot may be using it, the isolation level at which a transaction sees a
	// consistent snapshot, and the statement that checks for damage; empty: there is none.
	openReadOnly      func(text string) (*sql.DB, error)
	snapshotIsolation sql.IsolationLevel
	integrity         string

	bytes string // queries the size of the database
	// statistics updates the query planner's statistics if they are outdated; empty: the database does so by itself.
	statistics string

	explain func(error) error // adds advice to an error of the database if there is any
	// transientCure says what to do about a transient failure; empty: the failure is not transient.
	transientCure func(error) string
	// commitUnknown reports whether a failed commit may have been carried out; nil: never.
	commitUnknown func(error) bool
	// locate returns the location that a path or an address names, for exclusive use, or for shared use by the named
	// process. It creates nothing.
	locate func(text, process string) (location, error)
}

// location is where a database is stored.
type location interface {
	// String returns its unique name, without a password.
	String() string
	// lock takes the exclusive lock on the database, held until it is closed. It returns nil if open takes the lock.
	lock(ctx context.Context) (io.Closer, error)
	// check inspects the database as Check does; its schema version may be at most latest.
	check(ctx context.Context, latest int) (CheckResult, error)
	// create creates an empty database if there is none, and reports whether it did. It rejects, and does not touch,
	// what is not a database of this program with a schema version of at most latest.
	create(ctx context.Context, latest int) (made bool, err error)
	// open returns two connection pools, one for writing and one for reading.
	open(ctx context.Context) (write, read *sql.DB, err error)
	// copyBeside copies a database that is a file to a new one beside it, whose name includes mark, and returns that
	// name; "" on a server, where pg_dump does it.
	copyBeside(ctx context.Context, db *sql.DB, mark string) (name string, err error)
}

var sqliteDialect = dialect{
	name: "sqlite", isFile: true,
	marks: strings.NewReplacer(
		"{id}", "INTEGER PRIMARY KEY AUTOINCREMENT", "{key}", "INTEGER PRIMARY KEY", "{bytes}", "BLOB",
		"{keyed}", "WITHOUT ROWID",
	),
	tables:  sqliteTables,
	columns: sqliteColumns,

	lastNumber: sqliteNumber,
	setNumber:  sqliteSetNumber,
	addNumber:  sqliteAddNumber,

	openReadOnly: openFileReadOnly,
	bytes:        sqliteBytes,
	// All tables that have grown (0x10000), with a bound on the work (0x10) of ANALYZE (0x2).
	statistics: `PRAGMA optimize=0x10012`,
	integrity:  `PRAGMA integrity_check(20)`,

	forUpdate:     "", // a writing transaction is alone
	explain:       explainSQLite,
	transientCure: sqliteTransientCure,
	locate:        locateFile,
}

// ValidateSource checks the syntax of source. The error says what is accepted.
func ValidateSource(source string) error {
	_, _, err := parseSource(source)
	return err
}

// parseSource returns the dialect and the text for its locate: a path, or the whole address.
func parseSource(source string) (dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case found && (scheme == "postgres" || scheme == "postgresql"):
		return postgresDialect, source, validAddress(source)
	case !found:
		return dialect{}, "", permanent("database %q: want sqlite:PATH, for example sqlite:%s", source, source)
	case scheme != "sqlite":
		return dialect{}, "", permanent("database %q: unknown kind %q; want sqlite:PATH, for example sqlite:xiangqi.db, "+
			"or postgres://USER@HOST/DATABASE", source, scheme)
	case strings.TrimSpace(path) == "":
		return dialect{}, "", permanent("database %q: the path is missing; want sqlite:PATH, for example sqlite:xiangqi.db", source)
	case strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:"):
		return dialect{}, "", permanent("database %q: want the path of a file, for example sqlite:xiangqi.db; "+
			"what is in memory cannot outlive the process", source)
	case strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///"):
		return dialect{}, "", permanent("database %q: want sqlite:PATH without slashes before it, for example sqlite:%s",
			source, strings.TrimLeft(path, "/"))
	case endsInSeparator(path):
		return dialect{}, "", permanent("database %q: this is a folder; name a file in it, for example sqlite:%sxiangqi.db",
			source, path)
	}
	return sqliteDialect, path, nil
}

// RedactSource returns the source without the password of a server's address.
func RedactSource(source string) string {
	if d, text, err := parseSource(source); err == nil && d.name == postgresDialect.name {
		return publicAddress(text)
	}
	return source
}
