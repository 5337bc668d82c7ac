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
	Open map[string]int // games that can still change, by state
	Jobs map[JobState]int
	// Late is for how long the oldest job of a kind has been due that no worker has begun.
	Late  map[string]time.Duration
	Bytes int64 // size of the database, without its log
}

// JobState is a kind of job with one of River's states: available, running, scheduled (for later) or retryable (failed,
// to be retried).
type JobState struct{ Kind, State string }

const (
	countOpen  = `SELECT state, count(*) FROM games WHERE state IN ('offered', 'active') GROUP BY state`
	oldestJobs = `SELECT kind, min(scheduled_at) FROM river_job WHERE state = 'available' GROUP BY kind`
	countJobs  = `SELECT kind, state, count(*) FROM river_job
		WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`
)

// Waited returns the total time that acts have waited for a write connection since the database was opened.
func (db *DB) Waited() time.Duration { return db.connection.write.Stats().WaitDuration }

// Stats reads the statistics of the database. It counts rows, which takes longer the more there are.
func (db *DB) Stats(ctx context.Context) (m Stats, err error) {
	c := &db.connection
	m = Stats{Open: map[string]int{}, Jobs: map[JobState]int{}, Late: map[string]time.Duration{}}
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
	if err == nil {
		err = db.measureLate(ctx, m.Late)
	}
	if err != nil {
		return m, fmt.Errorf("measure %s: %w", c.source, err)
	}
	return m, nil
}

// measureLate reads how late the oldest job of each kind is.
func (db *DB) measureLate(ctx context.Context, late map[string]time.Duration) error {
	c := &db.connection
	now := c.clock()
	rows, err := c.read.QueryContext(ctx, oldestJobs)
	if err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (due time.Time, err error) {
		var kind string
		err = rows.Scan(&kind, jobTime{&due})
		late[kind] = max(0, now.Sub(due))
		return due, err
	})
	return err
}

// jobTime reads a time of River's table, which is text on SQLite.
type jobTime struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (t jobTime) Scan(from any) (err error) {
	if at, is := from.(time.Time); is {
		*t.to = at
		return nil
	}
	written, err := text(from)
	if err == nil {
		*t.to, err = time.Parse("2006-01-02 15:04:05", written) // with or without a fraction
	}
	return err
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

const activeChannels = `SELECT DISTINCT channel FROM games WHERE state = 'active' AND channel <> '' ORDER BY channel`

// ActiveChannels lists the channels and threads in which games are being played.
func (s *Games) ActiveChannels(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, activeChannels)
	var channels []string
	if err == nil {
		channels, err = database.Collect(rows, func(rows *sql.Rows) (channel string, err error) {
			err = rows.Scan(&channel)
			return channel, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the channels with games: %w", err)
	}
	return channels, nil
}
