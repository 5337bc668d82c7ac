package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// This is the only file that knows River, and it uses no more than River's client.

// The settings of River. Its listeners start a job that is due when it is enqueued; all others start within a poll of
// their time.
const (
	fetchCooldown = 20 * time.Millisecond
	fetchPoll     = 200 * time.Millisecond

	// rescueAfter is the last resort for jobs of dead processes, which others restart much earlier. It is far above the
	// timeouts: River does not notice that a job that it rescued is still running.
	rescueAfter = 30 * time.Minute
	keepDone    = 10 * time.Minute // how long River keeps finished jobs
	maxBackoff  = 10 * time.Minute // the longest wait before a failed job is retried

	stopTimeout = 3 * time.Second // how long running jobs may take at shutdown before they are canceled
)

// A failed job is retried after 1, 2, 4 … seconds, finally every ten minutes, for about a week.
const maxAttempts = 1000

// River's scheduler runs every five seconds, in one of the processes, and 17 seconds may pass until another one takes
// over from a process that died. Therefore a job that is due within readyAhead is available from the start, and River
// runs it at its time. The scheduler makes the others available; release does it where the scheduler does not.
const readyAhead = 30 * time.Second

// jobRow is a job in River's table, and riverConfig is what tests change of River's settings.
type (
	jobRow      = rivertype.JobRow
	riverConfig = river.Config
)

// waiting are the states of jobs that are yet to run.
var waiting = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable,
}

// perPage is the number of jobs that River lists at a time.
const perPage = 1000

// outbox inserts jobs into River's table in the transactions that cause them, and finds them there.
type outbox struct {
	*connection
	client *river.Client[*sql.Tx]
}

// newOutbox connects to River's table.
func newOutbox(c *connection) (*outbox, error) {
	o := &outbox{connection: c}
	var err error
	o.client, err = river.NewClient(riverDriver(c), o.config())
	return o, err
}

// riverDriver returns River's driver for the write connections.
func riverDriver(c *connection) riverdriver.Driver[*sql.Tx] {
	if c.dialect.IsFile {
		return riversqlite.New(c.write)
	}
	return riverdatabasesql.New(c.write)
}

// config returns the part of River's configuration that is common to enqueuing and working.
func (o *outbox) config() *river.Config {
	config := &river.Config{
		ID:          o.process,
		Logger:      riverLog(o.log),
		MaxAttempts: maxAttempts,
		Hooks:       []rivertype.Hook{river.HookInsertBeginFunc(o.ready)},
	}
	if o.simulated {
		config.Test.Time = riverClock(o.clock)
	}
	return config
}

// enqueue saves jobs in the transaction that causes them.
func (o *outbox) enqueue(ctx context.Context, tx *sql.Tx, queued []game.QueuedJob) error {
	_, err := o.enqueueFor(ctx, tx, "", queued)
	return err
}

// enqueueFor is enqueue for jobs that are about a channel, and returns their numbers.
func (o *outbox) enqueueFor(
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
	}
	return numbers, err
}

// withdrawNumber deletes a job. One that is running stays: it waits for the game, and then finds nothing to do.
func (o *outbox) withdrawNumber(ctx context.Context, tx *sql.Tx, number int64) error {
	if number == 0 {
		return nil
	}
	_, err := o.client.JobDeleteTx(ctx, tx, number)
	if err != nil && !errors.Is(err, rivertype.ErrNotFound) && !errors.Is(err, rivertype.ErrJobRunning) {
		return fmt.Errorf("withdraw a job: %w", err)
	}
	return nil
}

const (
	readNextJob = `SELECT next_job FROM games WHERE id = $1`
	saveNextJob = `UPDATE games SET next_job = $2 WHERE id = $1`
)

// staysNext reports whether a job that was run too early is still the one that waits for its game: an act may have
// replaced it while it ran. A copy of the job that the game knows takes its place.
func (o *outbox) staysNext(ctx context.Context, job *jobRow) (stays bool, err error) {
	id, err := gameOf(job)
	if err != nil {
		return false, err
	}
	err = o.tx(ctx, func(tx *sql.Tx) error {
		var number int64
		switch err := tx.QueryRowContext(ctx, readNextJob+o.dialect.ForUpdate, id).Scan(&number); {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return fmt.Errorf("read the next job of game %d: %w", id, err)
		}
		if stays = number == job.ID; stays {
			return nil
		}
		known, err := o.client.JobGetTx(ctx, tx, number)
		if err == nil && (isWaiting(known) || known.State == rivertype.JobStateRunning) {
			return nil
		}
		if err != nil && !errors.Is(err, rivertype.ErrNotFound) {
			return fmt.Errorf("look at job %d: %w", number, err)
		}
		stays = true
		if _, err := tx.ExecContext(ctx, saveNextJob, id, job.ID); err != nil {
			return fmt.Errorf("save the next job of game %d: %w", id, err)
		}
		return nil
	})
	return stays, err
}

