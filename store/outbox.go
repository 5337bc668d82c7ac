package store

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// A failed job is retried after 1, 2, 4 … seconds, finally every ten minutes, for about a week.
const maxAttempts = 1000

// River's scheduler runs every five seconds of the machine's time and makes the jobs of the next five seconds of the
// given clock available. That is too late for a job that was enqueued for the next second, for a process that has just
// started and is not yet leader, and for a clock that jumps. Therefore every job that is due within readyAhead is
// already available: ready sees to it when a job is enqueued, and makeReady at each beat. River then runs it at its
// time.
const readyAhead = 3 * beatEvery

// outbox inserts jobs into River's tables in the transactions that cause them.
type outbox struct {
	*connection
	river *river.Client[*sql.Tx]
}

// newOutbox connects to River's tables.
func newOutbox(c *connection) (*outbox, error) {
	o := &outbox{connection: c}
	var err error
	o.river, err = river.NewClient(c.dialect.river(c.write), o.config())
	return o, err
}

// config returns the part of River's configuration that is common to enqueuing and working.
func (o *outbox) config() *river.Config {
	return &river.Config{
		Logger:      riverLog(o.log),
		MaxAttempts: maxAttempts,
		Hooks:       []rivertype.Hook{river.HookInsertBeginFunc(o.ready)},
		Test:        river.TestConfig{Time: riverClock(o.clock)},
	}
}

// enqueue saves jobs in the transaction that causes them.
func (o *outbox) enqueue(ctx context.Context, tx *sql.Tx, queued []game.QueuedJob) error {
	jobs := make([]river.InsertManyParams, len(queued))
	for i, q := range queued {
		jobs[i] = river.InsertManyParams{
			Args: q.Job, InsertOpts: &river.InsertOpts{Queue: kinds[q.Job.Kind()].name, ScheduledAt: q.At},
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	if _, err := o.river.InsertManyFastTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("enqueue jobs: %w", err)
	}
	return nil
}

// ready makes a newly enqueued job available at once if it is due within readyAhead.
func (o *outbox) ready(_ context.Context, job *rivertype.JobInsertParams) error {
	if job.State == rivertype.JobStateScheduled && job.ScheduledAt.Before(o.clock().Add(readyAhead)) {
		job.State = rivertype.JobStateAvailable
	}
	return nil
}

// makeReady makes the jobs available that are due within readyAhead of now.
func (o *outbox) makeReady(ctx context.Context, tx *sql.Tx, now time.Time) error {
	const batch = 1000
	until := now.Add(readyAhead)
	for {
		made, err := o.executor(tx).JobSchedule(ctx, &riverdriver.JobScheduleParams{Max: batch, Now: &until})
		if err != nil {
			return fmt.Errorf("make the next jobs available: %w", err)
		}
		if len(made) < batch {
			return nil
		}
	}
}

// executor returns River's driver for a transaction, for what River's client cannot do.
func (o *outbox) executor(tx *sql.Tx) riverdriver.ExecutorTx {
	return o.dialect.river(o.write).UnwrapExecutor(tx)
}

// list reads the jobs that River lists.
func (o *outbox) list(
	ctx context.Context, tx *sql.Tx, which *river.JobListParams,
) (jobs []*rivertype.JobRow, err error) {
	const perPage = 1000
	which = which.First(perPage)
	for page := which.First(perPage); ; {
		found, err := o.river.JobListTx(ctx, tx, page)
		if err != nil {
			return nil, fmt.Errorf("list jobs: %w", err)
		}
		if jobs = append(jobs, found.Jobs...); len(found.Jobs) < perPage {
			return jobs, nil
		}
		// Start from which, not from page: River leaves the cursor in its parameters and rejects a second one.
		page = which.After(found.LastCursor)
	}
}

// riverClock provides the clock in Options to River, in milliseconds, the precision of SQLite.
type riverClock func() time.Time

// NowUTC returns the time.
func (c riverClock) NowUTC() time.Time { return c().UTC().Truncate(time.Millisecond) }

// NowUTCOrNil returns the time: nil would mean the database's own clock.
func (c riverClock) NowUTCOrNil() *time.Time { now := c.NowUTC(); return &now }

// riverLog returns a log that drops River's messages below level Warn.
func riverLog(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

// warnings passes on records of level Warn and above.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{h.Handler.WithAttrs(attrs)}
}
func (h warnings) WithGroup(name string) slog.Handler { return warnings{h.Handler.WithGroup(name)} }
