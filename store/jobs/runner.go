package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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

// This file and waiting.go are the only ones that import River, and they use no more than its client.

// The settings of River. Its listeners start a job that is due when it is enqueued; all others start within a poll of
// their time.
const (
	fetchCooldown = 20 * time.Millisecond
	fetchPoll     = 200 * time.Millisecond
	// leftPoll is for what processes that shared the database have left to one that is alone now.
	leftPoll = 5 * time.Second

	// rescueAfter is the last resort for jobs of dead processes, which others restart much earlier. It is far above the
	// timeouts: River does not notice that a job that it rescued is still running.
	rescueAfter = 30 * time.Minute
	keepDone    = 10 * time.Minute // how long River keeps finished jobs
	maxBackoff  = 10 * time.Minute // the longest wait before a failed job is retried

	stopTimeout = 3 * time.Second // how long running jobs may take at shutdown before they are canceled
)

// A failed job is retried after 1, 2, 4 … seconds, finally every ten minutes, for about a week.
const maxAttempts = 1000

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

// config returns the part of River's configuration that is common to enqueuing and working.
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

// EnqueueFor is enqueue for jobs that are about a channel, and returns their numbers.
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

// config returns the settings of the queue, or of each of its parts.
func (q queue) config() river.QueueConfig {
	return river.QueueConfig{MaxWorkers: q.workers, FetchPollInterval: q.poll}
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

// runner runs jobs.
type runner struct {
	client *river.Client[*sql.Tx] // nil: the role of this process has no jobs
	close  func()                 // closes the listener's connections

	divided []queue         // queues whose parts are divided among processes
	worked  map[string]bool // the parts at which this process works; false: it has begun to stop that
}

// startRunner starts to run the jobs of this process. River's own context does not end with ctx: that would cancel jobs
// at once.
func (j *Jobs) startRunner(ctx context.Context, handlers []Handler) (*runner, error) {
	o, db := j.outbox, j.db
	r := &runner{close: func() {}, worked: map[string]bool{}}
	config := o.config()
	config.Workers = river.NewWorkers()
	for _, h := range handlers {
		river.AddWorkerArgs(config.Workers, encodedJob{kind: h.kind},
			&worker{outbox: o, downtime: j.downtime, Handler: h, timeout: queueOf(h.kind).timeout})
	}
	config.Queues = map[string]river.QueueConfig{}
	for _, q := range queuesOf(j.role) {
		switch {
		case !q.byChannel || db.Dialect.IsFile:
			config.Queues[q.name] = q.config()
		case db.Shared:
			r.divided = append(r.divided, q)
		default:
			for n := range parts {
				part := q
				if n > 0 {
					part.poll = leftPoll
				}
				config.Queues[q.part(n)] = part.config()
			}
		}
	}
	for kind, n := range j.Workers {
		config.Queues[queueOf(kind).name] = river.QueueConfig{MaxWorkers: n}
	}
	if len(config.Queues) == 0 {
		return r, nil
	}
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	config.SoftStopTimeout = j.StopTimeout
	// River computes both from the machine's time, by which records written with a slower clock look old.
	behind := max(0, time.Since(db.Clock()))
	config.RescueStuckJobsAfter = rescueAfter + behind
	config.CompletedJobRetentionPeriod = keepDone + behind
	config.RetryPolicy = retryPolicy(db.Clock)
	driver := riverDriver(db)
	if db.Server == nil {
		config.ReindexerIndexNames = []string{} // it would occupy the only connection
	} else {
		pool, err := db.Server.Listeners(ctx)
		if err != nil {
			return nil, fmt.Errorf("start the jobs: %w", err)
		}
		driver, r.close = riverdatabasesql.NewWithPgxListener(db.Write, pool), pool.Close
	}
	var err error
	if r.client, err = river.NewClient(driver, config); err == nil {
		err = r.client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	return r, nil
}

// stop stops fetching jobs, lets running jobs finish, and cancels them after Jobs.StopTimeout.
func (r *runner) stop(ctx context.Context, timeout time.Duration) error {
	if r.client == nil {
		return nil
	}
	defer r.close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout+stopTimeout)
	defer cancel()
	return r.client.Stop(ctx)
}

// worker runs the jobs of one kind for River.
type worker struct {
	river.WorkerDefaults[encodedJob]
	Handler
	outbox   *Outbox
	downtime Downtime
	timeout  time.Duration
}

// Work runs a job. First it compensates the clocks for a downtime in which the job may have become due. A job that asks
// for a later time goes back to River, so that it does not occupy a worker while it waits.
func (w *worker) Work(ctx context.Context, job *river.Job[encodedJob]) error {
	if err := w.downtime.Compensate(ctx); err != nil {
		return err
	}
	began, machine := w.outbox.db.Clock(), time.Now()
	err := w.do(ctx, job.Args.RawMessage)
	notYet, is := errors.AsType[*game.NotYet](err)
	if !is {
		return err
	}
	if w.next {
		if stays, err := w.outbox.staysNext(ctx, job.JobRow); err != nil || !stays {
			return err
		}
	}
	after := notYet.After
	// River counts from now by the clock in Options. If that has jumped while the job ran, the job meant less.
	if jump := w.outbox.db.Clock().Sub(began) - time.Since(machine); jump > maxJump {
		after -= jump
	}
	return river.JobSnooze(max(after, 0))
}

// maxJump is how much faster than the machine's the clock in store.Options may run for a moment without having jumped.
const maxJump = time.Second

// Timeout returns the maximum duration of a job.
func (w *worker) Timeout(*river.Job[encodedJob]) time.Duration { return w.timeout }

// retryPolicy doubles the wait after each failure, with some jitter so that jobs that failed together are not retried
// together.
type retryPolicy func() time.Time

// NextRetry returns when a failed job is retried.
func (clock retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return clock().Add(backoff(len(job.Errors) + 1))
}

// backoff returns the wait after that many failures.
func backoff(failures int) time.Duration {
	wait := maxBackoff
	if failures < 11 {
		wait = min(maxBackoff, time.Second<<(failures-1))
	}
	return wait + time.Duration(rand.Int64N(int64(wait/10)))
}
