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

// queue is where jobs wait that have something in common. Each has its own workers, so that no queue waits behind
// another: thoughts take long, messages wait for Discord, old messages can wait, and what only touches the database is
// done in a moment, as flags and votes have to be.
//
// A job holds its place in a queue only while it works, takes turns or waits for an answer to its call. One that has to
// wait for a time says so by a *game.NotYet and gives its place up.
type queue struct {
	name    string
	workers int           // how many jobs are done at once
	poll    time.Duration // how often the queue is looked at; 0: fetchPoll
	timeout time.Duration // how long one job may take; it is then tried again
}

var (
	// How many thoughts are searched at once is the Thinker's affair. A thought may wait in a long line of other games.
	thinking = queue{name: "think", workers: game.ThoughtsAtOnce, timeout: 5 * time.Minute}
	// How many messages are under way at once is likewise the affair of their sender.
	telling  = queue{name: "tell", workers: 512, timeout: time.Minute}
	retiring = queue{name: "retire", workers: 32, poll: 250 * time.Millisecond, timeout: time.Minute} // nobody waits
	// Reviews share the engine with games, which go first; a job comes back after two minutes of work.
	reviewing = queue{name: "review", workers: 4, poll: 250 * time.Millisecond, timeout: 5 * time.Minute}
	deciding  = queue{name: "decide", workers: 8, timeout: time.Minute} // share a connection
)

// kinds is the table of all kinds of job: what River has to know of one follows from its queue and its Handler.
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

// queues are the queues of a share in the work, all for nil, as River wants to know them.
func queues(share *Share) map[string]river.QueueConfig {
	all := map[string]river.QueueConfig{}
	for _, q := range kinds {
		searches := q.name == thinking.name || q.name == reviewing.name
		if share != nil && (searches && !share.Engine || !searches && !share.Jobs) {
			continue
		}
		all[q.name] = river.QueueConfig{MaxWorkers: q.workers, FetchPollInterval: q.poll}
	}
	return all
}

// A Handler does the jobs of one kind. Handle makes one.
type Handler struct {
	kind     string
	register func(*absence, *river.Workers)
}

// Handle makes do the function that does the jobs of type J. A nil error means that the job is done, or that nothing
// was left to do. A *game.NotYet asks to be called again at that time, any other error to be called again soon.
func Handle[J game.Job](do func(context.Context, J) error) Handler {
	var job J
	return Handler{job.Kind(), func(absence *absence, workers *river.Workers) {
		river.AddWorker(workers, &worker[J]{absence: absence, do: do, timeout: kinds[job.Kind()].timeout})
	}}
}

// worker does the jobs of one kind for River.
type worker[J river.JobArgs] struct {
	river.WorkerDefaults[J]
	absence *absence
	do      func(context.Context, J) error
	timeout time.Duration
}

// Work does a job. First of all an absence is taken off the clocks, in which the job may have fallen due, and it is noted
// that there is none now. A job that asks for another time goes back to River: it must not keep its place while it waits.
func (w *worker[J]) Work(ctx context.Context, job *river.Job[J]) error {
	if err := w.absence.wake(ctx); err != nil {
		return err
	}
	if err := w.absence.work(ctx); err != nil {
		return err
	}
	err := w.do(ctx, job.Args)
	var notYet *game.NotYet
	if errors.As(err, &notYet) {
		// River adds the time to that of the machine, and compares the sum with the given clock.
		ahead := time.Until(w.absence.clock())
		return &river.JobSnoozeError{Duration: max(notYet.After, 0) + ahead}
	}
	return err
}

// Timeout ends a job that takes too long.
func (w *worker[J]) Timeout(*river.Job[J]) time.Duration { return w.timeout }
