package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"xiangqibot/bot/game"
)

// The queues. Thinking is slow and talking is quick: a queue of its own keeps the bot's words from waiting behind its thoughts.
const (
	queueThink = "think"
	queueTell  = "tell"

	thinkers = 512 // thoughts begun at once, so that the Thinker sees who waits and can be fair; how many are searched at once is its affair
	tellers  = 16  // messages under way at once
)

// How River is driven. It polls, since SQLite cannot call; a job starts within fetchPoll of its commit.
const (
	fetchCooldown = 10 * time.Millisecond
	fetchPoll     = 50 * time.Millisecond
	duePoll       = 100 * time.Millisecond // how often the table due is looked at
	maxDuePause   = 5 * time.Second        // how often while that fails

	thinkTimeout = 5 * time.Minute // a thought may wait in a long line of other games
	tellTimeout  = time.Minute
	rescueAfter  = 2 * thinkTimeout
	keepDone     = time.Hour // how long River remembers jobs that are done

	// A job that fails is tried again after 1, 2, 4 … seconds, at last every ten minutes, for about a week.
	maxAttempts = 1000
	maxBackoff  = 10 * time.Minute

	shortWait   = time.Second     // a job that is not ready waits at most this long without giving its place up
	stopTimeout = 3 * time.Second // what jobs in progress are given when the program ends, before they are cut off
)

const (
	waiveJob  = `DELETE FROM due WHERE game = $1 AND kind = $2 AND args = $3`
	waiveFree = `DELETE FROM due WHERE game IS NULL AND kind = $1 AND args = $2`
)

