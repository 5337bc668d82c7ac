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

// A job that fails is tried again after 1, 2, 4 … seconds, at last every ten minutes, for about a week.
const maxAttempts = 1000

// River's scheduler makes jobs available every five seconds of the machine's time, those of the next five seconds of
// the given clock. That is too late for a job that was enqueued for the next second, for a process that has just begun
// and is not yet leader, and for a clock that jumps. So whatever is due within readyAhead is available already: a job
// that is enqueued, by ready, and a job that waits, at each beat, by makeReady. River then takes it at its time.
const readyAhead = 3 * beatEvery

// outbox puts jobs into River's tables, in the transactions that cause them.
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

// config is what River has to know whether it enqueues or works.
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

// ready makes a job that is enqueued available at once if it is due within readyAhead.
func (o *outbox) ready(_ context.Context, job *rivertype.JobInsertParams) error {
	if job.State == rivertype.JobStateScheduled && job.ScheduledAt.Before(o.clock().Add(readyAhead)) {
		job.State = rivertype.JobStateAvailable
	}
	return nil
}

// makeReady makes the jobs available that are due within readyAhead of a time.
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

// executor is River's driver in a transaction, for the little that River's client cannot do.
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
		// From which, not from page: River leaves the cursor in what it has listed, and refuses a second one.
		page = which.After(found.LastCursor)
	}
}

// riverClock gives River the clock of the database, in the milliseconds that SQLite keeps.
type riverClock func() time.Time

// NowUTC is the time.
func (c riverClock) NowUTC() time.Time { return c().UTC().Truncate(time.Millisecond) }

// NowUTCOrNil is the time: nil would be the time of the database's own clock.
func (c riverClock) NowUTCOrNil() *time.Time { now := c.NowUTC(); return &now }

// riverLog lets River speak only of what needs attention.
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
