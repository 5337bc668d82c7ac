package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// This file lists and changes the jobs in River's table, by River's client alone.

// States of jobs: of those that have failed, and of all that are yet to run.
var (
	failed  = []rivertype.JobState{rivertype.JobStateRetryable}
	waiting = append([]rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStateScheduled}, failed...)
)

// perPage is the number of jobs that River lists at a time.
const perPage = 1000

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

// copyOf returns the parameters that enqueue a copy of a job.
func copyOf(job *Row) river.InsertManyParams {
	return river.InsertManyParams{
		Args:       encodedJob{job.Kind, job.EncodedArgs},
		InsertOpts: &river.InsertOpts{Queue: job.Queue, ScheduledAt: job.ScheduledAt, Metadata: job.Metadata},
	}
}

// list reads the jobs in some states (nil: all), of some kinds or all.
func (o *Outbox) list(
	ctx context.Context, tx *sql.Tx, states []rivertype.JobState, kinds ...string,
) (jobs []*Row, err error) {
	which := river.NewJobListParams().First(perPage)
	if len(states) > 0 {
		which = which.States(states...)
	}
	if len(kinds) > 0 {
		which = which.Kinds(kinds...)
	}
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
	return o.list(ctx, tx, append(slices.Clone(waiting), rivertype.JobStateRunning), kinds...)
}

// isWaiting reports whether a job is yet to run.
func isWaiting(job *Row) bool { return slices.Contains(waiting, job.State) }

// Withdraw deletes the jobs of a kind that have a value in a field of their arguments. One that is running is deleted
// when River cleans up.
func (o *Outbox) Withdraw(ctx context.Context, tx *sql.Tx, kind, argument, value string) error {
	_, err := o.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().First(perPage).Kinds(kind).
		Where(`args ->> @argument = @value`, river.NamedArgs{"argument": argument, "value": value}))
	if err != nil {
		return fmt.Errorf("delete jobs: %w", err)
	}
	return nil
}

// retry makes jobs available at once: those that choose selects among the jobs in some states, of some kinds or all.
func (o *Outbox) retry(
	ctx context.Context, tx *sql.Tx, states []rivertype.JobState, choose func(*Row) (bool, error), kinds ...string,
) error {
	jobs, err := o.list(ctx, tx, states, kinds...)
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
		copies[i] = copyOf(job)
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
	running, err := o.list(ctx, tx, []rivertype.JobState{rivertype.JobStateRunning})
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
		if isRecovery(job.Kind) {
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

// afterDeath is [copyOf] for a job whose process has died. It delays the copy if that was not the first to die.
func afterDeath(job *Row, now time.Time) (again river.InsertManyParams, err error) {
	var died deaths
	if err := json.Unmarshal(job.Metadata, &died); err != nil {
		return again, fmt.Errorf("read the metadata of job %d: %w", job.ID, err)
	}
	again = copyOf(job)
	if died.N > 0 {
		again.InsertOpts.ScheduledAt = now.Add(backoff(died.N))
	}
	died.N++
	again.InsertOpts.Metadata, err = json.Marshal(died)
	return again, err
}

// CopyJobs enqueues copies of the unfinished jobs of another database, and returns how many there are.
func (o *Outbox) CopyJobs(ctx context.Context, from *Outbox, read, write *sql.Tx) (int, error) {
	jobs, err := from.Unfinished(ctx, read)
	if err != nil {
		return 0, err
	}
	queued := make([]game.QueuedJob, len(jobs))
	for i, job := range jobs {
		queued[i] = game.QueuedJob{Job: encodedJob{job.Kind, job.EncodedArgs}, At: job.ScheduledAt}
	}
	return len(jobs), o.Enqueue(ctx, write, queued)
}

// gameOf returns the game that a job is about.
func gameOf(job *Row) (game.ID, error) {
	var about struct {
		Game game.ID `json:"game"`
	}
	if err := json.Unmarshal(job.EncodedArgs, &about); err != nil {
		return 0, fmt.Errorf("read job %d: %w", job.ID, err)
	}
	return about.Game, nil
}
