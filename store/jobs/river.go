package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
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

// This file and worker.go are the only ones that know River, and they use no more than River's client.

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

// States of jobs: of those that have failed, and of all that are yet to run.
var (
	failed  = []rivertype.JobState{rivertype.JobStateRetryable}
	waiting = append([]rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStateScheduled}, failed...)
)

// perPage is the number of jobs that River lists at a time.
const perPage = 1000

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

// WithdrawNumber deletes a job. One that is running stays: it waits for the game, and then finds nothing to do.
func (o *Outbox) WithdrawNumber(ctx context.Context, tx *sql.Tx, number int64) error {
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
func (o *Outbox) staysNext(ctx context.Context, job *Row) (stays bool, err error) {
	id, err := gameOf(job)
	if err != nil {
		return false, err
	}
	err = o.db.Tx(ctx, func(tx *sql.Tx) error {
		var number int64
		there, err := database.One(ctx, tx, []any{&number}, readNextJob+o.db.Dialect.ForUpdate, id)
		if err != nil || !there {
			return err
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
		return database.Exec(ctx, tx, saveNextJob, id, job.ID)
	})
	return stays, err
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

// repeated returns the parameters that enqueue a copy of a job.
func repeated(job *Row) river.InsertManyParams {
	return river.InsertManyParams{
		Args:       encodedJob{job.Kind, job.EncodedArgs},
		InsertOpts: &river.InsertOpts{Queue: job.Queue, ScheduledAt: job.ScheduledAt, Metadata: job.Metadata},
	}
}

// list reads the jobs that River lists.
func (o *Outbox) list(ctx context.Context, tx *sql.Tx, which *river.JobListParams) (jobs []*Row, err error) {
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

// Unfinished lists the jobs that are waiting or running: those of some kinds, or all.
func (o *Outbox) Unfinished(ctx context.Context, tx *sql.Tx, kinds ...string) ([]*Row, error) {
	which := river.NewJobListParams().States(append(slices.Clone(waiting), rivertype.JobStateRunning)...)
	if len(kinds) > 0 {
		which = which.Kinds(kinds...)
	}
	return o.list(ctx, tx, which)
}

// every lists the jobs of a kind, also those that are done and still kept.
func (o *Outbox) every(ctx context.Context, tx *sql.Tx, kind string) ([]*Row, error) {
	return o.list(ctx, tx, river.NewJobListParams().Kinds(kind))
}

// isWaiting reports whether a job is yet to run.
func isWaiting(job *Row) bool { return slices.Contains(waiting, job.State) }

// Withdraw deletes the jobs of a kind whose argument has a value. One that is running is deleted when River cleans up.
func (o *Outbox) Withdraw(ctx context.Context, tx *sql.Tx, kind, argument, value string) error {
	_, err := o.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().First(perPage).Kinds(kind).
		Where(`args ->> @argument = @value`, river.NamedArgs{"argument": argument, "value": value}))
	if err != nil {
		return fmt.Errorf("delete jobs: %w", err)
	}
	return nil
}

// retry makes those jobs in some states available at once that are chosen, of some kinds or all.
func (o *Outbox) retry(
	ctx context.Context, tx *sql.Tx, states []rivertype.JobState, choose func(*Row) (bool, error), kinds ...string,
) error {
	which := river.NewJobListParams().States(states...)
	if len(kinds) > 0 {
		which = which.Kinds(kinds...)
	}
	jobs, err := o.list(ctx, tx, which)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		chosen, err := choose(job)
		if err == nil && chosen {
			_, err = o.client.JobRetryTx(ctx, tx, job.ID)
		}
		if err != nil {
			return fmt.Errorf("make job %d available: %w", job.ID, err)
		}
	}
	return nil
}

// config returns the settings of the queue, or of each of its parts.
func (q queue) config() river.QueueConfig {
	return river.QueueConfig{MaxWorkers: q.workers, FetchPollInterval: q.poll}
}

// overdue selects the jobs that are due and that River's scheduler should have made available: its process has died, or
// the clock in store.Options has jumped.
func (o *Outbox) overdue() *river.JobListParams {
	var now any = o.db.Clock()
	if o.db.Dialect.IsFile {
		now = o.db.Clock().UTC().Format("2006-01-02 15:04:05.000")
	}
	return river.NewJobListParams().First(perPage).OrderBy(river.JobListOrderByScheduledAt, river.SortOrderAsc).
		Where(`state IN ('retryable', 'scheduled') AND scheduled_at <= @now`, river.NamedArgs{"now": now})
}

// Release makes overdue jobs available.
func (o *Outbox) Release(ctx context.Context) error {
	for {
		found, err := o.client.JobList(ctx, o.overdue())
		if err != nil {
			return fmt.Errorf("look for overdue jobs: %w", o.db.Dialect.Explain(err))
		}
		if len(found.Jobs) == 0 {
			return nil
		}
		err = o.db.Tx(ctx, func(tx *sql.Tx) error { return o.releaseAll(ctx, tx, found.Jobs) })
		if err != nil || len(found.Jobs) < perPage {
			return err
		}
	}
}

// releaseAll makes overdue jobs available. Those that failed are retried. Those that wait for the first time are
// replaced by copies with the same time: a retry would set that to now, and they would no longer be run in order.
func (o *Outbox) releaseAll(ctx context.Context, tx *sql.Tx, jobs []*Row) error {
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

// restartOrphans enqueues copies of the jobs that were running in processes that are not among the living, and
// completes the originals, so that a process that is still alive after all cannot end them. It returns how many there
// were. A job that may itself be the reason why its processes die waits longer each time. The context must be a job's.
func (o *Outbox) restartOrphans(ctx context.Context, tx *sql.Tx, living []string) (n int, err error) {
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
		if isOfDeath(job.Kind) {
			continue // each death enqueues it anew
		}
		again, err := afterDeath(job, o.db.Clock())
		if err != nil {
			return 0, err
		}
		copies = append(copies, again)
	}
	_, err = o.insert(ctx, tx, copies)
	return len(copies), err
}

// afterDeath is repeated for a job whose process has died.
func afterDeath(job *Row, now time.Time) (again river.InsertManyParams, err error) {
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