// owe saves the jobs that a game owes, or with id 0 those that belong to none, and forgets those waived. What is due goes to River at once.
func (db *DB) owe(ctx context.Context, tx *sql.Tx, id game.ID, owed []game.Owed, waived []game.Job) error {
	for _, job := range waived {
		args, err := json.Marshal(job)
		if err != nil {
			return err
		}
		if id == 0 {
			_, err = tx.ExecContext(ctx, waiveFree, job.Kind(), string(args))
		} else {
			_, err = tx.ExecContext(ctx, waiveJob, id, job.Kind(), string(args))
		}
		if err != nil {
			return fmt.Errorf("waive %s of game %d: %w", job.Kind(), id, err)
		}
	}
	var now []river.InsertManyParams
	for _, o := range owed {
		if toMillis(o.At) <= db.now() {
			now = append(now, riverJob(o.Job))
			continue
		}
		args, err := json.Marshal(o.Job)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO due (at, game, kind, args) VALUES ($1, nullif($2, 0), $3, $4)`, toMillis(o.At), id, o.Job.Kind(), string(args)); err != nil {
			return fmt.Errorf("owe %s of game %d: %w", o.Job.Kind(), id, err)
		}
	}
	return db.hand(ctx, tx, now)
}

// hand gives jobs to River in the transaction.
func (db *DB) hand(ctx context.Context, tx *sql.Tx, jobs []river.InsertManyParams) error {
	if len(jobs) == 0 {
		return nil
	}
	if _, err := db.insert.InsertManyTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("hand jobs to the queue: %w", err)
	}
	return nil
}

// riverJob says in which queue a job goes.
func riverJob(job game.Job) river.InsertManyParams {
	queue := queueTell
	if _, ok := job.(game.Think); ok {
		queue = queueThink
	}
	return river.InsertManyParams{Args: job, InsertOpts: &river.InsertOpts{Queue: queue}}
}

// decodeJob reads a job of the table due.
func decodeJob(kind, args string) (game.Job, error) {
	switch kind {
	case game.Think{}.Kind():
		return decodeAs[game.Think](args)
	case game.Announce{}.Kind():
		return decodeAs[game.Announce](args)
	case game.Redraw{}.Kind():
		return decodeAs[game.Redraw](args)
	case game.Lapse{}.Kind():
		return decodeAs[game.Lapse](args)
	case game.NextGame{}.Kind():
		return decodeAs[game.NextGame](args)
	case game.Flag{}.Kind():
		return decodeAs[game.Flag](args)
	case game.Archive{}.Kind():
		return decodeAs[game.Archive](args)
	case game.CountVotes{}.Kind():
		return decodeAs[game.CountVotes](args)
	case game.TellVotes{}.Kind():
		return decodeAs[game.TellVotes](args)
	case game.Remind{}.Kind():
		return decodeAs[game.Remind](args)
	case game.VacationEnds{}.Kind():
		return decodeAs[game.VacationEnds](args)
	case game.Fixture{}.Kind():
		return decodeAs[game.Fixture](args)
	case game.TellRound{}.Kind():
		return decodeAs[game.TellRound](args)
	case game.TellTournament{}.Kind():
		return decodeAs[game.TellTournament](args)
	}
	return nil, fmt.Errorf("no kind of job: %q", kind)
}

func decodeAs[T game.Job](args string) (game.Job, error) {
	var job T
	err := json.Unmarshal([]byte(args), &job)
	return job, err
}

// dueJobs is what has fallen due, the oldest first.
const dueJobs = `SELECT id, kind, args FROM due WHERE at <= $1 ORDER BY at, id LIMIT 100`

// promote hands to River what has fallen due by the given clock. It tells whether there may be more.
func (db *DB) promote(ctx context.Context) (more bool, err error) {
	var any bool
	if err := db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM due WHERE at <= $1)`, db.now()).Scan(&any); err != nil || !any {
		return false, err
	}
	err = db.tx(ctx, func(tx *sql.Tx) error {
		now := fromMillis(db.now())
		if err := noteBeat(ctx, tx, now); err != nil { // what is handed over now did not fall due while nobody was at work
			return err
		}
		rows, err := tx.QueryContext(ctx, dueJobs+db.dialect.forUpdate(), now.UnixMilli())
		if err != nil {
			return err
		}
		type entry struct {
			id         int64
			kind, args string
		}
		entries, err := collect(rows, func(rows *sql.Rows) (e entry, err error) { return e, rows.Scan(&e.id, &e.kind, &e.args) })
		if err != nil {
			return err
		}
		jobs := make([]river.InsertManyParams, 0, len(entries))
		for _, e := range entries {
			if _, err := tx.ExecContext(ctx, `DELETE FROM due WHERE id = $1`, e.id); err != nil {
				return err
			}
			job, err := decodeJob(e.kind, e.args)
			if err != nil {
				db.log.Error("a job was dropped: it cannot be read", "kind", e.kind, "args", e.args, "error", err)
				continue
			}
			jobs = append(jobs, riverJob(job))
		}
		more = len(entries) > 0
		return db.hand(ctx, tx, jobs)
	})
	if err != nil {
		return false, fmt.Errorf("due jobs: %w", err)
	}
	return more, nil
}

// Work begins to do jobs with w, in the background, until ctx ends or the database is closed. Jobs in progress then have three
// seconds to end by themselves; what is cut off is done again at the next start.
//
// On SQLite a second process that wants to work the same database is refused. As no other can be at work, Work first picks up
// what a crash left: jobs in progress begin anew at once, and answers that were on their way to Discord are taken as lost, so
// that the channel is told by an announcement. What has been missed since somebody was last at work, if more than a minute, is taken off
// every running clock.
func (db *DB) Work(ctx context.Context, w game.Worker) error {
	db.work.Lock()
	defer db.work.Unlock()
	if db.work.stop != nil {
		return errors.New("store: Work was called twice")
	}
	alone, err := db.dialect.alone(ctx, db.path)
	if err != nil {
		return err
	}
	stop, err := db.start(ctx, w)
	if err != nil {
		return errors.Join(err, alone.Close())
	}
	db.work.stop = func() error { stop(); return alone.Close() }
	return nil
}

