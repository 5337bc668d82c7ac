package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// connection is what all parts of a DB share: the open database, the clock and the log.
type connection struct {
	source  string // as it was given to Open, without a password
	dialect database.Dialect
	write   *sql.DB // a single connection where the process is alone
	read    *sql.DB // cannot write
	clock   func() time.Time
	log     *slog.Logger
	process string // names this process, as no other is or was named
	shared  bool   // other processes write, too

	simulated bool                     // clock is not that of the machine
	server    *database.PostgresSchema // where the database is on PostgreSQL; nil: it is a file
}

// now returns the current time by the clock in [Options], as the database stores it.
func (c *connection) now() int64 { return c.clock().UnixMilli() }

// txAlone runs fn in a write transaction. It commits if fn returns nil and rolls back if fn fails or panics. No other
// write transaction of any process runs at the same time, so that what fn reads remains true until the commit: it is for
// what is rare and concerns everything. A transient failure of the database is a [game.ErrUnavailable], or a
// [game.ErrOutcomeUnknown] if the commit may have been carried out.
func (c *connection) txAlone(ctx context.Context, fn func(*sql.Tx) error) error {
	return c.begin(ctx, c.dialect.LockExclusive, fn)
}

// tx is txAlone for what people do: if several processes share the database, it runs concurrently with others of its
// kind. Therefore fn must lock what it reads and then changes: rows, or with [connection.hold] what has no row yet; a
// game before its people, and people in sorted order. fn is called again after a deadlock, and must begin anew then.
func (c *connection) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	for {
		err := c.begin(ctx, c.dialect.LockShared, fn)
		if err == nil || !c.shared || !c.dialect.IsConflict(err) || ctx.Err() != nil {
			return err
		}
		c.log.Debug("a transaction is retried", "err", err)
	}
}

// hold makes transactions of other processes that hold one of the keys wait until this one ends. The keys are held in
// order, so that two that hold several do not wait for each other.
func (c *connection) hold(ctx context.Context, tx *sql.Tx, keys ...string) error {
	if !c.shared {
		return nil
	}
	for _, key := range slices.Sorted(slices.Values(keys)) {
		if _, err := tx.ExecContext(ctx, c.dialect.LockKey, key); err != nil {
			return fmt.Errorf("hold %q: %w", key, err)
		}
	}
	return nil
}

// begin runs fn in a transaction that starts with a lock if other processes write too.
func (c *connection) begin(ctx context.Context, lock string, fn func(*sql.Tx) error) error {
	err := c.runTx(ctx, lock, fn)
	if err == nil || errors.Is(err, game.ErrOutcomeUnknown) {
		return err
	}
	return database.Transient(game.ErrUnavailable, err, c.dialect.TransientCure(err))
}

func (c *connection) runTx(ctx context.Context, lock string, fn func(*sql.Tx) error) error {
	tx, err := c.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: begin: %w", c.source, err)
	}
	defer tx.Rollback() // without effect after the commit
	if c.shared {
		if _, err := tx.ExecContext(ctx, lock); err != nil {
			return fmt.Errorf("%s: begin: %w", c.source, err)
		}
	}
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: before the commit: %w", c.source, err) // certainly nothing was saved
	}
	if err := tx.Commit(); err != nil {
		err = fmt.Errorf("%s: commit: %w", c.source, err)
		if c.dialect.CommitUnknown != nil && c.dialect.CommitUnknown(err) {
			cure := cmp.Or(c.dialect.TransientCure(err), "the server did not answer in time; is it overloaded?")
			return fmt.Errorf("%w: %s (%w)", game.ErrOutcomeUnknown, cure, err)
		}
		return err
	}
	return nil
}

// useKey saves an idempotency key. It refuses a key that was used before.
func (c *connection) useKey(ctx context.Context, tx *sql.Tx, key string) error {
	if key == "" {
		return nil
	}
	res, err := tx.ExecContext(ctx, `INSERT INTO idempotency_keys (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, c.now())
	if err != nil {
		return fmt.Errorf("use the idempotency key %q: %w", key, err)
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return &game.Refusal{Code: game.AlreadyDone}
	}
	return nil
}

// updateRow reads one object, passes it to fn and saves it as changed by fn, in one transaction with the idempotency
// key. If fn refuses, only the key is saved. The read must lock the object's row.
func updateRow[T any](
	ctx context.Context, c *connection, key string, read func(*sql.Tx) (*T, error), fn func(*T) error,
	save func(*sql.Tx, *T) error,
) (*T, error) {
	var one *T
	var refused error
	err := c.tx(ctx, func(tx *sql.Tx) error {
		err := c.useKey(ctx, tx, key)
		if err != nil {
			return err
		}
		if one, err = read(tx); err != nil {
			return err
		}
		if refused = fn(one); refused != nil {
			return nil //nolint:nilerr // nothing but the key has been written so far; the refusal is returned after it
		}
		return save(tx, one)
	})
	if err = errors.Join(refused, err); err != nil {
		return nil, err
	}
	return one, nil
}

// unlessRefused wraps an error with what was being done. A refusal, which is about the person's request, is returned
// unchanged.
func unlessRefused(err error, doing string, about ...any) error {
	if refusal := (*game.Refusal)(nil); err == nil || errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, about...), err)
}
