package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"xiangqibot/bot/game"
)

// connection is what all parts of a DB share: the open database, the clock, and where to write what happens.
type connection struct {
	source  string // as it was given to Open, without a password
	dialect dialect
	write   *sql.DB // a single connection where the process is alone
	read    *sql.DB // cannot write
	clock   func() time.Time
	log     *slog.Logger
	process string // names this process, as no other is or was named
	shared  bool   // other processes write, too
}

// now is the given clock's time as the database keeps it.
func (c *connection) now() int64 { return c.clock().UnixMilli() }

// tx runs fn in one writing transaction: committed if fn returns nil, otherwise, or if fn panics, undone. It is alone
// with the database, whatever processes share it, so that what fn reads holds until it commits. A failure of the
// database that passes is a game.ErrUnavailable, or a game.ErrUnsure where the commit may have been carried out.
func (c *connection) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	return c.begin(ctx, c.dialect.alone, fn)
}

// txBeside is tx for what is done often: where several processes share the database it runs beside others of its kind,
// though not beside tx. So fn must lock what it reads and then changes, the row of a game before those of its people, and
// people in their order. It is called once more where two have locked each other out nevertheless.
func (c *connection) txBeside(ctx context.Context, fn func(*sql.Tx) error) error {
	for {
		err := c.begin(ctx, c.dialect.beside, fn)
		if err == nil || !c.shared || !c.dialect.again(err) || ctx.Err() != nil {
			return err
		}
		c.log.Debug("a transaction begins anew", "err", err)
	}
}

// begin runs fn in a transaction that begins with a lock, where others write, too.
func (c *connection) begin(ctx context.Context, lock string, fn func(*sql.Tx) error) error {
	err := c.try(ctx, lock, fn)
	if err == nil || errors.Is(err, game.ErrUnsure) {
		return err
	}
	return passing(err, c.dialect.cure(err))
}

func (c *connection) try(ctx context.Context, lock string, fn func(*sql.Tx) error) error {
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
	if err := tx.Commit(); err != nil {
		err = fmt.Errorf("%s: commit: %w", c.source, err)
		if c.dialect.unsure != nil && c.dialect.unsure(err) {
			return fmt.Errorf("%w: %s (%w)", game.ErrUnsure, c.dialect.cure(err), err)
		}
		return err
	}
	return nil
}

// refuseNew is the refusal of a row that a transaction has begun: its number goes to the next one. People count their
// games, and a challenge that was refused is none. tx is alone with the database, so the number is still the last.
func (c *connection) refuseNew(ctx context.Context, tx *sql.Tx, table string, number int64, refusal error) error {
	if c.dialect.returnNumber == "" {
		return refusal
	}
	if _, err := tx.ExecContext(ctx, c.dialect.returnNumber, table, number); err != nil {
		return errors.Join(refusal, fmt.Errorf("return number %d of %s: %w", number, table, err))
	}
	return refusal
}

// updateRow reads one thing for change, passes it to fn and saves what fn leaves behind, in one transaction with the
// idempotency key. If fn refuses, only the key is kept.
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

// unlessRefused adds to an error what was being done. A refusal, which is about the person's request, stays as it is.
func unlessRefused(err error, doing string, about ...any) error {
	if refusal := (*game.Refusal)(nil); err == nil || errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, about...), err)
}

// querier is what reading needs: a transaction, or the connections for reading.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
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