func (o *outbox) insert(
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

// ready makes a newly enqueued job available at once if it is due within readyAhead.
func (o *outbox) ready(_ context.Context, job *rivertype.JobInsertParams) error {
	if job.State == rivertype.JobStateScheduled && job.ScheduledAt.Before(o.clock().Add(readyAhead)) {
		job.State = rivertype.JobStateAvailable
	}
	return nil
}

// repeated returns the parameters that enqueue a copy of a job.
func repeated(job *jobRow) river.InsertManyParams {
	return river.InsertManyParams{
		Args:       encodedJob{job.Kind, job.EncodedArgs},
		InsertOpts: &river.InsertOpts{Queue: job.Queue, ScheduledAt: job.ScheduledAt, Metadata: job.Metadata},
	}
}

// list reads the jobs that River lists.
func (o *outbox) list(ctx context.Context, tx *sql.Tx, which *river.JobListParams) (jobs []*jobRow, err error) {
	which = which.First(perPage)
	for page := which; ; {
		found, err := o.client.JobListTx(ctx, tx, page)
		if err != nil {
			return nil, fmt.Errorf("list jobs: %w", err)
		}
		if jobs = append(jobs, found.Jobs...); len(found.Jobs) < perPage {
			return jobs, nil
		}
		page = which.After(found.LastCursor)
	}
}

// unfinished lists the jobs that are waiting or running: those of some kinds, or all.
func (o *outbox) unfinished(ctx context.Context, tx *sql.Tx, kinds ...string) ([]*jobRow, error) {
	which := river.NewJobListParams().States(append(slices.Clone(waiting), rivertype.JobStateRunning)...)
	if len(kinds) > 0 {
		which = which.Kinds(kinds...)
	}
	return o.list(ctx, tx, which)
}

// finished lists the jobs of a kind that are done and still kept.
func (o *outbox) finished(ctx context.Context, tx *sql.Tx, kind string) ([]*jobRow, error) {
	return o.list(ctx, tx, river.NewJobListParams().Kinds(kind).States(rivertype.JobStateCompleted))
}

// isWaiting reports whether a job is yet to run.
func isWaiting(job *jobRow) bool { return slices.Contains(waiting, job.State) }

// withdraw deletes the jobs of a kind whose argument has a value. One that is running is deleted when River cleans up.
func (o *outbox) withdraw(ctx context.Context, tx *sql.Tx, kind, argument, value string) error {
	_, err := o.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().First(perPage).Kinds(kind).
		Where(`args ->> @argument = @value`, river.NamedArgs{"argument": argument, "value": value}))
	if err != nil {
		return fmt.Errorf("delete jobs: %w", err)
	}
	return nil
}

// retry makes jobs available at once.
func (o *outbox) retry(ctx context.Context, tx *sql.Tx, which *river.JobListParams) error {
	jobs, err := o.list(ctx, tx, which)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		if _, err := o.client.JobRetryTx(ctx, tx, job.ID); err != nil {
			return fmt.Errorf("make jobs available: %w", err)
		}
	}
	return nil
}

// retryFailed makes available at once the jobs that have failed.
func (o *outbox) retryFailed(ctx context.Context, tx *sql.Tx) error {
	return o.retry(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRetryable))
}

// retryBegun makes available at once the jobs that have been begun before, and those of a kind.
func (o *outbox) retryBegun(ctx context.Context, tx *sql.Tx, kind string) error {
	return o.retry(ctx, tx, river.NewJobListParams().States(waiting...).
		Where(`(attempt > 0 OR kind = @kind)`, river.NamedArgs{"kind": kind}))
}

// overdue selects the jobs that are due and that River's scheduler should have made available: its process has died, or
// the clock in [Options] has jumped.
func (o *outbox) overdue() *river.JobListParams {
	var now any = o.clock()
	if o.dialect.IsFile {
		now = o.clock().UTC().Format("2006-01-02 15:04:05.000")
	}
	return river.NewJobListParams().First(perPage).OrderBy(river.JobListOrderByScheduledAt, river.SortOrderAsc).
		Where(`state IN ('retryable', 'scheduled') AND scheduled_at <= @now`, river.NamedArgs{"now": now})
}

// release makes overdue jobs available.
func (o *outbox) release(ctx context.Context) error {
	for {
		found, err := o.client.JobList(ctx, o.overdue())
		if err != nil {
			return fmt.Errorf("look for overdue jobs: %w", o.dialect.Explain(err))
		}
		if len(found.Jobs) == 0 {
			return nil
		}
		err = o.tx(ctx, func(tx *sql.Tx) error { return o.releaseAll(ctx, tx, found.Jobs) })
		if err != nil || len(found.Jobs) < perPage {
			return err
		}
	}
}

