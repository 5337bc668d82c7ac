package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/game/posted"
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
// wait for a certain time returns a *[game.NotYet] and frees its worker.
type queue struct {
	name    string
	workers int           // the number of concurrent jobs
	poll    time.Duration // how often the queue is polled; 0: fetchPoll
	timeout time.Duration // the maximum duration of a job; it is then retried

	byChannel bool // its jobs call Discord for a channel, see parts
}

var (
	// [assist.Thinking] takes turns between games, and a search may have to wait for many others.
	thinking = queue{name: "think", workers: assist.MaxConcurrentSearches, timeout: 5 * time.Minute}
	// Likewise package publish, for messages.
	telling  = queue{name: "tell", workers: 512, timeout: time.Minute, byChannel: true}
	retiring = queue{name: "retire", workers: 32, poll: time.Second, timeout: time.Minute, byChannel: true} // nobody waits
	// Reviews share the engine with games, which have priority; a job yields after two minutes of work.
	reviewing = queue{name: "review", workers: 4, poll: time.Second, timeout: 5 * time.Minute}
	deciding  = queue{name: "decide", workers: 8, timeout: time.Minute} // share a connection
	// Of its own, so that a full queue cannot delay what restarts its jobs.
	recovering = queue{name: "recover", workers: 1, timeout: time.Minute}
)

// kinds maps every kind of job that has a [Handler] to its queue. Both determine how the job is run.
var kinds = map[string]queue{
	game.Think{}.Kind():               thinking,
	game.Announce{}.Kind():            telling,
	game.Redraw{}.Kind():              telling,
	game.Archive{}.Kind():             telling,
	game.NameThread{}.Kind():          telling,
	game.ShowVotes{}.Kind():           telling,
	game.UpdateDisplay{}.Kind():       telling,
	game.ShowResult{}.Kind():          telling,
	game.Remind{}.Kind():              telling,
	game.TakeOver{}.Kind():            telling,
	tournament.AnnounceRound{}.Kind(): telling,
	tournament.UpdateNotice{}.Kind():  telling,
	solving.PostDay{}.Kind():          telling,
	game.Retire{}.Kind():              retiring,
	posted.Sweep{}.Kind():             retiring,
	game.Lapse{}.Kind():               deciding,
	game.Flag{}.Kind():                deciding,
	game.CountVotes{}.Kind():          deciding,
	game.NextGame{}.Kind():            deciding,
	tournament.Fixture{}.Kind():       deciding,
	member.VacationEnds{}.Kind():      deciding,
	review.Job{}.Kind():               reviewing,
}

// restart is the job that restarts the jobs of dead processes. It is a job because the process that detects a death may
// not run any.
type restart struct{}

// Kind is "restart".
func (restart) Kind() string { return "restart" }

// isRecovery reports whether the jobs of a kind are enqueued whenever a process has ended.
func isRecovery(kind string) bool { return kind == restart{}.Kind() || kind == game.TakeOver{}.Kind() }

// queueOf returns the queue of a kind of job.
func queueOf(kind string) queue {
	if kind == (restart{}).Kind() {
		return recovering
	}
	return kinds[kind]
}

// Role says which work one of several processes does.
type Role struct {
	Gateway bool // holds connections to Discord, see [Shards]
	Engine  bool // does the jobs that search: moves of the bot and reviews
	Jobs    bool // does all other jobs
}

// queuesOf returns the queues for a role; nil: all queues.
func queuesOf(role *Role) []queue {
	all := role == nil
	var some []queue
	if all || role.Engine {
		some = append(some, thinking, reviewing)
	}
	if all || role.Jobs {
		some = append(some, telling, retiring, deciding)
	}
	if len(some) > 0 {
		some = append(some, recovering)
	}
	return some
}

// A Handler handles the jobs of one kind. Handle returns one.
type Handler struct {
	kind string
	next bool // see [game.IsNext]
	do   func(ctx context.Context, args json.RawMessage) error
}

// Kind returns the kind of the jobs that it handles.
func (h Handler) Kind() string { return h.kind }

// Handle returns a [Handler] that calls do for the jobs of type J. A nil error means that the job is done, or that
// nothing was left to do. A *[game.NotYet] reschedules the job for that time; any other error means that it is retried
// soon.
func Handle[J game.Job](do func(context.Context, J) error) Handler {
	var job J
	return Handler{job.Kind(), game.IsNext(job), func(ctx context.Context, args json.RawMessage) error {
		var job J
		if err := json.Unmarshal(args, &job); err != nil {
			return fmt.Errorf("read a job of the kind %q: %w", job.Kind(), err)
		}
		return do(ctx, job)
	}}
}

// parts is the number of queues into which the jobs of a queue are divided by their channel. Processes that share a
// database divide the parts among them, so that the jobs of a channel are done by one process, which knows the rate
// limits of that channel. A job belongs to a part and not to a process: nothing has to be moved when processes come and
// go. Six parts are divided evenly among one, two, three and six processes.
const parts = 6

// partOf returns the part of a channel; empty: of jobs for which it is not known.
func partOf(channel string) int {
	if channel == "" {
		return 0
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(channel)) // it never fails
	return int(h.Sum32() % parts)
}

// part returns the name of a part of the queue. The first part has the queue's own name.
func (q queue) part(n int) string {
	if n == 0 {
		return q.name
	}
	return fmt.Sprintf("%s-%d", q.name, n)
}

// isOwner reports whether a part belongs to a process, given the sorted names of the processes that divide the parts.
func isOwner(process string, part int, processes []string) bool {
	return len(processes) > 0 && processes[part%len(processes)] == process
}
