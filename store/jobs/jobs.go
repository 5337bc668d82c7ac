// Package jobs runs what is to happen later, or outside of a transaction: flags, reminders, messages, moves of the bot,
// reviews.
//
// Jobs are run by River (github.com/riverqueue/river). They are inserted in the transaction that causes them, with the
// time at which they are due by the clock in store.Options, which need not be that of the machine. One job waits for
// what happens next to a game, and an act that changes that replaces it ([game.Game.Next]). Any other job that has
// become pointless is not canceled: each kind finds out by itself that nothing is left to do.
//
// An [Outbox] inserts jobs, and a runner works at them. Jobs of similar kinds share a queue ([Handler]); what calls
// Discord for a channel is divided into parts by the channel. Processes that share a database show one another by
// heartbeats that they are alive, divide the parts and the [Shards], and take over the work of those that are gone.
package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	beatEvery    = 10 * time.Second       // the interval of beats, see [Downtime]
	checkEvery   = 100 * time.Millisecond // how often the clocks are checked
	retryEvery   = 5 * time.Second        // how often they are checked while the database fails
	releaseEvery = time.Second            // how often overdue jobs are released
	tidyEvery    = time.Hour              // how often what is no longer kept is deleted
)

// Jobs runs the jobs that the other parts have enqueued.
type Jobs struct {
	// StopTimeout is how long running jobs may take at the end before they are canceled. Workers is how many jobs of a
	// queue run at once, by a kind of job in it, where that is not the usual number. Tests set both before Work.
	StopTimeout time.Duration
	Workers     map[string]int

	db       *database.Connection
	outbox   *Outbox
	downtime Downtime
	role     *Role                       // nil: no other process uses the database
	tidy     func(context.Context) error // deletes what is no longer kept; called once an hour

	processes *processes // nil: no other process uses the database

	turnBegan atomic.Int64 // when the loop began its turn, in nanoseconds; 0: it waits for the next one, or is not running

	mu  sync.Mutex
	end func() // stops the work and waits for it; nil while there is none
}

// New returns the jobs of a database. role says which of them this process does; nil: no other process uses the
// database. tidy deletes what is no longer kept; it is called once an hour.
func New(
	db *database.Connection, outbox *Outbox, downtime Downtime, tidy func(context.Context) error, role *Role,
) *Jobs {
	j := &Jobs{db: db, outbox: outbox, downtime: downtime, tidy: tidy, role: role, StopTimeout: stopTimeout}
	if role != nil {
		j.processes = &processes{db: db, gateway: role.Gateway, recover: outbox.recoverFromDeath}
	}
	return j
}

// Downtime compensates the clocks of games for the time in which the bot was down.
type Downtime interface {
	// Compensate compensates for a downtime that has just ended, if there was one. It must come before anything that
	// could find a flag fallen during the downtime.
	Compensate(ctx context.Context) error
	// CompensateSinceLastBeat compensates for the time since the last beat of any process.
	CompensateSinceLastBeat(ctx context.Context) error
	// Beat records that the program is working.
	Beat(ctx context.Context, at time.Time) error
	// MarkSeen records a check for due jobs, MarkStopped that they are no longer checked.
	MarkSeen()
	MarkStopped()
}

// Work starts to run jobs in the background until ctx ends or the database is closed. There must be a [Handler] for
// each kind. At the end, running jobs have three seconds to finish; jobs that are canceled are run again at the next
// start.
//
// Unless processes share the database, Work first recovers from a crash: interrupted jobs restart at once, and answers
// that were on their way to Discord are considered lost, so that they are announced to the channel. If the program was
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
	end, err := j.start(ctx, append(handlers, Handle(j.outbox.restart)))
	j.end = end
	return err
}

// start does the work of Work while the mutex is held.
func (j *Jobs) start(ctx context.Context, handlers []Handler) (end func(), err error) {
	if j.role == nil {
		if err := j.db.TxAlone(ctx, func(tx *sql.Tx) error { return j.outbox.recoverFromCrash(ctx, tx) }); err != nil {
			return nil, err
		}
	}
	if err := j.downtime.CompensateSinceLastBeat(ctx); err != nil {
		return nil, err
	}
	runner := &runner{
		outbox: j.outbox, compensate: j.downtime.Compensate, stopTimeout: j.StopTimeout, workers: j.Workers,
	}
	if err := runner.start(ctx, queuesOf(j.role), handlers); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	j.downtime.MarkSeen()
	var sharing sync.WaitGroup
	if j.role != nil && j.role.Jobs {
		j.processes.works.Store(true)
		sharing.Go(func() {
			repeat(ctx, j.db.Log, runner.share, "the channels could not be divided among the processes yet")
		})
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		j.beatUntil(ctx)
		j.downtime.MarkStopped()
		if j.processes != nil {
			j.processes.works.Store(false)
		}
		sharing.Wait()
		if err := runner.stop(ctx); err != nil {
			j.db.Log.Warn("running jobs did not finish; they are run again at the next start", "err", err)
		}
	}()
	return func() { cancel(); <-ended }, nil
}