// start is Work once nobody else can.
func (db *DB) start(ctx context.Context, w game.Worker) (stop func(), err error) {
	if err := db.revive(ctx); err != nil {
		return nil, err
	}
	if err := db.excuse(ctx); err != nil {
		return nil, err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker[game.Think]{do: w.Think, timeout: thinkTimeout})
	river.AddWorker(workers, &worker[game.Announce]{do: w.Announce, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Redraw]{do: w.Redraw, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Lapse]{do: w.Lapse, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Flag]{do: w.Flag, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Archive]{do: w.Archive, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.CountVotes]{do: w.CountVotes, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.TellVotes]{do: w.TellVotes, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Remind]{do: w.Remind, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.VacationEnds]{do: w.VacationEnds, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.NextGame]{do: w.NextGame, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.Fixture]{do: w.Fixture, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.TellRound]{do: w.TellRound, timeout: tellTimeout})
	river.AddWorker(workers, &worker[game.TellTournament]{do: w.TellTournament, timeout: tellTimeout})
	config := &river.Config{
		Logger:                      db.riverLog(),
		Workers:                     workers,
		Queues:                      map[string]river.QueueConfig{queueThink: {MaxWorkers: thinkers}, queueTell: {MaxWorkers: tellers}},
		FetchCooldown:               fetchCooldown,
		FetchPollInterval:           fetchPoll,
		JobTimeout:                  tellTimeout,
		RescueStuckJobsAfter:        rescueAfter,
		MaxAttempts:                 maxAttempts,
		RetryPolicy:                 retryPolicy{},
		CompletedJobRetentionPeriod: keepDone,
	}
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
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		db.promoteUntil(ctx)
		db.stopRiver(context.WithoutCancel(ctx), client)
	}()
	return func() { cancel(); <-ended }, nil
}

// promoteUntil looks at the table due again and again until ctx ends, and notes that somebody does.
func (db *DB) promoteUntil(ctx context.Context) {
	ticker := time.NewTicker(duePoll)
	defer ticker.Stop()
	var beat time.Time
	for {
		more, err := db.promote(ctx)
		if more {
			continue
		}
		if err == nil {
			beat, err = db.beat(ctx, beat)
		}
		pause := ticker.C
		if err != nil && ctx.Err() == nil {
			db.log.Error("due jobs could not be started; trying again", "error", err)
			pause = time.After(maxDuePause)
		}
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
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

// revive makes ready again what a process that is no more had begun.
func (db *DB) revive(ctx context.Context) error {
	statement := db.dialect.revive()
	if statement == "" {
		return nil
	}
	return db.tx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, statement)
		if err != nil {
			return fmt.Errorf("pick up the jobs in progress: %w", err)
		}
		if n, err := res.RowsAffected(); err == nil && n > 0 {
			db.log.Info("jobs that were in progress begin anew", "jobs", n)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE due SET at = $1 WHERE at > $1 AND kind = $2`, db.now(), game.Announce{}.Kind()); err != nil {
			return fmt.Errorf("pick up the answers on their way: %w", err)
		}
		return nil
	})
}

// worker does one kind of job.
type worker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	do      func(context.Context, T) error
	timeout time.Duration
}

// Work does the job. A job that asks for a moment's patience gets it here, where it takes that moment; one that asks for more
// goes back to River, where putting off and fetching again takes a quarter of a second.
func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	var notYet *game.NotYet
	err := w.do(ctx, job.Args)
	for waited := time.Duration(0); errors.As(err, &notYet) && waited+notYet.After <= shortWait; waited += notYet.After {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(notYet.After):
		}
		err = w.do(ctx, job.Args)
	}
	if errors.As(err, &notYet) {
		return river.JobSnooze(notYet.After)
	}
	return err
}

// Timeout ends a job that takes too long; it is then tried again.
func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.timeout }

// retryPolicy waits twice as long after each failure, a little off so that jobs which failed together do not return together.
type retryPolicy struct{}

func (retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(backoff(len(job.Errors) + 1))
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
