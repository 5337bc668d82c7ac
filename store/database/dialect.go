// Package database opens the databases of the bot: a file of SQLite, or a schema on a PostgreSQL server. It knows where
// a database is and who may use it, its tables and how they are migrated, its backups, and what its errors mean. What
// the tables hold is known to package store.
//
// What differs between the two is in two places: [Dialect] is data, and [Location] is where a database is. The tables
// of both are written once, in migrations, with marks for the few differences.
//
// A failure that a retry cannot fix is a *[PermanentError]. An error that passes once its cause is gone says what to do
// about the cause.
package database

import (
	"database/sql"
	"fmt"
	"strings"
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

	advise func(error) advice
	// CommitUnknown reports whether a failed commit may have been carried out; nil: never.
	CommitUnknown func(error) bool
}

// PermanentError is a failure of store.Open or [Check] that a retry cannot fix: somebody has to change the database,
// its path or the program first.
type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }

func (e *PermanentError) Unwrap() error { return e.Err }

// Permanent returns a [PermanentError] with a formatted message.
func Permanent(format string, args ...any) error { return &PermanentError{fmt.Errorf(format, args...)} }

// advice says what to do about an error of a database. The zero value: nothing is known.
type advice struct {
	text      string
	transient bool // the error passes once its cause is gone, without a restart
}

// Explain adds advice to an error at the start, if there is some. An error that is not transient becomes a
// [PermanentError].
func (d Dialect) Explain(err error) error {
	switch a := d.advise(err); {
	case a.text == "":
		return err
	case a.transient:
		return fmt.Errorf("%s (%w)", a.text, err)
	default:
		return Permanent("%s (%w)", a.text, err)
	}
}

// wrapTransient adds advice to an error that is transient, and wraps it as kind, which is game.ErrUnavailable or
// game.ErrUnreadable.
func (d Dialect) wrapTransient(kind, err error) error {
	if a := d.advise(err); a.transient {
		return fmt.Errorf("%w: %s (%w)", kind, a.text, err)
	}
	return err
}
