package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// Transient wraps a database failure that needs no restart once its cause is fixed as kind, which is
// game.ErrUnavailable or game.ErrUnreadable, and adds what to do for the log.
func Transient(kind, err error, cure string) error {
	if cure == "" {
		return err
	}
	return fmt.Errorf("%w: %s (%w)", kind, cure, err)
}

// sqliteIO is SQLite's result code for a disk I/O error.
const sqliteIO = 10

// sqliteTransientCure says what to do about a transient failure of SQLite; empty: it is not transient.
func sqliteTransientCure(err error) string {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return ""
	}
	switch e.Code() & 0xff {
	case sqliteBusy:
		return "another program has locked the database; end it, sqlite3 for instance"
	case sqliteReadonly:
		return "the file, its folder or its disk is read-only; make it writable for this user again"
	case sqliteFull:
		return "the disk is full; make room"
	case sqliteIO:
		return "the disk fails; look at the system's log"
	}
	return ""
}

// postgresTransientCure does the same for PostgreSQL.
func postgresTransientCure(err error) string {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return "the server cannot be reached; is it running?"
	}
	if postgresLost(err) {
		return lostCure
	}
	refused, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok:
		return ""
	case strings.HasPrefix(refused.Code, "53"): // insufficient resources
		return "the server has no room, memory or connections left"
	case strings.HasPrefix(refused.Code, "57P"): // operator intervention
		return "the server is being restarted"
	case refused.Code == "25006": // read_only_sql_transaction
		return "the server is read-only; is it a standby?"
	case refused.Code == "55P03", refused.Code == "57014": // lock_not_available, query_canceled by a timeout
		return "another program has locked the tables; end it"
	}
	return ""
}

// IsAway reports whether err, of store.Open, says that the server of PostgreSQL is not there yet: nobody listens at its
// address, it is starting or has no room. Waiting helps, unless the address is wrong.
func IsAway(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(refused.Code, "53") || strings.HasPrefix(refused.Code, "57P")
	}
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok
}

// lostCure says what to do about a lost connection.
const lostCure = "the connection to the server was lost; is the server running, and the network in order?"

// postgresLost reports whether the connection was lost without a message from the server. Before the commit nothing was
// changed then.
func postgresLost(err error) bool {
	if _, ok := errors.AsType[*pgconn.PgError](err); ok {
		return false
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false // we have closed it
	}
	var ofNetwork interface{ Temporary() bool } // such as a connection that was reset, or closed
	return errors.As(err, &ofNetwork) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) ||
		pgconn.SafeToRetry(err)
}

// postgresUnsure reports whether a commit that failed with err may have been carried out. It may, unless the server or
// the driver says that it was not: whatever else is lost or given up meanwhile, the commit was sent before. What pgconn
// calls safe to retry is no word for the opposite: from pgx 5.9 on that is said of a connection lost after a commit,
// too.
func postgresUnsure(err error) bool {
	if _, refused := errors.AsType[*pgconn.PgError](err); refused {
		return false
	}
	return !errors.Is(err, pgx.ErrTxCommitRollback) && !errors.Is(err, sql.ErrTxDone) && !errors.Is(err, driver.ErrBadConn)
}
