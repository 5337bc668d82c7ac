package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/store/database"
)

// Stats are statistics of a database for its operator.
type Stats struct {
	Open  map[string]int // games that can still change, by state
	Jobs  map[JobState]int
	Bytes int64 // size of the database, without its log
}

// JobState is a kind of job with one of River's states: available, running, scheduled (for later) or retryable (failed,
// to be retried).
type JobState struct{ Kind, State string }

const (
	countOpen = `SELECT state, count(*) FROM games WHERE state IN ('offered', 'active') GROUP BY state`
	countJobs = `SELECT kind, state, count(*) FROM river_job
		WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`
)

// Waited returns the total time that acts have waited for a write connection since the database was opened.
func (db *DB) Waited() time.Duration { return db.connection.write.Stats().WaitDuration }

// Stats reads the statistics of the database. It counts rows, which takes longer the more there are.
func (db *DB) Stats(ctx context.Context) (m Stats, err error) {
	c := &db.connection
	m = Stats{Open: map[string]int{}, Jobs: map[JobState]int{}}
	if err := c.read.QueryRowContext(ctx, c.dialect.Bytes).Scan(&m.Bytes); err != nil {
		return m, fmt.Errorf("measure %s: %w", c.source, err)
	}
	rows, err := c.read.QueryContext(ctx, countOpen)
	if err == nil {
		_, err = database.Collect(rows, func(rows *sql.Rows) (n int, err error) {
			var state string
			err = rows.Scan(&state, &n)
			m.Open[state] = n
			return n, err
		})
	}
	if err != nil {
		return m, fmt.Errorf("measure %s: %w", c.source, err)
	}
	if rows, err = c.read.QueryContext(ctx, countJobs); err == nil {
		_, err = database.Collect(rows, func(rows *sql.Rows) (n int, err error) {
			var job JobState
			err = rows.Scan(&job.Kind, &job.State, &n)
			m.Jobs[job] = n
			return n, err
		})
	}
	if err != nil {
		return m, fmt.Errorf("measure %s: %w", c.source, err)
	}
	return m, nil
}

// Ping returns an error if the database does not respond, either to reads or to writes.
func (db *DB) Ping(ctx context.Context) error {
	for _, pool := range []*sql.DB{db.connection.read, db.connection.write} {
		var one int
		if err := pool.QueryRowContext(ctx, `SELECT 1`).Scan(&one); err != nil {
			return fmt.Errorf("%s does not answer: %w", db.connection.source, err)
		}
	}
	return nil
}
