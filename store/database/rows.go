package database

import (
	"context"
	"database/sql"
	"errors"
)

// Querier runs queries: a transaction or the read connections.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is a *[sql.Row] or *[sql.Rows].
type Row interface{ Scan(dest ...any) error }

// Each calls look for each row of a query, until it fails.
func Each(ctx context.Context, q Querier, look func(Row) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close() // Err below tells what went wrong
	for rows.Next() {
		if err := look(rows); err != nil {
			return err
		}
	}
	return rows.Err()
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

// All is [Collect] for rows that are scanned into the places that into returns for a new element.
func All[T any](
	ctx context.Context, q Querier, into func(*T) []any, query string, args ...any,
) ([]T, error) {
	return Collect(ctx, q, func(row Row) (one T, err error) { return one, row.Scan(into(&one)...) }, query, args...)
}

// Column is [All] for a query of one column.
func Column[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	return All(ctx, q, func(one *T) []any { return []any{one} }, query, args...)
}

// One scans the row of a query into some places, and reports whether there is one.
func One(ctx context.Context, q Querier, into []any, query string, args ...any) (found bool, err error) {
	err = q.QueryRowContext(ctx, query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
