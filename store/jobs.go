package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	beatEvery = 10 * time.Second       // the interval of beats, see downtime
	lookEvery = 100 * time.Millisecond // how often the clocks are checked
	freeEvery = time.Second            // how often overdue jobs are released
	maxPause  = 5 * time.Second        // how often they are checked while the database fails
	countEach = time.Hour              // how often the planner's statistics are updated, see dialect.statistics
)

// Jobs runs the jobs that the other parts have enqueued.
type Jobs struct {
	*connection
	outbox   *outbox
	downtime *downtime
	role     *Role              // nil: no other process uses the database
	tune     func(*riverConfig) // changes the settings of River; nil except in tests

	recovery *recovery

	processes *processes // nil: no other process uses the database

	turnBegan atomic.Int64 // when the loop began its turn, in nanoseconds; 0: it waits for the next one, or is not running

	mu  sync.Mutex
	end func() // stops the work and waits for it; nil while there is none
}

// Work starts to run jobs in the background until ctx ends or the database is closed. There must be a [Handler] for
// each kind. At the end, running jobs have three seconds to finish; jobs that are canceled are run again at the next
// start.
//
// Unless processes share the database, Work first recovers from a crash: interrupted jobs restart at once, and answers
// that were on their way to Discord are considered lost, so that an announcement tells the channel. If the program was
// down for more than a minute, every running clock is compensated for the missed time.
func (j *Jobs) Work(ctx context.Context, handlers ...Handler) error {
	missing := len(kinds)
	for _, h := range handlers {
		if _, known := kinds[h.kind]; !known {
			return fmt.Errorf("store: jobs of the kind %q have no queue", h.kind)
		}
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
	end, err := j.start(ctx, append(handlers, Handle(j.recovery.restart)))
	j.end = end
	return err
}

// start does the work of Work while the mutex is held.
func (j *Jobs) start(ctx context.Context, handlers []Handler) (end func(), err error) {
	if j.role == nil {
		if err := j.txAlone(ctx, func(tx *sql.Tx) error { return j.recovery.fromCrash(ctx, tx) }); err != nil {
			return nil, err
		}
	}
	if err := j.downtime.compensateSinceLastBeat(ctx); err != nil {
		return nil, err
	}
	if err := j.countAgain(ctx); err != nil {
		return nil, err
	}
	runner, err := j.outbox.newRunner(ctx, queuesOf(j.role), handlers, j.downtime, j.tune)
	if err != nil {
		return nil, err
	}
	if err := runner.start(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	j.downtime.markSeen()
	var sharing sync.WaitGroup
	if j.role != nil && j.role.Jobs {
		j.processes.works.Store(true)
		sharing.Go(func() { j.shareUntil(ctx, runner) })
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		j.beatUntil(ctx)
		j.downtime.markStopped()
		if j.processes != nil {
			j.processes.works.Store(false)
		}
		sharing.Wait()
		if err := runner.stop(ctx); err != nil {
			j.log.Warn("running jobs did not finish; they are run again at the next start", "err", err)
		}
	}()
	return func() { cancel(); <-ended }, nil
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

// RetryFailed makes failed jobs available at once, which would otherwise wait for up to ten minutes. It is called when
// the cause of the failures is gone.
func (j *Jobs) RetryFailed(ctx context.Context) error {
	return j.txAlone(ctx, func(tx *sql.Tx) error { return j.outbox.retryFailed(ctx, tx) })
}

// Stalled is how long the loop that checks the clocks and makes jobs available has been busy with one turn, which takes
// well under a second unless the database hangs.
func (j *Jobs) Stalled() time.Duration {
	if began := j.turnBegan.Load(); began != 0 {
		return time.Since(time.Unix(0, began))
	}
	return 0
}

// beatUntil checks the clocks periodically until ctx ends, and records beats.
func (j *Jobs) beatUntil(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var last, released time.Time
	counted := j.clock()
	for {
		j.turnBegan.Store(time.Now().UnixNano())
		err := j.downtime.compensate(ctx)
		if err == nil {
			j.downtime.markSeen()
			last, err = j.beat(ctx, last) // first, so that jobs that become due now did not do so during a downtime
		}
		if err == nil {
			released, err = j.release(ctx, released)
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
		j.turnBegan.Store(0)
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
}

// beat records a beat if the last one is old enough by the clock in [Options], or that clock has jumped. It returns the
// time of the latest beat.
func (j *Jobs) beat(ctx context.Context, last time.Time) (time.Time, error) {
	now := j.clock()
	if since := now.Sub(last); since >= 0 && since < beatEvery {
		return last, nil
	}
	if err := j.downtime.beat(ctx, now); err != nil {
		return last, err
	}
	return now, nil
}

// release releases overdue jobs if that was last done long enough ago by the clock in [Options], or that clock has
// jumped. It returns the time of the latest release.
func (j *Jobs) release(ctx context.Context, last time.Time) (time.Time, error) {
	now := j.clock()
	if since := now.Sub(last); since >= 0 && since < freeEvery || len(queuesOf(j.role)) == 0 {
		return last, nil
	}
	if err := j.outbox.release(ctx); err != nil {
		return last, err
	}
	return now, nil
}

// countAgain updates the query planner's statistics.
func (j *Jobs) countAgain(ctx context.Context) error {
	if j.dialect.Statistics == "" {
		return nil
	}
	if _, err := j.write.ExecContext(ctx, j.dialect.Statistics); err != nil {
		return fmt.Errorf("update the query planner's statistics: %w", j.dialect.Explain(err))
	}
	return nil
}
