package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
)

// Connection is what all parts of a DB share: the open database, the clock and the log.
type Connection struct {
	Source  string // as it was given to Open, without a password
	Dialect Dialect
	Write   *sql.DB // a single connection where the process is alone
	Read    *Reader // cannot write
	Clock   func() time.Time
	Log     *slog.Logger
	Process string // names this process, as no other is or was named
	Shared  bool   // other processes write, too

	Repeated  *atomic.Int64   // transactions that were begun anew after a deadlock
	Simulated bool            // clock is not that of the machine
	Server    *PostgresSchema // where the database is on PostgreSQL; nil: it is a file

	keys []string // see Locking
}

// Now returns the current time by the clock in store.Options, in Unix milliseconds.
func (c *Connection) Now() int64 { return c.Clock().UnixMilli() }

// TxAlone runs fn in a write transaction. It commits if fn returns nil and rolls back if fn fails or panics. No other
// write transaction of any process runs at the same time, so that what fn reads remains true until the commit: it is
// for what is rare and concerns everything. A transient failure of the database is a [game.ErrUnavailable], or a
// [game.ErrOutcomeUnknown] if the commit may have been carried out.
func (c *Connection) TxAlone(ctx context.Context, fn func(*sql.Tx) error) error {
	return c.begin(ctx, c.Dialect.LockExclusive, fn)
}

// Tx is [Connection.TxAlone] for what people do: if several processes share the database, it runs concurrently with
// others of its kind. Therefore fn must lock what it reads and then changes: rows, or with [Connection.Locking] what
// has no row yet; a game before its people, and people in sorted order. fn is called again after a deadlock, and must
// then begin anew.
func (c *Connection) Tx(ctx context.Context, fn func(*sql.Tx) error) error {
	for {
		err := c.begin(ctx, c.Dialect.LockShared, fn)
		if err == nil || !c.Shared || !c.Dialect.IsConflict(err) || ctx.Err() != nil {
			return err
		}
		c.Repeated.Add(1)
	}
}

// Locking returns the connection for transactions that begin with [Connection.Lock]. The keys stand for what has no row
// that could be locked: data that is new, or a number of rows.
func (c *Connection) Locking(keys ...string) *Connection {
	locking := *c
	locking.keys = keys
	return &locking
}

// Lock locks keys until the transaction ends: others that lock one of them wait. The keys are locked in sorted order, so
// that two transactions with several keys do not wait for each other. Where the process is alone, only one transaction
// writes at a time, and Lock does nothing.
func (c *Connection) Lock(ctx context.Context, tx *sql.Tx, keys ...string) error {
	if !c.Shared {
		return nil
	}
	for _, key := range slices.Sorted(slices.Values(keys)) {
		if _, err := tx.ExecContext(ctx, c.Dialect.LockKey, key); err != nil {
			return fmt.Errorf("lock %q: %w", key, err)
		}
	}
	return nil
}

// begin runs fn in a transaction that starts with a lock if other processes write too.
func (c *Connection) begin(ctx context.Context, lock string, fn func(*sql.Tx) error) (err error) {
	defer func() {
		if err != nil && !errors.Is(err, game.ErrOutcomeUnknown) {
			err = c.Dialect.wrapTransient(game.ErrUnavailable, err)
		}
	}()
	tx, err := c.Write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: begin: %w", c.Source, err)
	}
	defer tx.Rollback() // without effect after the commit
	if c.Shared {
		if _, err := tx.ExecContext(ctx, lock); err != nil {
			return fmt.Errorf("%s: begin: %w", c.Source, err)
		}
	}
	if err := c.Lock(ctx, tx, c.keys...); err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: before the commit: %w", c.Source, err) // certainly nothing was saved
	}
	if err := tx.Commit(); err != nil {
		err = fmt.Errorf("%s: commit: %w", c.Source, err)
		if c.Dialect.CommitUnknown != nil && c.Dialect.CommitUnknown(err) {
			text := cmp.Or(c.Dialect.advise(err).text, "the server did not answer in time; is it overloaded?")
			return fmt.Errorf("%w: %s (%w)", game.ErrOutcomeUnknown, text, err)
		}
		return err
	}
	return nil
}

// Act is [Connection.Tx] for an act with an idempotency key.
func (c *Connection) Act(ctx context.Context, key string, fn func(*sql.Tx) error) error {
	return c.Tx(ctx, c.Keyed(ctx, key, fn))
}

// Save runs statements in one transaction with an idempotency key; empty: there is none.
func (c *Connection) Save(ctx context.Context, key string, statements ...Statement) error {
	return c.Act(ctx, key, func(tx *sql.Tx) error { return Execute(ctx, tx, statements...) })
}

// Keyed saves an idempotency key, if there is one, before it calls fn. It refuses a key that was used before.
func (c *Connection) Keyed(ctx context.Context, key string, fn func(*sql.Tx) error) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		if key != "" {
			first, err := Changes(ctx, tx, `INSERT INTO idempotency_keys (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, c.Now())
			if err != nil {
				return err
			}
			if !first {
				return &game.Refusal{Code: game.AlreadyDone}
			}
		}
		return fn(tx)
	}
}

// Update reads one object, passes it to change and saves it as changed, in one transaction with the idempotency key. If
// change refuses, only the key is saved. Run is [Connection.Tx], for which read must lock the object, or
// [Connection.TxAlone].
func Update[T any](
	ctx context.Context, c *Connection, run func(context.Context, func(*sql.Tx) error) error, key string,
	read func(*sql.Tx) (*T, error), change func(*sql.Tx, *T) error, save func(*sql.Tx, *T) error,
) (*T, error) {
	var one *T
	var refused error
	err := run(ctx, c.Keyed(ctx, key, func(tx *sql.Tx) (err error) {
		if one, err = read(tx); err != nil {
			return err
		}
		if refused = change(tx, one); refused != nil {
			return nil //nolint:nilerr // nothing but the key has been written so far; the refusal is returned after it
		}
		return save(tx, one)
	}))
	switch {
	case refused == nil && err == nil:
		return one, nil
	case err == nil:
		return nil, refused
	}
	return nil, errors.Join(refused, err)
}

// UpdateRow is [Update] for an object that is changed by fn alone, concurrently with others.
func UpdateRow[T any](
	ctx context.Context, c *Connection, key string, read func(*sql.Tx) (*T, error), fn func(*T) error,
	save func(*sql.Tx, *T) error,
) (*T, error) {
	return Update(ctx, c, c.Tx, key, read, func(_ *sql.Tx, one *T) error { return fn(one) }, save)
}

// executor executes statements: a transaction or a connection.
type executor interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
}

// Statement is a statement with its arguments.
type Statement struct {
	text string
	args []any
}

// SQL returns a statement with its arguments, for [Execute].
func SQL(text string, args ...any) Statement { return Statement{text, args} }

// Execute runs statements one after another.
func Execute(ctx context.Context, db executor, statements ...Statement) error {
	for _, one := range statements {
		if err := Exec(ctx, db, one.text, one.args...); err != nil {
			return err
		}
	}
	return nil
}

// Exec runs one statement.
func Exec(ctx context.Context, db executor, text string, args ...any) error {
	_, err := db.ExecContext(ctx, text, args...)
	return describe(text, err)
}

// Changes runs a statement and reports whether it has changed a row.
func Changes(ctx context.Context, db executor, text string, args ...any) (bool, error) {
	done, err := db.ExecContext(ctx, text, args...)
	if err != nil {
		return false, describe(text, err)
	}
	n, err := done.RowsAffected()
	return n > 0, err
}
