package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// How River is driven. It polls, since SQLite cannot call; a job starts within fetchPoll of its time.
const (
	fetchCooldown = 10 * time.Millisecond
	fetchPoll     = 50 * time.Millisecond

	rescueAfter = 10 * time.Minute // twice what any job may take
	keepDone    = time.Hour        // how long River remembers jobs that are done

	// A job that fails is tried again after 1, 2, 4 … seconds, at last every ten minutes, for about a week.
	maxAttempts = 1000
	maxBackoff  = 10 * time.Minute

	stopTimeout = 3 * time.Second // what jobs in progress are given when the program ends, before they are cut off
)

// River's scheduler makes jobs available every five seconds of the machine's time, those of the next five seconds of
// the given clock. That is too late for a job that was enqueued for the next second, for a process that has just begun
// and is not yet leader, and for a clock that jumps. So whatever is due within readyAhead is available already: a job
// that is enqueued, by ready, and a job that waits, at each beat, by makeReady. River then takes it at its time.
const readyAhead = 3 * beatEvery

// enqueue saves jobs in the transaction that causes them.
func (db *DB) enqueue(ctx context.Context, tx *sql.Tx, queued []game.QueuedJob) error {
	jobs := make([]river.InsertManyParams, len(queued))
	for i, q := range queued {
		jobs[i] = river.InsertManyParams{
			Args: q.Job, InsertOpts: &river.InsertOpts{Queue: kinds[q.Job.Kind()].name, ScheduledAt: q.At},
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	if _, err := db.river.InsertManyFastTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("enqueue jobs: %w", err)
	}
	return nil
}

// ready makes a job that is enqueued available at once if it is due within readyAhead.
func (db *DB) ready(_ context.Context, job *rivertype.JobInsertParams) error {
	if job.State == rivertype.JobStateScheduled && job.ScheduledAt.Before(db.clock().Add(readyAhead)) {
		job.State = rivertype.JobStateAvailable
	}
	return nil
}

// makeReady makes the jobs available that are due within readyAhead of a time.
func (db *DB) makeReady(ctx context.Context, tx *sql.Tx, now time.Time) error {
	const batch = 1000
	until := now.Add(readyAhead)
	for {
		made, err := db.executor(tx).JobSchedule(ctx, &riverdriver.JobScheduleParams{Max: batch, Now: &until})
		if err != nil {
			return fmt.Errorf("make the next jobs available: %w", err)
		}
		if len(made) < batch {
			return nil
		}
	}
}

// executor is River's driver in a transaction, for the little that River's client cannot do.
func (db *DB) executor(tx *sql.Tx) riverdriver.ExecutorTx {
	return db.dialect.river(db.write).UnwrapExecutor(tx)
}

// connect makes the client by which jobs are enqueued.
func (db *DB) connect() (err error) {
	db.river, err = river.NewClient(db.dialect.river(db.write), db.riverConfig())
	return err
}

func (db *DB) riverConfig() *river.Config {
	return &river.Config{
		Logger:      db.riverLog(),
		MaxAttempts: maxAttempts,
		Hooks:       []rivertype.Hook{river.HookInsertBeginFunc(db.ready)},
		Test:        river.TestConfig{Time: riverClock(db.clock)},
	}
}

// riverClock gives River the clock of the database, in the milliseconds that SQLite keeps.
type riverClock func() time.Time

// NowUTC is the time.
func (c riverClock) NowUTC() time.Time { return c().UTC().Truncate(time.Millisecond) }

// NowUTCOrNil is the time: nil would be the time of the database's own clock.
func (c riverClock) NowUTCOrNil() *time.Time { now := c.NowUTC(); return &now }

// Work begins to do jobs, in the background, until ctx ends or the database is closed. There must be a Handler for each
// kind. Jobs in progress then have three seconds to end by themselves; what is cut off is done again at the next start.
//
// As no other process can be at work (Open sees to that on SQLite), Work first picks up what a crash left: jobs in
// progress begin anew at once, and answers that were on their way to Discord are taken as lost, so that the channel is
// told by an announcement. What has been missed since the program was last at work, if more than a minute, is taken off
// every running clock.
func (db *DB) Work(ctx context.Context, handlers ...Handler) error {
	workers := river.NewWorkers()
	missing := len(kinds)
	for _, h := range handlers {
		if _, known := kinds[h.kind]; !known {
			return fmt.Errorf("store: jobs of the kind %q have no queue", h.kind)
		}
		h.register(db, workers)
		missing--
	}
	if missing > 0 {
		return fmt.Errorf("store: %d of %d kinds of job have no handler", missing, len(kinds))
	}
	db.work.Lock()
	defer db.work.Unlock()
	if db.work.stop != nil {
		return errors.New("store: Work was called twice")
	}
	stop, err := db.start(ctx, workers)
	db.work.stop = stop
	return err
}

// start is Work once nobody else can.
func (db *DB) start(ctx context.Context, workers *river.Workers) (stop func(), err error) {
	if db.held != nil {
		if err := db.tx(ctx, func(tx *sql.Tx) error { return db.revive(ctx, tx) }); err != nil {
			return nil, err
		}
	}
	if err := db.excuse(ctx); err != nil {
		return nil, err
	}
	config := db.riverConfig()
	config.Workers = workers
	config.Queues = queues()
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	// River reckons both from the machine's time, by which what a clock that is behind has noted looks old.
	behind := max(0, time.Since(db.clock()))
	config.RescueStuckJobsAfter = rescueAfter + behind
	config.CompletedJobRetentionPeriod = keepDone + behind
	config.RetryPolicy = retryPolicy(db.clock)
	if db.tune != nil {
		db.tune(config)
	}
	client, err := river.NewClient(db.dialect.river(db.write), config)
	if err != nil {
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	// River's own context does not end with ctx: that would cut jobs off before they had their three seconds.
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	db.awake.look()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		db.beatUntil(ctx)
		db.awake.seen.Store(0)
		db.stopRiver(context.WithoutCancel(ctx), client)
	}()
	return func() { cancel(); <-ended }, nil
}

// stopRiver fetches no more jobs, lets those in progress end, and then cuts them off.
func (db *DB) stopRiver(ctx context.Context, client *river.Client[*sql.Tx]) {
	soft, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.Stop(soft); err == nil {
		return
	}
	hard, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.StopAndCancel(hard); err != nil {
		db.log.Warn("jobs in progress did not end; they are done again at the next start", "error", err)
	}
}

// revive makes available at once what the process before had begun, what it was to try again, and the announcements
// that waited for an answer on its way to Discord.
func (db *DB) revive(ctx context.Context, tx *sql.Tx) error {
	begun, err := db.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRunning))
	if err != nil {
		return err
	}
	for _, job := range begun {
		_, err := db.executor(tx).JobUpdateFull(ctx, &riverdriver.JobUpdateFullParams{
			ID: job.ID, StateDoUpdate: true, State: rivertype.JobStateAvailable,
		})
		if err != nil {
			return fmt.Errorf("pick up the jobs in progress: %w", err)
		}
	}
	if len(begun) > 0 {
		db.log.Info("jobs that were in progress begin anew", "jobs", len(begun))
	}
	again, err := db.list(ctx, tx, river.NewJobListParams().
		States(rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable).
		Where(`(attempt > 0 OR kind = @announce)`, river.NamedArgs{"announce": game.Announce{}.Kind()}))
	if err != nil {
		return err
	}
	for _, job := range again {
		if _, err := db.river.JobRetryTx(ctx, tx, job.ID); err != nil {
			return fmt.Errorf("pick up the jobs to be tried again: %w", err)
		}
	}
	return nil
}

