package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"xiangqibot/bot/game"
)

// Querier runs queries: a transaction or the read connections.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Reader is a pool of connections that only read. The functions below return its transient errors as a
// [game.ErrUnreadable].
type Reader struct {
	pool    *sql.DB
	dialect Dialect
}

// NewReader returns a reader for a pool of connections.
func NewReader(pool *sql.DB, d Dialect) *Reader { return &Reader{pool, d} }

// QueryContext implements [Querier].
func (r *Reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return r.pool.QueryContext(ctx, query, args...)
}

// QueryRowContext implements [Querier].
func (r *Reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return r.pool.QueryRowContext(ctx, query, args...)
}

// Close closes the connections.
func (r *Reader) Close() error { return r.pool.Close() }

// queryError returns the error of a query, nil for nil.
func queryError(q Querier, query string, err error) error {
	err = describe(query, err)
	if r, is := q.(*Reader); is {
		return r.dialect.wrapTransient(game.ErrUnreadable, err)
	}
	return err
}

// describe adds to an error the statement that failed. Its arguments, which may be personal, are not shown.
func describe(statement string, err error) error {
	if err == nil {
		return nil
	}
	const start, end = 50, 70
	if statement = strings.Join(strings.Fields(statement), " "); len(statement) > start+end {
		statement = statement[:start] + " … " + statement[len(statement)-end:]
	}
	return fmt.Errorf("%s: %w", statement, err)
}

// Row is a row of a query.
type Row interface {
	Scan(dest ...any) error
	ColumnTypes() ([]*sql.ColumnType, error)
}

// Each calls fn for each row of a query, until it fails.
func Each(ctx context.Context, q Querier, fn func(Row) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return queryError(q, query, err)
	}
	defer rows.Close() // Err below returns what went wrong
	for rows.Next() {
		if err := fn(rows); err != nil {
			return describe(query, err)
		}
	}
	return queryError(q, query, rows.Err())
}

// Values calls fn with the names and the values of the columns of each row of a query. Booleans are those of Go.
func Values(
	ctx context.Context, q Querier, fn func(names []string, values []any) error, query string, args ...any,
) error {
	return Each(ctx, q, func(row Row) error {
		types, err := row.ColumnTypes()
		if err != nil {
			return err
		}
		names, values, to := make([]string, len(types)), make([]any, len(types)), make([]any, len(types))
		for i := range values {
			to[i] = &values[i]
		}
		if err := row.Scan(to...); err != nil {
			return err
		}
		for i, of := range types {
			names[i] = of.Name()
			if n, is := values[i].(int64); is && of.DatabaseTypeName() == "BOOLEAN" {
				values[i] = n != 0 // SQLite stores booleans as numbers
			}
		}
		return fn(names, values)
	}, query, args...)
}

// Collect returns what scan makes of each row of a query.
func Collect[T any](
	ctx context.Context, q Querier, scan func(Row) (T, error), query string, args ...any,
) (all []T, err error) {
	err = Each(ctx, q, func(row Row) error {
		one, err := scan(row)
		all = append(all, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// All is [Collect] for rows that are scanned into the destinations that into returns for a new element.
func All[T any](
	ctx context.Context, q Querier, into func(*T) []any, query string, args ...any,
) ([]T, error) {
	return Collect(ctx, q, func(row Row) (one T, err error) { return one, row.Scan(into(&one)...) }, query, args...)
}

// Column is [All] for a query of one column.
func Column[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	return All(ctx, q, func(one *T) []any { return []any{one} }, query, args...)
}

// Map returns the rows of a query of two columns, the second by the first.
func Map[K comparable, V any](ctx context.Context, q Querier, query string, args ...any) (map[K]V, error) {
	all := map[K]V{}
	err := Each(ctx, q, func(row Row) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		all[key] = value
		return err
	}, query, args...)
	return all, err
}

// One scans the first row of a query into some destinations, and reports whether there is one.
func One(ctx context.Context, q Querier, into []any, query string, args ...any) (found bool, err error) {
	err = q.QueryRowContext(ctx, query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, queryError(q, query, err)
}

// Value returns the value that a query selects, the zero value if it selects no row.
func Value[T any](ctx context.Context, q Querier, query string, args ...any) (value T, err error) {
	_, err = One(ctx, q, []any{&value}, query, args...)
	return value, err
}
