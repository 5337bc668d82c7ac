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

// How River is driven. It polls, since SQLite cannot call; a job starts within fetchPoll of its time.
const (
	fetchCooldown = 10 * time.Millisecond
	fetchPoll     = 50 * time.Millisecond

	rescueAfter = 10 * time.Minute // twice what any job may take
	keepDone    = time.Hour        // how long River remembers jobs that are done
	maxBackoff  = 10 * time.Minute // the longest wait before a job that failed is tried again

	stopTimeout = 3 * time.Second // what jobs in progress are given when the program ends, before they are cut off
)

const (
	beatEvery = 10 * time.Second       // how often it is noted that the program is at work, see absence
	lookEvery = 100 * time.Millisecond // how often the clocks are looked at
	maxPause  = 5 * time.Second        // how often while the database fails
	countEach = time.Hour              // how often the database is asked to count again, see dialect.statistics
)

// Jobs does the jobs that the other parts have enqueued.
type Jobs struct {
	*connection
	outbox  *outbox
	absence *absence
	share   *Share              // nil: no other process can be at work
	tune    func(*river.Config) // changes how River is driven; nil but in tests

	processes *processes // nil: this one is alone

	mu  sync.Mutex
	end func() // ends the work and waits for it; nil while nobody works
}

// Work begins to do jobs, in the background, until ctx ends or the database is closed. There must be a Handler for each
// kind. Jobs in progress then have three seconds to end by themselves; what is cut off is done again at the next start.
//
// Where no other process can be at work, which Open sees to, Work first picks up what a crash left: jobs in
// progress start over at once, and answers that were on their way to Discord are taken as lost, so that the channel is
// told by an announcement. What has been missed since the program was last at work, if more than a minute, is taken off
// every running clock.
func (j *Jobs) Work(ctx context.Context, handlers ...Handler) error {
	workers := river.NewWorkers()
	missing := len(kinds)
	for _, h := range handlers {
		if _, known := kinds[h.kind]; !known {
			return fmt.Errorf("store: jobs of the kind %q have no queue", h.kind)
		}
		h.register(j.absence, workers)
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

// start is Work once nobody else can.
func (j *Jobs) start(ctx context.Context, workers *river.Workers) (end func(), err error) {
	if j.share == nil {
		if err := j.tx(ctx, func(tx *sql.Tx) error { return j.revive(ctx, tx) }); err != nil {
			return nil, err
		}
	}
	if err := j.absence.excuse(ctx); err != nil {
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
	if len(config.Queues) > 0 { // River does not start without
		// River's own context does not end with ctx: that would cut jobs off before they had their three seconds.
		if err := client.Start(context.WithoutCancel(ctx)); err != nil {
			return nil, fmt.Errorf("start the jobs: %w", err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	j.absence.look()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		j.beatUntil(ctx)
		j.absence.end()
		if len(config.Queues) > 0 {
			j.stopRiver(context.WithoutCancel(ctx), client)
		}
	}()
	return func() { cancel(); <-ended }, nil
}

// config is how River works.
func (j *Jobs) config(workers *river.Workers) *river.Config {
	config := j.outbox.config()
	config.Workers = workers
	config.Queues = queues(j.share)
	if j.share != nil {
		config.ID = j.process
	}
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	// River reckons both from the machine's time, by which what a clock that is behind has noted looks old.
	behind := max(0, time.Since(j.clock()))
	config.RescueStuckJobsAfter = rescueAfter + behind
	config.CompletedJobRetentionPeriod = keepDone + behind
	config.RetryPolicy = retryPolicy(j.clock)
	if j.tune != nil {
		j.tune(config)
	}
	return config
}

// stop ends the work, if it was begun, and waits until it has ended.
func (j *Jobs) stop() {
	j.mu.Lock()
	end := j.end
	j.end = nil
	j.mu.Unlock()
	if end != nil {
		end()
	}
}

// stopRiver fetches no more jobs, lets those in progress end, and then cuts them off.
func (j *Jobs) stopRiver(ctx context.Context, client *river.Client[*sql.Tx]) {
	soft, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.Stop(soft); err == nil {
		return
	}
	hard, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := client.StopAndCancel(hard); err != nil {
		j.log.Warn("jobs in progress did not end; they are done again at the next start", "err", err)
	}
}

// revive makes available at once what the process before had begun, what it was to try again, and the announcements
// that waited for an answer on its way to Discord, and has the boards found that it did not record.
func (j *Jobs) revive(ctx context.Context, tx *sql.Tx) error {
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

// retry makes jobs available at once.
func (j *Jobs) retry(ctx context.Context, tx *sql.Tx, jobs []*rivertype.JobRow) error {
	for _, job := range jobs {
		if _, err := j.outbox.river.JobRetryTx(ctx, tx, job.ID); err != nil {
			return fmt.Errorf("pick up the jobs to be tried again: %w", err)
		}
	}
	return nil
}

// RetryFailed makes available at once what has failed and waits to be tried again, for up to ten minutes: the cause is
// gone.
func (j *Jobs) RetryFailed(ctx context.Context) error {
	return j.tx(ctx, func(tx *sql.Tx) error {
		failed, err := j.outbox.list(ctx, tx, river.NewJobListParams().States(rivertype.JobStateRetryable))
		if err != nil {
			return err
		}
		return j.retry(ctx, tx, failed)
	})
}

// sweep has the channels of all announcements that are still to be made looked through, after the end of a process: it
// may have posted boards that it did not record.
func (j *Jobs) sweep(ctx context.Context, tx *sql.Tx) error {
	due := j.clock().Add(game.SweepAfter)
	announcements, err := j.outbox.list(ctx, tx, river.NewJobListParams().Kinds(game.Announce{}.Kind()).States(
		rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable, rivertype.JobStateRunning))
	if err != nil {
		return err
	}
	var sweeps game.Outbox // holds equal ones once
	for _, job := range announcements {
		var told game.Announce
		if err := json.Unmarshal(job.EncodedArgs, &told); err != nil {
			return fmt.Errorf("read job %d: %w", job.ID, err)
		}
		sweeps.Enqueue(game.Sweep{Game: told.Game}, due)
	}
	return j.outbox.enqueue(ctx, tx, sweeps.TakeJobs())
}

// restart makes jobs available at once that were in progress in a process that is gone.
func (j *Jobs) restart(ctx context.Context, tx *sql.Tx, begun []*rivertype.JobRow) error {
	for _, job := range begun {
		_, err := j.outbox.executor(tx).JobUpdateFull(ctx, &riverdriver.JobUpdateFullParams{
			ID: job.ID, StateDoUpdate: true, State: rivertype.JobStateAvailable,
		})
		if err != nil {
			return fmt.Errorf("pick up the jobs in progress: %w", err)
		}
	}
	if len(begun) > 0 {
		j.log.Info("jobs that were in progress begin anew", "jobs", len(begun))
	}
	return nil
}

// reviveOf makes available at once what processes had begun that are not among the living, and has the boards found
// that they did not record, and the people answered whom they told to wait. That is a job, since the process that finds
// out may do none.
func (j *Jobs) reviveOf(ctx context.Context, tx *sql.Tx, living []string) error {
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

// beatUntil looks at the clocks again and again until ctx ends, and notes that the program is at work.
func (j *Jobs) beatUntil(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var last time.Time
	counted := j.clock()
	for {
		err := j.absence.wake(ctx)
		if err == nil {
			j.absence.look()
			last, err = j.beat(ctx, last)
		}
		if err == nil && last.Sub(counted) >= countEach {
			counted = last
			err = j.countAgain(ctx)
		}
		pause := ticker.C
		if err != nil && ctx.Err() == nil {
			j.log.Error("the jobs to come could not be made available; trying again", "err", err)
			pause = time.After(maxPause)
		}
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
}

// beat notes that the program is at work, and makes the next jobs available, once the last beat is old enough by the
// given clock, or that clock has jumped. It returns the time of the latest beat.
func (j *Jobs) beat(ctx context.Context, last time.Time) (time.Time, error) {
	now := j.clock()
	if since := now.Sub(last); since >= 0 && since < beatEvery {
		return last, nil
	}
	err := j.absence.beat(ctx, now, func(tx *sql.Tx) error { // what falls due now did not do so while the program was away
		return j.outbox.makeReady(ctx, tx, now)
	})
	if err != nil {
		return last, err
	}
	return now, nil
}

// countAgain has the database choose its indexes by what the tables hold now.
func (j *Jobs) countAgain(ctx context.Context) error {
	if j.dialect.statistics == "" {
		return nil
	}
	if _, err := j.write.ExecContext(ctx, j.dialect.statistics); err != nil {
		return fmt.Errorf("count for the planner of queries: %w", j.dialect.explain(err))
	}
	return nil
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
