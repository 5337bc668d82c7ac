package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Measures are numbers by which an operator sees how a database is doing.
type Measures struct {
	Open  map[string]int // games that can still change, by state
	Jobs  map[JobState]int
	Bytes int64 // of the database, without its log

	// Waited is for how long acts have waited in all for the connection that writes, since the database was opened.
	Waited time.Duration
}

// JobState is a kind of job and how far such a job is, as River names it: available, running, scheduled (for later) or
// retryable (it failed, and is tried again).
type JobState struct{ Kind, State string }

const (
	countOpen = `SELECT state, count(*) FROM games WHERE state IN ('offered', 'active') GROUP BY state`
	countJobs = `SELECT kind, state, count(*) FROM river_job
		WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`
)

// Measure reads how the database is doing. An error is that it cannot be read.
func (db *DB) Measure(ctx context.Context) (m Measures, err error) {
	c := &db.connection
	m = Measures{Open: map[string]int{}, Jobs: map[JobState]int{}, Waited: c.write.Stats().WaitDuration}
	if err := c.read.QueryRowContext(ctx, c.dialect.bytes).Scan(&m.Bytes); err != nil {
		return m, fmt.Errorf("measure %s: %w", c.source, err)
	}
	rows, err := c.read.QueryContext(ctx, countOpen)
	if err == nil {
		_, err = collect(rows, func(rows *sql.Rows) (n int, err error) {
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
		_, err = collect(rows, func(rows *sql.Rows) (n int, err error) {
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

// Alive reports, with an error, that the database does not answer: neither who reads nor who writes.
func (db *DB) Alive(ctx context.Context) error {
	for _, pool := range []*sql.DB{db.connection.read, db.connection.write} {
		var one int
		if err := pool.QueryRowContext(ctx, `SELECT 1`).Scan(&one); err != nil {
			return fmt.Errorf("%s does not answer: %w", db.connection.source, err)
		}
	}
	return nil
}
