package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// runner runs jobs.
type runner struct {
	client   *river.Client[*sql.Tx]
	idle     bool          // there are no queues, without which River does not start
	close    func()        // closes the listener's connections
	patience time.Duration // see Jobs.StopTimeout

	divided []queue         // queues whose parts are divided among processes
	worked  map[string]bool // the parts at which this process works; false: it has begun to stop that
}

// newRunner configures River to run the jobs of this process.
func (j *Jobs) newRunner(ctx context.Context, handlers []Handler) (*runner, error) {
	o, db := j.outbox, j.db
	r := &runner{close: func() {}, patience: j.StopTimeout, worked: map[string]bool{}}
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
	r.idle = len(config.Queues) == 0
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
	if r.client, err = river.NewClient(driver, config); err != nil {
		r.close()
		return nil, fmt.Errorf("start the jobs: %w", err)
	}
	return r, nil
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

// stop stops fetching jobs, lets running jobs finish, and cancels them when they take too long.
func (r *runner) stop(ctx context.Context) error {
	defer r.close()
	if r.idle {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.patience+stopTimeout)
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
