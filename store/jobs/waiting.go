package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// This file changes the jobs in River's table by SQL. River's client can do that for one job at a time, or not at all.

const (
	// isWaiting selects the jobs that are yet to run, for the first time or again.
	isWaiting = `state IN ('available', 'scheduled', 'retryable')`

	withdrawJob  = `DELETE FROM river_job WHERE id = $1 AND state <> 'running'`
	withdrawJobs = `DELETE FROM river_job WHERE kind = $1 AND args ->> $2 = $3 AND state <> 'running'`

	// releaseJobs keeps the times of the jobs, and so their order.
	releaseJobs = `UPDATE river_job SET state = 'available' WHERE id IN (SELECT id FROM river_job
		WHERE state IN ('retryable', 'scheduled') AND scheduled_at <= $1 ORDER BY scheduled_at LIMIT $2)`
	// retryJobs makes waiting jobs available at once; a condition follows.
	retryJobs = `UPDATE river_job SET state = 'available', scheduled_at = $1
		WHERE ` + isWaiting + ` AND (state <> 'available' OR scheduled_at > $1)`
	retryFailed = retryJobs + ` AND state = 'retryable'`

	ofGame    = ` WHERE id = (SELECT CAST(args ->> 'game' AS BIGINT) FROM river_job WHERE id = $1)`
	staysNext = `SELECT next_job = $1 OR NOT EXISTS (SELECT 1 FROM river_job
		WHERE river_job.id = next_job AND (` + isWaiting + ` OR state = 'running')) FROM games` + ofGame
	saveNextJob = `UPDATE games SET next_job = $1` + ofGame

	countJobs = `SELECT kind, state, count(*), min(scheduled_at) FROM river_job
		WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`
)

// releasedAtOnce is how many overdue jobs are made available in one transaction.
const releasedAtOnce = 1000

// WithdrawNumber deletes a job. One that is running stays: it waits for the game, and then finds nothing to do.
func (o *Outbox) WithdrawNumber(ctx context.Context, tx *sql.Tx, number int64) error {
	return database.Exec(ctx, tx, withdrawJob, number)
}

// Withdraw deletes the jobs of a kind whose argument has a value. One that is running stays.
func (o *Outbox) Withdraw(ctx context.Context, tx *sql.Tx, kind, argument, value string) error {
	return database.Exec(ctx, tx, withdrawJobs, kind, argument, value)
}

// Release makes the jobs available that are due and that River's scheduler should have made available: its process has
// died, or the clock in store.Options has jumped.
func (o *Outbox) Release(ctx context.Context) error {
	for some := true; some; {
		err := o.db.Tx(ctx, func(tx *sql.Tx) (err error) {
			some, err = database.Changes(ctx, tx, releaseJobs, o.now(), releasedAtOnce)
			return err
		})
		if err != nil {
			return fmt.Errorf("make overdue jobs available: %w", err)
		}
	}
	return nil
}

// staysNext reports whether a job that was run too early is still the one that waits for its game: an act may have
// replaced it while it ran. A copy of the job that the game knows takes its place.
func (o *Outbox) staysNext(ctx context.Context, job int64) (stays bool, err error) {
	err = o.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		stays, err = database.Value[bool](ctx, tx, staysNext+o.db.Dialect.ForUpdate, job)
		if err != nil || !stays {
			return err
		}
		return database.Exec(ctx, tx, saveNextJob, job)
	})
	return stays, err
}

// RetryFailed makes failed jobs available at once, which would otherwise wait for up to ten minutes. It is called when
// the cause of the failures is gone.
func (j *Jobs) RetryFailed(ctx context.Context) error {
	return j.db.TxAlone(ctx, func(tx *sql.Tx) error { return database.Exec(ctx, tx, retryFailed, j.outbox.now()) })
}

// State is a kind of job with one of River's states: available, running, scheduled (for later) or retryable (failed,
// to be retried).
type State struct{ Kind, State string }

// Count counts the jobs that are not finished, and returns for how long the oldest job of a kind has been due that no
// worker has begun.
func (j *Jobs) Count(ctx context.Context) (jobs map[State]int, late map[string]time.Duration, err error) {
	jobs, late = map[State]int{}, map[string]time.Duration{}
	now := j.db.Clock()
	err = database.Each(ctx, j.db.Read, func(row database.Row) error {
		var job State
		var n int
		var oldest time.Time
		err := row.Scan(&job.Kind, &job.State, &n, jobTime{&oldest})
		jobs[job] = n
		if job.State == "available" {
			late[job.Kind] = max(0, now.Sub(oldest))
		}
		return err
	}, countJobs)
	return jobs, late, err
}

// CopyJobs enqueues copies of the unfinished jobs of another database, and returns how many there are.
func (o *Outbox) CopyJobs(ctx context.Context, from *Outbox, read, write *sql.Tx) (int, error) {
	jobs, err := from.Unfinished(ctx, read)
	if err != nil {
		return 0, err
	}
	queued := make([]game.QueuedJob, len(jobs))
	for i, job := range jobs {
		queued[i] = game.QueuedJob{Job: encodedJob{job.Kind, job.EncodedArgs}, At: job.ScheduledAt}
	}
	return len(jobs), o.Enqueue(ctx, write, queued)
}

// timeLayout is the format of times in River's table on SQLite.
const timeLayout = "2006-01-02 15:04:05.000"

// now returns the time by the clock in store.Options as River's table has it: a later one would not be due for River.
func (o *Outbox) now() any {
	now := riverClock(o.db.Clock).Now()
	if o.db.Dialect.IsFile {
		return now.Format(timeLayout)
	}
	return now
}

// jobTime reads a time of River's table; NULL is the zero time.
type jobTime struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (t jobTime) Scan(from any) (err error) {
	switch from := from.(type) {
	case nil:
		*t.to = time.Time{}
		return nil
	case time.Time:
		*t.to = from
		return nil
	}
	written, err := columns.Text(from)
	if err == nil {
		*t.to, err = time.Parse(time.DateTime, written) // with or without a fraction
	}
	return err
}
