package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// This file, waiting.go and runner.go are the only ones that import River. They use its client alone.

// ReadyAhead is how long before its time a job is made available when it is enqueued.
//
// River's scheduler runs every five seconds, in one of the processes, and 17 seconds may pass until another one takes
// over from a process that died. Therefore a job that is due within ReadyAhead is available from the start, and River
// runs it at its time. The scheduler makes the others available; Release does it where the scheduler does not.
const ReadyAhead = 30 * time.Second

// Row is a job in River's table.
type Row = rivertype.JobRow

// Outbox inserts jobs into River's table in the transactions that cause them, and finds them there.
type Outbox struct {
	// Enqueued, if not nil, is called for each job that is enqueued, even if its transaction then fails.
	Enqueued func(game.QueuedJob)

	db     *database.Connection
	client *river.Client[*sql.Tx]
}

// NewOutbox connects to River's table.
func NewOutbox(c *database.Connection) (*Outbox, error) {
	o := &Outbox{db: c}
	var err error
	o.client, err = river.NewClient(riverDriver(c), o.config())
	return o, err
}

// riverDriver returns River's driver for the write connections.
func riverDriver(c *database.Connection) riverdriver.Driver[*sql.Tx] {
	if c.Dialect.IsFile {
		return riversqlite.New(c.Write)
	}
	return riverdatabasesql.New(c.Write)
}

// config returns the part of River's configuration that enqueuing and working share.
func (o *Outbox) config() *river.Config {
	config := &river.Config{
		ID:          o.db.Process,
		Logger:      riverLog(o.db.Log),
		MaxAttempts: maxAttempts,
		Hooks:       []rivertype.Hook{river.HookInsertBeginFunc(o.ready)},
	}
	if o.db.Simulated {
		config.Test.Time = riverClock(o.db.Clock)
	}
	return config
}

// Enqueue saves jobs in the transaction that causes them.
func (o *Outbox) Enqueue(ctx context.Context, tx *sql.Tx, queued []game.QueuedJob) error {
	_, err := o.EnqueueFor(ctx, tx, "", queued)
	return err
}

// EnqueueFor is [Outbox.Enqueue] for jobs that are about a channel. It returns their numbers.
func (o *Outbox) EnqueueFor(
	ctx context.Context, tx *sql.Tx, channel string, queued []game.QueuedJob,
) ([]int64, error) {
	jobs := make([]river.InsertManyParams, len(queued))
	for i, q := range queued {
		in := channel
		if old, is := q.Job.(game.Retire); is {
			in = old.Channel
		}
		jobs[i] = river.InsertManyParams{
			Args: q.Job, InsertOpts: &river.InsertOpts{Queue: o.queueFor(q.Job.Kind(), in), ScheduledAt: q.At},
		}
	}
	inserted, err := o.insert(ctx, tx, jobs)
	numbers := make([]int64, len(inserted))
	for i, one := range inserted {
		numbers[i] = one.Job.ID
		if o.Enqueued != nil {
			o.Enqueued(queued[i])
		}
	}
	return numbers, err
}

func (o *Outbox) insert(
	ctx context.Context, tx *sql.Tx, jobs []river.InsertManyParams,
) (inserted []*rivertype.JobInsertResult, err error) {
	if len(jobs) == 0 {
		return nil, nil
	}
	if inserted, err = o.client.InsertManyTx(ctx, tx, jobs); err != nil {
		return nil, fmt.Errorf("enqueue jobs: %w", err)
	}
	return inserted, nil
}

// ready makes a newly enqueued job available at once if it is due within [ReadyAhead].
func (o *Outbox) ready(_ context.Context, job *rivertype.JobInsertParams) error {
	if job.State == rivertype.JobStateScheduled && job.ScheduledAt.Before(o.db.Clock().Add(ReadyAhead)) {
		job.State = rivertype.JobStateAvailable
	}
	return nil
}

// queueFor returns the name of the queue for a job about a channel. Unless processes share the database, they all go to
// the first part.
func (o *Outbox) queueFor(kind, channel string) string {
	q := queueOf(kind)
	if !q.byChannel || !o.db.Shared {
		return q.name
	}
	return q.part(partOf(channel))
}

// encodedJob is a job of any kind in its stored form.
type encodedJob struct {
	kind string
	json.RawMessage
}

// Kind returns the kind of the job.
func (j encodedJob) Kind() string { return j.kind }

// riverClock provides the clock in store.Options to River, in milliseconds, the precision of SQLite.
type riverClock func() time.Time

// Now returns the time.
func (c riverClock) Now() time.Time { return c().UTC().Truncate(time.Millisecond) }

// NowOrNil returns the time: nil would mean the database's own clock.
func (c riverClock) NowOrNil() *time.Time { now := c.Now(); return &now }

func (o *Outbox) migrator() (*rivermigrate.Migrator[*sql.Tx], error) {
	return rivermigrate.New(riverDriver(o.db), &rivermigrate.Config{Logger: riverLog(o.db.Log)})
}

// TablesAreCurrent reports whether River's tables have the latest version.
func (o *Outbox) TablesAreCurrent(ctx context.Context) (bool, error) {
	tables, err := o.migrator()
	if err != nil {
		return false, err
	}
	found, err := tables.Validate(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("look at the tables of jobs: %w", o.db.Dialect.Explain(err))
	}
	return found.OK, nil
}

// dueIndex is an index for what River and overdue look for every second: the jobs whose time has come, by state and
// time but not by queue. With River's own index they would walk through all jobs that wait. River's migrations may drop
// it.
const dueIndex = `CREATE INDEX IF NOT EXISTS river_job_due ON river_job (scheduled_at)
	WHERE state IN ('retryable', 'scheduled')`

// MigrateTables migrates River's tables to the latest version.
func (o *Outbox) MigrateTables(ctx context.Context) error {
	tables, err := o.migrator()
	if err == nil {
		_, err = tables.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err == nil {
		err = database.Exec(ctx, o.db.Write, dueIndex)
	}
	if err != nil {
		return fmt.Errorf("migrate the tables of jobs: %w", o.db.Dialect.Explain(err))
	}
	return nil
}

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

// A failed job is retried after 1, 2, 4 … seconds, finally every ten minutes, for about a week.
const (
	maxAttempts = 1000
	maxBackoff  = 10 * time.Minute
)

// backoff returns the wait after that many failures.
func backoff(failures int) time.Duration {
	wait := maxBackoff
	if failures < 11 {
		wait = min(maxBackoff, time.Second<<(failures-1))
	}
	return wait + time.Duration(rand.Int64N(int64(wait/10)))
}
