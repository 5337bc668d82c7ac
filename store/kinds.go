package store

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
)

// queue is a queue of similar jobs. Each has its own workers, so that queues do not block one another: searches take
// long, messages wait for Discord, old messages have time, and jobs that only use the database, such as flags and
// votes, must be done at once.
//
// A job occupies a worker only while it runs, waits for its turn or waits for the response to a call. A job that has to
// wait for a certain time returns a *game.NotYet and frees its worker.
type queue struct {
	name    string
	workers int           // the number of concurrent jobs
	poll    time.Duration // how often the queue is polled; 0: fetchPoll
	timeout time.Duration // the maximum duration of a job; it is then retried
}

var (
	// [game.Thinking] takes turns between games, and a search may have to wait for many others.
	thinking = queue{name: "think", workers: game.MaxConcurrentSearches, timeout: 5 * time.Minute}
	// Likewise package publish, for messages.
	telling  = queue{name: "tell", workers: 512, timeout: time.Minute}
	retiring = queue{name: "retire", workers: 32, poll: 250 * time.Millisecond, timeout: time.Minute} // nobody waits
	// Reviews share the engine with games, which have priority; a job yields after two minutes of work.
	reviewing = queue{name: "review", workers: 4, poll: 250 * time.Millisecond, timeout: 5 * time.Minute}
	deciding  = queue{name: "decide", workers: 8, timeout: time.Minute} // share a connection
)

// kinds maps every kind of job to its queue. Its queue and its Handler determine how River runs it.
var kinds = map[string]queue{
	game.Think{}.Kind():               thinking,
	game.Announce{}.Kind():            telling,
	game.Redraw{}.Kind():              telling,
	game.Archive{}.Kind():             telling,
	game.NameThread{}.Kind():          telling,
	game.TellVotes{}.Kind():           telling,
	game.TellSimul{}.Kind():           telling,
	game.Remind{}.Kind():              telling,
	game.TakeOver{}.Kind():            telling,
	tournament.AnnounceRound{}.Kind(): telling,
	tournament.UpdateNotice{}.Kind():  telling,
	solving.PostDay{}.Kind():          telling,
	game.Retire{}.Kind():              retiring,
	game.Sweep{}.Kind():               retiring,
	game.Lapse{}.Kind():               deciding,
	game.Flag{}.Kind():                deciding,
	game.CountVotes{}.Kind():          deciding,
	game.NextGame{}.Kind():            deciding,
	tournament.Fixture{}.Kind():       deciding,
	member.VacationEnds{}.Kind():      deciding,
	review.Job{}.Kind():               reviewing,
}

// queues returns River's configuration of the queues for a role; nil: all queues.
func queues(role *Role) map[string]river.QueueConfig {
	all := map[string]river.QueueConfig{}
	for _, q := range kinds {
		searches := q.name == thinking.name || q.name == reviewing.name
		if role != nil && (searches && !role.Engine || !searches && !role.Jobs) {
			continue
		}
		all[q.name] = river.QueueConfig{MaxWorkers: q.workers, FetchPollInterval: q.poll}
	}
	return all
}

// A Handler handles the jobs of one kind. Handle returns one.
type Handler struct {
	kind     string
	register func(*downtime, *river.Workers)
}

// Handle returns a Handler that calls do for the jobs of type J. A nil error means that the job is done, or that
// nothing was left to do. A *game.NotYet reschedules the job for that time; any other error means that it is retried
// soon.
func Handle[J game.Job](do func(context.Context, J) error) Handler {
	var job J
	return Handler{job.Kind(), func(dt *downtime, workers *river.Workers) {
		river.AddWorker(workers, &worker[J]{downtime: dt, do: do, timeout: kinds[job.Kind()].timeout})
	}}
}

// worker runs the jobs of one kind for River.
type worker[J river.JobArgs] struct {
	river.WorkerDefaults[J]
	downtime *downtime
	do       func(context.Context, J) error
	timeout  time.Duration
}

// Work runs a job. First it compensates the clocks for a downtime in which the job may have become due, and records a
// beat. A job that asks for a later time goes back to River, so that it does not occupy a worker while it waits.
func (w *worker[J]) Work(ctx context.Context, job *river.Job[J]) error {
	if err := w.downtime.compensate(ctx); err != nil {
		return err
	}
	if err := w.downtime.ensureBeat(ctx); err != nil {
		return err
	}
	err := w.do(ctx, job.Args)
	var notYet *game.NotYet
	if errors.As(err, &notYet) {
		// River adds the duration to the machine's time and compares the sum with the clock in Options.
		ahead := time.Until(w.downtime.clock())
		return &river.JobSnoozeError{Duration: max(notYet.After, 0) + ahead}
	}
	return err
}

// Timeout returns the maximum duration of a job.
func (w *worker[J]) Timeout(*river.Job[J]) time.Duration { return w.timeout }