// releaseAll makes overdue jobs available. Those that failed are retried. Those that wait for the first time are
// replaced by copies with the same time: a retry would set that to now, and they would no longer be run in order.
func (o *outbox) releaseAll(ctx context.Context, tx *sql.Tx, jobs []*jobRow) error {
	var scheduled []int64
	for _, job := range jobs {
		if job.State == rivertype.JobStateScheduled {
			scheduled = append(scheduled, job.ID)
		} else if _, err := o.client.JobRetryTx(ctx, tx, job.ID); err != nil && !errors.Is(err, rivertype.ErrNotFound) {
			return fmt.Errorf("make jobs available: %w", err)
		}
	}
	if len(scheduled) == 0 {
		return nil
	}
	deleted, err := o.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().First(perPage).IDs(scheduled...).
		States(rivertype.JobStateScheduled)) // another process may have released them in the meantime
	if err != nil {
		return fmt.Errorf("make jobs available: %w", err)
	}
	copies := make([]river.InsertManyParams, len(deleted.Jobs))
	for i, job := range deleted.Jobs {
		copies[i] = repeated(job)
	}
	_, err = o.insert(ctx, tx, copies)
	return err
}

// deaths counts in the metadata of a job the processes that ended while they ran it.
type deaths struct {
	N int `json:"deaths"`
}

// restartOrphans enqueues copies of the jobs that were running in processes that are not among the living, and completes
// the originals, so that a process that is still alive after all cannot end them. It returns how many there were. A job
// that may itself be the reason why its processes die waits longer each time. The context must be a job's.
func (o *outbox) restartOrphans(ctx context.Context, tx *sql.Tx, living []string) (n int, err error) {
	running, err := o.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRunning))
	if err != nil {
		return 0, err
	}
	var copies []river.InsertManyParams
	for _, job := range running {
		if by := len(job.AttemptedBy); by > 0 && slices.Contains(living, job.AttemptedBy[by-1]) {
			continue
		}
		done, err := river.JobCompleteTx[riverdriver.Driver[*sql.Tx]](ctx, tx, &river.Job[encodedJob]{JobRow: job})
		if errors.Is(err, rivertype.ErrNotFound) || err == nil && done.State != rivertype.JobStateCompleted {
			continue // it ended, and is to be repeated or is gone
		}
		if err != nil {
			return 0, fmt.Errorf("complete interrupted jobs: %w", err)
		}
		again, err := afterDeath(job, o.clock())
		if err != nil {
			return 0, err
		}
		copies = append(copies, again)
	}
	_, err = o.insert(ctx, tx, copies)
	return len(copies), err
}

// afterDeath is repeated for a job whose process has died.
func afterDeath(job *jobRow, now time.Time) (again river.InsertManyParams, err error) {
	var died deaths
	if err := json.Unmarshal(job.Metadata, &died); err != nil {
		return again, fmt.Errorf("read the metadata of job %d: %w", job.ID, err)
	}
	again = repeated(job)
	if died.N > 0 {
		again.InsertOpts.ScheduledAt = now.Add(backoff(died.N))
	}
	died.N++
	again.InsertOpts.Metadata, err = json.Marshal(died)
	return again, err
}

// runner runs jobs.
type runner struct {
	client *river.Client[*sql.Tx]
	idle   bool   // there are no queues, without which River does not start
	close  func() // closes the listener's connections

	divided []queue         // queues whose parts are divided among processes
	worked  map[string]bool // the parts at which this process works; false: it has begun to stop that
}

