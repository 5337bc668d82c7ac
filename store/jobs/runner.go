package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// The settings of River at work. Its listeners start a job at once that is due when it is enqueued. Any other job
// starts within one poll of its time.
const (
	fetchCooldown = 20 * time.Millisecond
	fetchPoll     = 200 * time.Millisecond
	// leftPoll is for what processes that shared the database have left to one that is alone now.
	leftPoll = 5 * time.Second

	// rescueAfter is the last resort for jobs of dead processes, which others restart much earlier. It is far above the
	// timeouts: River does not notice that a job that it rescued is still running.
	rescueAfter = 30 * time.Minute
	keepDone    = 10 * time.Minute // how long River keeps finished jobs

	// leaveTimeout is how long a process waits for the running jobs of a part that it leaves. Then it checks again which
	// parts are its own.
	leaveTimeout = time.Second
)

// config returns the settings of the queue, or of each of its parts.
func (q queue) config() river.QueueConfig {
	return river.QueueConfig{MaxWorkers: q.workers, FetchPollInterval: q.poll}
}

// runner runs jobs.
type runner struct {
	outbox      *Outbox
	compensate  func(context.Context) error // see [Downtime]
	stopTimeout time.Duration               // see [Jobs]
	workers     map[string]int              // see [Jobs]

	client *river.Client[*sql.Tx] // nil: the role of this process has no jobs
	close  func()                 // closes the listener's connections

	divided []queue         // queues whose parts are divided among processes
	worked  map[string]bool // the parts at which this process works; false: it has begun to stop that
}

// start starts to run the jobs of some queues. River's own context does not end with ctx: that would cancel jobs at
// once.
func (r *runner) start(ctx context.Context, queues []queue, handlers []Handler) error {
	db := r.outbox.db
	r.close, r.worked = func() {}, map[string]bool{}
	config := r.outbox.config()
	config.Workers = river.NewWorkers()
	for _, h := range handlers {
		river.AddWorkerArgs(config.Workers, encodedJob{kind: h.kind},
			&worker{outbox: r.outbox, compensate: r.compensate, Handler: h, timeout: queueOf(h.kind).timeout})
	}
	config.Queues = map[string]river.QueueConfig{}
	for _, q := range queues {
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
	for kind, n := range r.workers {
		config.Queues[queueOf(kind).name] = river.QueueConfig{MaxWorkers: n}
	}
	if len(config.Queues) == 0 {
		return nil
	}
	config.FetchCooldown = fetchCooldown
	config.FetchPollInterval = fetchPoll
	config.SoftStopTimeout = r.stopTimeout
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
			return fmt.Errorf("start the jobs: %w", err)
		}
		driver, r.close = riverdatabasesql.NewWithPgxListener(db.Write, pool), pool.Close
	}
	var err error
	if r.client, err = river.NewClient(driver, config); err == nil {
		err = r.client.Start(context.WithoutCancel(ctx))
	}
	if err != nil {
		r.close()
		return fmt.Errorf("start the jobs: %w", err)
	}
	return nil
}

// stop stops fetching jobs, lets running jobs finish, and cancels them after the stop timeout.
func (r *runner) stop(ctx context.Context) error {
	if r.client == nil {
		return nil
	}
	defer r.close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.stopTimeout+stopTimeout)
	defer cancel()
	return r.client.Stop(ctx)
}

// worker runs the jobs of one kind for River.
type worker struct {
	river.WorkerDefaults[encodedJob]
	Handler
	outbox     *Outbox
	compensate func(context.Context) error
	timeout    time.Duration
}

// Work runs a job. First it compensates the clocks for a downtime in which the job may have become due. A job that asks
// for a later time goes back to River, so that it does not occupy a worker while it waits.
func (w *worker) Work(ctx context.Context, job *river.Job[encodedJob]) error {
	if err := w.compensate(ctx); err != nil {
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

// maxJump is how far the clock in store.Options may get ahead of the machine's during a job without having jumped.
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

// share begins to work at the parts that are this process's now, and leaves the others, since processes come and go. A
// later call leaves a part whose jobs are still running.
func (r *runner) share(ctx context.Context) error {
	db := r.outbox.db
	processes, err := database.Column[string](ctx, db.Read, listWorking)
	if err != nil {
		return err
	}
	for _, q := range r.divided {
		for n := range parts {
			name, owned := q.part(n), isOwner(db.Process, n, processes)
			stays, there := r.worked[name]
			if there && (!owned || !stays) {
				r.worked[name] = false
				ctx, cancel := context.WithTimeout(ctx, leaveTimeout)
				err := r.client.Queues().Remove(ctx, name)
				cancel()
				if err != nil {
					continue
				}
				delete(r.worked, name)
				there = false
			}
			if owned && !there {
				if err := r.client.Queues().Add(name, q.config()); err != nil {
					return fmt.Errorf("work at the queue %s: %w", name, err)
				}
				r.worked[name] = true
			}
		}
	}
	return nil
}
