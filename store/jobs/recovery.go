package jobs

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/store/database"
)

// This file finishes the work of processes that have ended. However many they were, the jobs that it enqueues are
// bounded by the number of games with a pending announcement: a job that is already waiting is not enqueued again.

const (
	retryInterrupted = retryJobs + ` AND (attempt > 0 OR kind = 'announce')`

	// retryUnanswered makes the announcements due that wait for an answer of a process that is gone: of an act that the
	// channel has not been shown, or of a later one, but not where another process is about to show that.
	retryUnanswered = `WITH acts AS (SELECT answerings.game, revision,
			EXISTS (SELECT 1 FROM processes WHERE processes.id = answerings.process) AS held
		FROM answerings JOIN boards ON boards.game = answerings.game WHERE at > $2 AND revision > announced) ` +
		retryJobs + ` AND kind = 'announce'
		AND EXISTS (SELECT 1 FROM acts WHERE NOT held AND game = CAST(args ->> 'game' AS BIGINT)
			AND revision <= CAST(args ->> 'revision' AS BIGINT))
		AND NOT EXISTS (SELECT 1 FROM acts WHERE held AND game = CAST(args ->> 'game' AS BIGINT)
			AND revision = CAST(args ->> 'revision' AS BIGINT))`

	gamesToSweep = `SELECT DISTINCT CAST(args ->> 'game' AS BIGINT) FROM river_job
		WHERE kind = 'announce' AND (` + isWaiting + ` OR state = 'running')`
	// knownJobs also counts the jobs that are done and still kept.
	knownJobs = `SELECT coalesce(CAST(args ->> 'game' AS BIGINT), 0), count(CASE WHEN ` + isWaiting + ` THEN 1 END),
		max(attempted_at) FROM river_job WHERE kind = $1 GROUP BY 1`

	completeOrphan = `UPDATE river_job SET state = 'completed', finalized_at = $2 WHERE id = $1 AND state = 'running'`
)

const (
	// leaseLife is how long after an act an announcement may still wait for its answer: for [game.AnswerTimeout], or as
	// long after a reply of the bot, which comes within that time.
	leaseLife = 2 * game.AnswerTimeout
	// sweepEvery is how often the channel of a game is searched at most.
	sweepEvery = time.Minute
)

// restart is the job that restarts the jobs of dead processes. It is a job because the process that detects a death may
// not run any.
type restart struct{}

// Kind is "restart".
func (restart) Kind() string { return "restart" }

// restart handles a restart job: jobs that were running in processes that are gone start again at once.
func (o *Outbox) restart(ctx context.Context, _ restart) error {
	return o.db.TxAlone(ctx, func(tx *sql.Tx) error {
		living := []string{o.db.Process}
		if o.db.Shared {
			var err error
			if living, err = database.Column[string](ctx, tx, listAll); err != nil {
				return err
			}
			if !slices.Contains(living, o.db.Process) { // this one was taken for dead itself
				return &game.NotYet{After: heartbeatInterval}
			}
		}
		n, err := o.restartOrphans(ctx, tx, living)
		if n > 0 {
			o.db.Log.Info("interrupted jobs are restarted", "jobs", n)
		}
		return err
	})
}

// recoverFromCrash recovers from the end of an earlier process that did not share the database: its jobs are restarted;
// those that were to be retried, and the announcements that waited for an answer on its way to Discord, become
// available.
func (o *Outbox) recoverFromCrash(ctx context.Context, tx *sql.Tx) error {
	err := database.Execute(ctx, tx,
		database.SQL(`DELETE FROM processes`), database.SQL(retryInterrupted, o.now()))
	if err != nil {
		return err
	}
	if err := o.enqueueOnce(ctx, tx, 0, 0, map[game.ID]game.Job{0: restart{}}); err != nil {
		return err
	}
	return o.sweep(ctx, tx)
}

// recoverFromDeath recovers from the end of a process that shared the database. Besides its jobs there are the answers
// that it had deferred, and those that it was about to give.
func (o *Outbox) recoverFromDeath(ctx context.Context, tx *sql.Tx) error {
	for _, job := range []game.Job{restart{}, game.TakeOver{}} {
		if err := o.enqueueOnce(ctx, tx, 0, 0, map[game.ID]game.Job{0: job}); err != nil {
			return err
		}
	}
	err := database.Exec(ctx, tx, retryUnanswered, o.now(), o.db.Clock().Add(-leaseLife).UnixMilli())
	if err != nil {
		return err
	}
	return o.sweep(ctx, tx)
}

// sweep enqueues a search of the channels of all pending announcements after a process has ended, since it may have
// posted boards that it did not record.
func (o *Outbox) sweep(ctx context.Context, tx *sql.Tx) error {
	games, err := database.Column[game.ID](ctx, tx, gamesToSweep)
	sweeps := map[game.ID]game.Job{}
	for _, id := range games {
		sweeps[id] = posted.Sweep{Game: id}
	}
	if err != nil || len(sweeps) == 0 {
		return err
	}
	return o.enqueueOnce(ctx, tx, posted.SweepAfter, sweepEvery, sweeps)
}

// enqueueOnce enqueues jobs of one kind, by their game (0: of none), except where one is waiting. One that is running
// does not count: it may have looked already. They are due after a while, and as long as apart after the last.
func (o *Outbox) enqueueOnce(
	ctx context.Context, tx *sql.Tx, after, apart time.Duration, jobs map[game.ID]game.Job,
) error {
	var kind string
	due := map[game.ID]time.Time{}
	for id, job := range jobs {
		kind, due[id] = job.Kind(), o.db.Clock().Add(after)
	}
	err := database.Each(ctx, tx, func(row database.Row) error {
		var id game.ID
		var waiting int
		var last time.Time
		err := row.Scan(&id, &waiting, jobTime{&last})
		if next := last.Add(apart); next.After(due[id]) {
			due[id] = next
		}
		if waiting > 0 {
			delete(due, id)
		}
		return err
	}, knownJobs, kind)
	var queued []game.QueuedJob
	for id, job := range jobs {
		if at, wanted := due[id]; wanted {
			queued = append(queued, game.QueuedJob{Job: job, At: at})
		}
	}
	if err != nil {
		return err
	}
	return o.Enqueue(ctx, tx, queued)
}