// newRunner configures River to run jobs of some queues. Change may change the settings; nil: it does not.
func (o *outbox) newRunner(
	ctx context.Context, queues []queue, handlers []Handler, downtime *downtime, change func(*riverConfig),
) (*runner, error) {
	config := o.config()
	config.Workers = river.NewWorkers()
	for _, h := range handlers {
		river.AddWorkerArgs(config.Workers, encodedJob{kind: h.kind},
			&worker{outbox: o, downtime: downtime, Handler: h, timeout: queueOf(h.kind).timeout})
	}
	config.Queues = map[string]river.QueueConfig{}
	var divided []queue
	for _, q := range queues {
		switch {
		case !q.byChannel || o.dialect.IsFile:
			config.Queues[q.name] = q.config()
		case o.shared:
			divided = append(divided, q)
		default:
			for n := range parts {
				config.Queues[q.part(n)] = q.config()
			}
		}
	}
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	config.SoftStopTimeout = stopTimeout
	// River computes both from the machine's time, by which the records of a clock that is behind look old.
	behind := max(0, time.Since(o.clock()))
	config.RescueStuckJobsAfter = rescueAfter + behind
	config.CompletedJobRetentionPeriod = keepDone + behind
	config.RetryPolicy = retryPolicy(o.clock)
	driver, end := riverDriver(o.connection), func() {}
	if o.server == nil {
		config.ReindexerIndexNames = []string{} // it would occupy the only connection
	} else {
		pool, err := o.server.Listeners(ctx)
		if err != nil {
			return nil, fmt.Errorf("start the jobs: %w", err)
		}
		driver, end = riverdatabasesql.NewWithPgxListener(o.write, pool), pool.Close
	}
	if change != nil {
		change(config)
	}
	client, err := river.NewClient(driver, config)
	if err != nil {
		end()
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	return &runner{client: client, idle: len(config.Queues) == 0, close: end, divided: divided, worked: map[string]bool{}}, nil
}

// start begins to run jobs. River's own context does not end with ctx: that would cancel jobs at once.
func (r *runner) start(ctx context.Context) error {
	if r.idle {
		return nil
	}
	if err := r.client.Start(context.WithoutCancel(ctx)); err != nil {
		r.close()
		return fmt.Errorf("start the jobs: %w", err)
	}
	return nil
}

// stop stops fetching jobs, lets running jobs finish, and after stopTimeout cancels them.
func (r *runner) stop(ctx context.Context) error {
	defer r.close()
	if r.idle {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*stopTimeout)
	defer cancel()
	return r.client.Stop(ctx)
}

// worker runs the jobs of one kind for River.
type worker struct {
	river.WorkerDefaults[encodedJob]
	Handler
	outbox   *outbox
	downtime *downtime
	timeout  time.Duration
}

// Work runs a job. First it compensates the clocks for a downtime in which the job may have become due, and records a
// beat. A job that asks for a later time goes back to River, so that it does not occupy a worker while it waits.
func (w *worker) Work(ctx context.Context, job *river.Job[encodedJob]) error {
	if err := w.downtime.compensate(ctx); err != nil {
		return err
	}
	if err := w.downtime.ensureBeat(ctx); err != nil {
		return err
	}
	began, machine := w.outbox.clock(), time.Now()
	err := w.do(ctx, job.Args.RawMessage)
	var notYet *game.NotYet
	if !errors.As(err, &notYet) {
		return err
	}
	if w.next {
		if stays, err := w.outbox.staysNext(ctx, job.JobRow); err != nil || !stays {
			return err
		}
	}
	after := notYet.After
	// River counts from now by the clock in Options. If that has jumped while the job ran, the job meant less.
	if jump := w.outbox.clock().Sub(began) - time.Since(machine); jump > maxJump {
		after -= jump
	}
	return river.JobSnooze(max(after, 0))
}

// maxJump is how much faster than the machine's the clock in [Options] may run for a moment without having jumped.
const maxJump = time.Second

// Timeout returns the maximum duration of a job.
func (w *worker) Timeout(*river.Job[encodedJob]) time.Duration { return w.timeout }

// encodedJob is a job of any kind in its stored form.
type encodedJob struct {
	kind string
	json.RawMessage
}

// Kind returns the kind of the job.
func (j encodedJob) Kind() string { return j.kind }

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

// riverClock provides the clock in [Options] to River, in milliseconds, the precision of SQLite.
type riverClock func() time.Time

// Now returns the time.
func (c riverClock) Now() time.Time { return c().UTC().Truncate(time.Millisecond) }

// NowOrNil returns the time: nil would mean the database's own clock.
func (c riverClock) NowOrNil() *time.Time { now := c.Now(); return &now }

// riverTables are River's tables.
type riverTables struct{ *connection }

func (t riverTables) migrator() (*rivermigrate.Migrator[*sql.Tx], error) {
	return rivermigrate.New(riverDriver(t.connection), &rivermigrate.Config{Logger: riverLog(t.log)})
}

// AreCurrent reports whether River's tables have the latest version.
func (t riverTables) AreCurrent(ctx context.Context) (bool, error) {
	tables, err := t.migrator()
	if err != nil {
		return false, err
	}
	found, err := tables.Validate(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("look at the tables of jobs: %w", t.dialect.Explain(err))
	}
	return found.OK, nil
}

// dueIndex is an index for what River and overdue look for every second: the jobs whose time has come, by state and time
// but not by queue. With River's own index they would walk through all jobs that wait. River's migrations may drop it.
const dueIndex = `CREATE INDEX IF NOT EXISTS river_job_due ON river_job (scheduled_at)
	WHERE state IN ('retryable', 'scheduled')`

// Migrate migrates River's tables to the latest version.
func (t riverTables) Migrate(ctx context.Context) error {
	tables, err := t.migrator()
	if err == nil {
		_, err = tables.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err == nil {
		_, err = t.write.ExecContext(ctx, dueIndex)
	}
	if err != nil {
		return fmt.Errorf("migrate the tables of jobs: %w", t.dialect.Explain(err))
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
