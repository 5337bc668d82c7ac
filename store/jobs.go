package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// The settings of River. It polls, since SQLite cannot notify; a job starts within fetchPoll of its time.
const (
	fetchCooldown = 10 * time.Millisecond
	fetchPoll     = 50 * time.Millisecond

	rescueAfter = 10 * time.Minute // twice the longest timeout of a job
	keepDone    = time.Hour        // how long River keeps finished jobs
	maxBackoff  = 10 * time.Minute // the longest wait before a failed job is retried

	stopTimeout = 3 * time.Second // how long running jobs may take at shutdown before they are canceled
)

const (
	beatEvery = 10 * time.Second       // the interval of beats, see downtime
	lookEvery = 100 * time.Millisecond // how often the clocks are checked
	maxPause  = 5 * time.Second        // how often they are checked while the database fails
	countEach = time.Hour              // how often the planner's statistics are updated, see dialect.statistics
)

// Jobs runs the jobs that the other parts have enqueued.
type Jobs struct {
	*connection
	outbox   *outbox
	downtime *downtime
	role     *Role               // nil: no other process uses the database
	tune     func(*river.Config) // changes the settings of River; nil except in tests

	processes *processes // nil: this is the only one

	mu  sync.Mutex
	end func() // stops the work and waits for it; nil while there is none
}

