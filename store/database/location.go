package database

import (
	"cmp"
	"context"
	"database/sql"
	"io"
	"strings"
)

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

// Locate returns the location that source names, for exclusive use, or for shared use by the named process. It creates
// nothing.
func Locate(source, process string) (Dialect, Location, error) {
	d, text, err := parseSource(source)
	switch {
	case err != nil:
		return d, nil, err
	case d.IsFile:
		where, err := locateFile(text, process)
		return d, where, err
	}
	where, err := locatePostgres(text, process)
	return d, where, err
}

// ValidateSource checks the syntax of source. The error says what is accepted.
func ValidateSource(source string) error {
	_, _, err := parseSource(source)
	return err
}

// parseSource returns the dialect, and a path or the whole address.
func parseSource(source string) (Dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case found && (scheme == "postgres" || scheme == "postgresql"):
		_, err := locatePostgres(source, "")
		return postgresDialect, source, err
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
	if d, address, _ := parseSource(source); d.Name == postgresDialect.Name { // also of one that is malformed
		return publicAddress(address)
	}
	return source
}

// Check inspects the database that source names and reports whether store.Open would accept it. It creates, migrates
// and changes nothing, and a bot may be using the database. An error says what to do.
func Check(ctx context.Context, source string) (CheckResult, error) {
	_, where, err := Locate(source, "")
	if err != nil {
		return CheckResult{}, err
	}
	return where.Check(ctx)
}
