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
)

// cure is what to do about an error of a database; the zero value: nothing is known.
type cure struct {
	text   string
	passes bool // once its cause is gone, without a restart
}

// Explain adds to an error at the start what to do about it, if that is known. One that does not pass is a
// [PermanentError].
func (d Dialect) Explain(err error) error {
	switch cure := d.cure(err); {
	case cure.text == "":
		return err
	case cure.passes:
		return fmt.Errorf("%s (%w)", cure.text, err)
	default:
		return Permanent("%s (%w)", cure.text, err)
	}
}

// Transient adds to an error that passes what to do about it, and wraps it as kind, which is game.ErrUnavailable or
// game.ErrUnreadable.
func (d Dialect) Transient(kind, err error) error {
	if cure := d.cure(err); cure.passes {
		return fmt.Errorf("%w: %s (%w)", kind, cure.text, err)
	}
	return err
}

// postgresCures is the advice about errors of PostgreSQL, by their code or its first letters. See appendix A of its
// manual.
var postgresCures = map[string]cure{
	"28P01": {"the server does not take this password; it may be given as PGPASSWORD or in ~/.pgpass", false},
	"28000": {"the server does not let this user in; see its pg_hba.conf", false},
	"3D000": {"there is no such database; make it with createdb", false},
	"3F000": {"there is no such schema; make it with CREATE SCHEMA", false},
	"42501": {"this user may not do that; the bot needs a database or a schema that it owns", false},
	"53":    {"the server has no room, memory or connections left", true}, // insufficient resources
	"57P":   {"the server is being restarted", true},                      // operator intervention
	"25006": {"the server is read-only; is it a standby?", true},
	"55P03": {"another program has locked the tables; end it", true}, // lock not available
	"57014": {"another program has locked the tables; end it", true}, // canceled by a timeout
}

// postgresCure returns the advice about an error.
func postgresCure(err error) cure {
	if errors.Is(err, errInUse) {
		return cure{}
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		for _, letters := range []int{5, 3, 2} {
			if known, is := postgresCures[refused.Code[:min(letters, len(refused.Code))]]; is {
				return known
			}
		}
		return cure{}
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return cure{"the server of the database cannot be reached; is it running, and is the address right?", true}
	}
	if postgresLost(err) {
		return cure{"the connection to the server was lost; is the server running, and the network in order?", true}
	}
	return cure{}
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

// postgresLost reports whether the connection was lost, for an error that is no message from the server. Before the
// commit nothing was changed then.
func postgresLost(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false // we have closed it
	}
	var ofNetwork interface{ Temporary() bool } // such as a connection that was reset, or closed
	return errors.As(err, &ofNetwork) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn) ||
		pgconn.SafeToRetry(err)
}

// postgresUnsure reports whether a commit that failed with err may have been carried out. It may, unless the server or
// the driver says that it was not: whatever else is lost or given up meanwhile, the commit was sent before. That pgconn
// calls an error safe to retry does not prove that nothing was committed: pgx 5.9 and later say so of a connection
// lost after a commit, too.
func postgresUnsure(err error) bool {
	if _, refused := errors.AsType[*pgconn.PgError](err); refused {
		return false
	}
	return !errors.Is(err, pgx.ErrTxCommitRollback) && !errors.Is(err, sql.ErrTxDone) && !errors.Is(err, driver.ErrBadConn)
}