// Work starts to run jobs in the background until ctx ends or the database is closed. There must be a Handler for each
// kind. At the end, running jobs have three seconds to finish; jobs that are canceled are run again at the next start.
//
// Unless processes share the database, Work first recovers from a crash: interrupted jobs restart at once, and answers
// that were on their way to Discord are considered lost, so that an announcement tells the channel. If the program was
// down for more than a minute, every running clock is compensated for the missed time.
func (j *Jobs) Work(ctx context.Context, handlers ...Handler) error {
	workers := river.NewWorkers()
	missing := len(kinds)
	for _, h := range handlers {
		if _, known := kinds[h.kind]; !known {
			return fmt.Errorf("store: jobs of the kind %q have no queue", h.kind)
		}
		h.register(j.downtime, workers)
		missing--
	}
	if missing > 0 {
		return fmt.Errorf("store: %d of %d kinds of job have no handler", missing, len(kinds))
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.end != nil {
		return errors.New("store: Work was called twice")
	}
	end, err := j.start(ctx, workers)
	j.end = end
	return err
}

// start does the work of Work while the mutex is held.
func (j *Jobs) start(ctx context.Context, workers *river.Workers) (end func(), err error) {
	if j.role == nil {
		if err := j.tx(ctx, func(tx *sql.Tx) error { return j.recoverAll(ctx, tx) }); err != nil {
			return nil, err
		}
	}
	if err := j.downtime.compensateSinceLastBeat(ctx); err != nil {
		return nil, err
	}
	if err := j.countAgain(ctx); err != nil {
		return nil, err
	}
	config := j.config(workers)
	client, err := river.NewClient(j.dialect.river(j.write), config)
	if err != nil {
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	if len(config.Queues) > 0 { // River does not start without queues
		// River's own context does not end with ctx: that would cancel jobs before their three seconds are over.
		if err := client.Start(context.WithoutCancel(ctx)); err != nil {
			return nil, fmt.Errorf("start the jobs: %w", err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	j.downtime.markSeen()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		j.beatUntil(ctx)
		j.downtime.markStopped()
		if len(config.Queues) > 0 {
			j.stopRiver(context.WithoutCancel(ctx), client)
		}
	}()
	return func() { cancel(); <-ended }, nil
}

// config returns the configuration of River.
func (j *Jobs) config(workers *river.Workers) *river.Config {
	config := j.outbox.config()
	config.Workers = workers
	config.Queues = queues(j.role)
	if j.role != nil {
		config.ID = j.process
	}
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	// River computes both from the machine's time, by which the records of a clock that is behind look old.
	behind := max(0, time.Since(j.clock()))
	config.RescueStuckJobsAfter = rescueAfter + behind
	config.CompletedJobRetentionPeriod = keepDone + behind
	config.RetryPolicy = retryPolicy(j.clock)
	if j.tune != nil {
		j.tune(config)
	}
	return config
}

// stop stops the work, if it was started, and waits until it has ended.
func (j *Jobs) stop() {
	j.mu.Lock()
	end := j.end
	j.end = nil
	j.mu.Unlock()
	if end != nil {
		end()
	}
}

// stopRiver stops fetching jobs, lets running jobs finish, and then cancels them.
func (j *Jobs) stopRiver(ctx context.Context, client *river.Client[*sql.Tx]) {
	soft, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.Stop(soft); err == nil {
		return
	}
	hard, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.StopAndCancel(hard); err != nil {
		j.log.Warn("running jobs did not finish; they are run again at the next start", "err", err)
	}
}

// recoverAll makes available at once the jobs that an earlier process had started or was to retry, and the
// announcements that waited for an answer on its way to Discord, and enqueues the search for boards that it did not
// record.
func (j *Jobs) recoverAll(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM processes`); err != nil {
		return fmt.Errorf("forget the processes that shared the database: %w", err)
	}
	begun, err := j.outbox.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRunning))
	if err != nil {
		return err
	}
	if err := j.restart(ctx, tx, begun); err != nil {
		return err
	}
	again, err := j.outbox.list(ctx, tx, river.NewJobListParams().
		States(rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable).
		Where(`(attempt > 0 OR kind = @announce)`, river.NamedArgs{"announce": game.Announce{}.Kind()}))
	if err != nil {
		return err
	}
	if err := j.retry(ctx, tx, again); err != nil {
		return err
	}
	return j.sweep(ctx, tx)
}

// retry makes failed jobs available at once.
func (j *Jobs) retry(ctx context.Context, tx *sql.Tx, jobs []*rivertype.JobRow) error {
	for _, job := range jobs {
		if _, err := j.outbox.river.JobRetryTx(ctx, tx, job.ID); err != nil {
			return fmt.Errorf("make failed jobs available: %w", err)
		}
	}
	return nil
}

// RetryFailed makes failed jobs available at once, which would otherwise wait for up to ten minutes. It is called when
// the cause of the failures is gone.
func (j *Jobs) RetryFailed(ctx context.Context) error {
	return j.tx(ctx, func(tx *sql.Tx) error {
		failed, err := j.outbox.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRetryable))
		if err != nil {
			return err
		}
		return j.retry(ctx, tx, failed)
	})
}

// sweep enqueues a search of the channels of all pending announcements after a process has ended, since it may have
// posted boards that it did not record.
func (j *Jobs) sweep(ctx context.Context, tx *sql.Tx) error {
	due := j.clock().Add(game.SweepAfter)
	announcements, err := j.outbox.list(ctx, tx, river.NewJobListParams().Kinds(game.Announce{}.Kind()).States(
		rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable, rivertype.JobStateRunning))
	if err != nil {
		return err
	}
	var sweeps game.Outbox // drops duplicates
	for _, job := range announcements {
		var told game.Announce
		if err := json.Unmarshal(job.EncodedArgs, &told); err != nil {
			return fmt.Errorf("read job %d: %w", job.ID, err)
		}
		sweeps.Enqueue(game.Sweep{Game: told.Game}, due)
	}
	return j.outbox.enqueue(ctx, tx, sweeps.TakeJobs())
}

// restart makes jobs available at once that were running in a process that is gone.
func (j *Jobs) restart(ctx context.Context, tx *sql.Tx, begun []*rivertype.JobRow) error {
	for _, job := range begun {
		_, err := j.outbox.executor(tx).JobUpdateFull(ctx, &riverdriver.JobUpdateFullParams{
			ID: job.ID, StateDoUpdate: true, State: rivertype.JobStateAvailable,
		})
		if err != nil {
			return fmt.Errorf("restart interrupted jobs: %w", err)
		}
	}
	if len(begun) > 0 {
		j.log.Info("interrupted jobs are restarted", "jobs", len(begun))
	}
	return nil
}

// recoverOf makes available at once the jobs that were running in processes that are not among the living, and enqueues
// the search for boards that these did not record and the answers to people whom they told to wait. The latter is a
// job, since the process that detects this may not run jobs itself.
func (j *Jobs) recoverOf(ctx context.Context, tx *sql.Tx, living []string) error {
	begun, err := j.outbox.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRunning))
	if err != nil {
		return err
	}
	begun = slices.DeleteFunc(begun, func(job *rivertype.JobRow) bool {
		n := len(job.AttemptedBy)
		return n > 0 && slices.Contains(living, job.AttemptedBy[n-1])
	})
	if err := j.restart(ctx, tx, begun); err != nil {
		return err
	}
	if err := j.outbox.enqueue(ctx, tx, []game.QueuedJob{{Job: game.TakeOver{}, At: j.clock()}}); err != nil {
		return err
	}
	return j.sweep(ctx, tx)
}

// beatUntil checks the clocks periodically until ctx ends, and records beats.
func (j *Jobs) beatUntil(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var last time.Time
	counted := j.clock()
	for {
		err := j.downtime.compensate(ctx)
		if err == nil {
			j.downtime.markSeen()
			last, err = j.beat(ctx, last)
		}
		if err == nil && last.Sub(counted) >= countEach {
			counted = last
			err = j.countAgain(ctx)
		}
		pause := ticker.C
		if err != nil && ctx.Err() == nil {
			j.log.Error("the next jobs could not be made available; retrying", "err", err)
			pause = time.After(maxPause)
		}
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
}

// beat records a beat and makes the next jobs available if the last beat is old enough by the clock in Options, or that
// clock has jumped. It returns the time of the latest beat.
func (j *Jobs) beat(ctx context.Context, last time.Time) (time.Time, error) {
	now := j.clock()
	if since := now.Sub(last); since >= 0 && since < beatEvery {
		return last, nil
	}
	// Together with a beat, so that jobs that become due now did not do so during a downtime.
	err := j.downtime.beat(ctx, now, func(tx *sql.Tx) error {
		return j.outbox.makeReady(ctx, tx, now)
	})
	if err != nil {
		return last, err
	}
	return now, nil
}

// countAgain updates the query planner's statistics.
func (j *Jobs) countAgain(ctx context.Context) error {
	if j.dialect.statistics == "" {
		return nil
	}
	if _, err := j.write.ExecContext(ctx, j.dialect.statistics); err != nil {
		return fmt.Errorf("update the query planner's statistics: %w", j.dialect.explain(err))
	}
	return nil
}

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
