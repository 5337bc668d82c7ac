package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
)

// hasDue reports whether the table due exists, in which scheduled jobs waited until version 9.
func hasDue(ctx context.Context, d dialect, q querier) (bool, error) {
	tables, err := listTables(ctx, d, q)
	return slices.Contains(tables, "due"), err
}

// migrateDueJobs moves the jobs in the table due to River and drops the table.
func migrateDueJobs(ctx context.Context, tx *sql.Tx, o *outbox) error {
	rows, err := tx.QueryContext(ctx, `SELECT at, kind, args FROM due ORDER BY at, id`)
	if err != nil {
		return fmt.Errorf("read the jobs that wait: %w", err)
	}
	waiting, err := collect(rows, func(rows *sql.Rows) (game.QueuedJob, error) {
		var at int64
		var kind, args string
		err := rows.Scan(&at, &kind, &args)
		return game.QueuedJob{Job: encodedJob{kind, json.RawMessage(args)}, At: fromMillis(at)}, err
	})
	if err != nil {
		return fmt.Errorf("read the jobs that wait: %w", err)
	}
	if err := o.enqueue(ctx, tx, waiting); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `DROP TABLE due`)
	return err
}