// list reads the jobs that River lists.
func (db *DB) list(ctx context.Context, tx *sql.Tx, which *river.JobListParams) (jobs []*rivertype.JobRow, err error) {
	const page = 1000
	for which = which.First(page); ; {
		found, err := db.river.JobListTx(ctx, tx, which)
		if err != nil {
			return nil, fmt.Errorf("list jobs: %w", err)
		}
		if jobs = append(jobs, found.Jobs...); len(found.Jobs) < page {
			return jobs, nil
		}
		which = which.After(found.LastCursor)
	}
}

// retryPolicy waits twice as long after each failure, a little off so that jobs which failed together do not return
// together.
type retryPolicy func() time.Time

// NextRetry is when a failed job is tried again.
func (clock retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return clock().Add(backoff(len(job.Errors) + 1))
}

// backoff is the wait after so many failures.
func backoff(failures int) time.Duration {
	wait := maxBackoff
	if failures < 11 {
		wait = min(maxBackoff, time.Second<<(failures-1))
	}
	return wait + time.Duration(rand.Int64N(int64(wait/10)))
}

// riverLog lets River speak only of what needs attention.
func (db *DB) riverLog() *slog.Logger { return slog.New(warnings{db.log.Handler()}) }

// warnings passes on records of level Warn and above.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{h.Handler.WithAttrs(attrs)}
}
func (h warnings) WithGroup(name string) slog.Handler { return warnings{h.Handler.WithGroup(name)} }
