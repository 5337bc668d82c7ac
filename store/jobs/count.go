package jobs

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// State is a kind of job with one of River's states: available, running, scheduled (for later) or retryable (failed,
// to be retried).
type State struct{ Kind, State string }

const countJobs = `SELECT kind, state, count(*), min(scheduled_at) FROM river_job
	WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`

// Count counts the jobs that are not finished, and returns for how long the oldest job of a kind has been due that no
// worker has begun. River's client lists jobs and cannot count them.
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

// jobTime reads a time of River's table, which is text on SQLite.
type jobTime struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (t jobTime) Scan(from any) (err error) {
	if at, is := from.(time.Time); is {
		*t.to = at
		return nil
	}
	written, err := columns.Text(from)
	if err == nil {
		*t.to, err = time.Parse("2006-01-02 15:04:05", written) // with or without a fraction
	}
	return err
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