// Join adds this process to those that share the database, which it must do.
func (j *Jobs) Join(ctx context.Context) error { return j.processes.join(ctx) }

// Leave removes this process from those that share the database, if it is shared.
func (j *Jobs) Leave() {
	if j.processes != nil {
		j.processes.leave()
	}
}

// Stop stops the work, if it was started, and waits until it has ended.
func (j *Jobs) Stop() {
	j.mu.Lock()
	end := j.end
	j.end = nil
	j.mu.Unlock()
	if end != nil {
		end()
	}
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
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	chores := j.chores()
	for {
		j.turnBegan.Store(time.Now().UnixNano())
		err := j.downtime.Compensate(ctx)
		if err == nil {
			j.downtime.MarkSeen()
		}
		for _, chore := range chores {
			if err == nil {
				err = chore(ctx, j.db.Clock())
			}
		}
		pause := ticker.C
		if err != nil && ctx.Err() == nil {
			j.db.Log.Error("the next jobs could not be made available; retrying", "err", err)
			pause = time.After(retryEvery)
		}
		j.turnBegan.Store(0)
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
}

// chores lists what this process does at intervals.
func (j *Jobs) chores() []func(context.Context, time.Time) error {
	// The beat is first, so that jobs that become due now did not do so during a downtime.
	all := []func(context.Context, time.Time) error{
		every(beatEvery, func(ctx context.Context) error { return j.downtime.Beat(ctx, j.db.Clock()) }),
	}
	if len(queuesOf(j.role)) > 0 {
		all = append(all, every(releaseEvery, j.outbox.Release))
	}
	if j.role == nil || j.role.Jobs {
		all = append(all, every(tidyEvery, j.tidy))
	}
	return all
}

// every returns a function that calls do unless the last successful call was less than pause ago by the clock in
// store.Options. If that clock was set back, it calls do.
func every(pause time.Duration, do func(context.Context) error) func(ctx context.Context, now time.Time) error {
	var last time.Time
	return func(ctx context.Context, now time.Time) error {
		if since := now.Sub(last); since >= 0 && since < pause {
			return nil
		}
		err := do(ctx)
		if err == nil {
			last = now
		}
		return err
	}
}

// RetryFailed makes failed jobs available at once, which would otherwise wait for up to ten minutes. It is called when
// the cause of the failures is gone.
func (j *Jobs) RetryFailed(ctx context.Context) error {
	return j.db.TxAlone(ctx, func(tx *sql.Tx) error {
		return j.outbox.retry(ctx, tx, failed, func(*Row) (bool, error) { return true, nil })
	})
}

const countJobs = `SELECT kind, state, count(*), min(scheduled_at) FROM river_job
	WHERE state IN ('available', 'running', 'scheduled', 'retryable') GROUP BY kind, state`

// State is a kind of job with one of River's states: available, running, scheduled (for later) or retryable (failed,
// to be retried).
type State struct{ Kind, State string }

// Count counts the jobs that are not finished, and returns for how long the oldest job of a kind has been due that no
// worker has begun. River's client lists jobs and cannot count them.
func (j *Jobs) Count(ctx context.Context) (jobs map[State]int, late map[string]time.Duration, err error) {
	jobs, late = map[State]int{}, map[string]time.Duration{}
	now := j.db.Clock()
	err = database.Each(ctx, j.db.Read, func(row database.Row) error {
		var job State
		var n int
		var oldest time.Time
		err := row.Scan(&job.Kind, &job.State, &n, jobTime{&oldest})
		jobs[job] = n
		if job.State == "available" {
			late[job.Kind] = max(0, now.Sub(oldest))
		}
		return err
	}, countJobs)
	return jobs, late, err
}

// jobTime reads a time of River's table, which is text on SQLite.
type jobTime struct{ to *time.Time }

// Scan implements [sql.Scanner].
func (t jobTime) Scan(from any) (err error) {
	if at, is := from.(time.Time); is {
		*t.to = at
		return nil
	}
	written, err := columns.Text(from)
	if err == nil {
		*t.to, err = time.Parse(time.DateTime, written) // with or without a fraction
	}
	return err
}

// IsCounting reports whether it is this process that counts what is in the database, of all that share it.
func (j *Jobs) IsCounting(ctx context.Context) (bool, error) {
	if j.processes == nil {
		return true, nil
	}
	return j.processes.isFirst(ctx)
}
