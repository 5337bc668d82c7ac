package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/store/database"
)

// This file finishes the work of processes that have ended. However many they were, the jobs that it enqueues are
// bounded by the number of games with a pending announcement: a job that is already waiting is not enqueued again.

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
	if err := database.Exec(ctx, tx, `DELETE FROM processes`); err != nil {
		return err
	}
	err := o.retry(ctx, tx, waiting, func(job *Row) (bool, error) {
		return job.Attempt > 0 || job.Kind == game.Announce{}.Kind(), nil
	})
	if err != nil {
		return err
	}
	if err := o.enqueueOnce(ctx, tx, restart{}.Kind(), map[game.ID]game.Job{0: restart{}}, 0, 0); err != nil {
		return err
	}
	return o.sweep(ctx, tx)
}

// recoverFromDeath recovers from the end of a process that shared the database. Besides its jobs there are the answers
// that it had deferred, and those that it was about to give.
func (o *Outbox) recoverFromDeath(ctx context.Context, tx *sql.Tx) error {
	for _, job := range []game.Job{restart{}, game.TakeOver{}} {
		if err := o.enqueueOnce(ctx, tx, job.Kind(), map[game.ID]game.Job{0: job}, 0, 0); err != nil {
			return err
		}
	}
	if err := o.endLeases(ctx, tx); err != nil {
		return err
	}
	return o.sweep(ctx, tx)
}

// unanswered selects the acts that the channel has not been shown, and whether the process that is to show them is
// alive.
const unanswered = `SELECT answerings.game, revision, EXISTS (SELECT 1 FROM processes WHERE processes.id = answerings.process)
	FROM answerings JOIN boards ON boards.game = answerings.game WHERE at > $1 AND revision > announced`

// leaseLife is how long after an act an announcement may still wait for its answer: for [game.AnswerTimeout], or as
// long after a reply of the bot, which comes within that time.
const leaseLife = 2 * game.AnswerTimeout

// endLeases makes the announcements due that wait for an answer of a process that is gone. An act holds such a
// lease on its game until the answer is in the channel.
func (o *Outbox) endLeases(ctx context.Context, tx *sql.Tx) error {
	held := map[game.Announce]bool{} // false: the answer to this act is lost
	lost := map[game.ID]int{}        // the first such revision of a game
	err := database.Each(ctx, tx, func(row database.Row) error {
		var act game.Announce
		var lives bool
		err := row.Scan(&act.Game, &act.Revision, &lives)
		held[act] = lives
		if first, is := lost[act.Game]; !lives && (!is || act.Revision < first) {
			lost[act.Game] = act.Revision
		}
		return err
	}, unanswered, o.db.Clock().Add(-leaseLife).UnixMilli())
	if err != nil || len(lost) == 0 {
		return err
	}
	return o.retry(ctx, tx, waiting, func(row *Row) (bool, error) {
		var job game.Announce
		err := json.Unmarshal(row.EncodedArgs, &job)
		first, is := lost[job.Game]
		return is && first <= job.Revision && !held[job], err // the bot's reply waits for the act before it
	}, game.Announce{}.Kind())
}

// sweepEvery is how often the channel of a game is searched at most.
const sweepEvery = time.Minute

// sweep enqueues a search of the channels of all pending announcements after a process has ended, since it may have
// posted boards that it did not record.
func (o *Outbox) sweep(ctx context.Context, tx *sql.Tx) error {
	announcements, err := o.Unfinished(ctx, tx, game.Announce{}.Kind())
	if err != nil {
		return err
	}
	sweeps := map[game.ID]game.Job{}
	for _, job := range announcements {
		id, err := gameOf(job)
		if err != nil {
			return err
		}
		sweeps[id] = posted.Sweep{Game: id}
	}
	return o.enqueueOnce(ctx, tx, posted.Sweep{}.Kind(), sweeps, posted.SweepAfter, sweepEvery)
}

// enqueueOnce enqueues jobs of a kind, by their game (0: of none), except where one is waiting. One that is running
// does not count: it may have looked already. A job is due after the duration after, but no sooner than apart after the
// last one of its game began.
func (o *Outbox) enqueueOnce(
	ctx context.Context, tx *sql.Tx, kind string, jobs map[game.ID]game.Job, after, apart time.Duration,
) error {
	known, err := o.list(ctx, tx, nil, kind) // also the jobs that are done and still kept
	if err != nil {
		return err
	}
	soon, last := o.db.Clock().Add(after), map[game.ID]time.Time{}
	for _, job := range known {
		id, err := gameOf(job)
		switch {
		case err != nil:
			return err
		case isWaiting(job):
			delete(jobs, id)
		case job.AttemptedAt != nil && job.AttemptedAt.After(last[id]):
			last[id] = *job.AttemptedAt
		}
	}
	var queued []game.QueuedJob
	for id, job := range jobs {
		at := soon
		if next := last[id].Add(apart); next.After(soon) {
			at = next
		}
		queued = append(queued, game.QueuedJob{Job: job, At: at})
	}
	return o.Enqueue(ctx, tx, queued)
}
