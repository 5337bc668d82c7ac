package game

import (
	"fmt"
	"slices"
	"time"
)

// A Job is work that a game enqueues for later ([Think], [Announce], [Redraw], [Retire], posted.Sweep, [TakeOver],
// [Archive], [NameThread], [Lapse], [Flag], [NextGame], [Remind], [CountVotes], [ShowVotes], [UpdateDisplay],
// [ShowResult]); members and tournaments have jobs of their own. It is saved with the act that causes it and run after
// that, at least once, perhaps by another process: each kind detects by itself when nothing is left to do.
//
// The handler of a job returns nil if the job is done or nothing was left to do, a *[NotYet] to be called again at
// that time, and any other error to be retried soon.
type Job interface {
	// Kind is the job's name in the database: never change one.
	Kind() string
}

// Think: the bot is to move, or to answer a draw offer, in the game when it has Ply moves.
type Think struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// Announce: the channel must be shown the game's revision, unless it has been already. The handler asks
// posted.Boards.ToAnnounce what to show.
type Announce struct {
	Game     ID  `json:"game"`
	Revision int `json:"revision"`
}

// Redraw: the latest board in the channel shows outdated times, and the game still has that revision. The handler
// asks posted.Boards.ToRedraw what to show.
type Redraw struct {
	Game     ID  `json:"game"`
	Revision int `json:"revision"`
}

// Lapse: the challenge lapses if it is still unanswered.
type Lapse struct {
	Game ID `json:"game"`
}

// Flag: the flag of the side to move falls, if the game still has Ply moves.
type Flag struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// CountVotes: the turn of a vote game closes that is open when it has Ply moves.
type CountVotes struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// ShowVotes: the channel must be shown the votes of the turn that is open when the game has Ply moves. The handler
// asks lobby.Votes.Tally what to show.
type ShowVotes struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// UpdateDisplay: the result of a game of this simultaneous display has changed, and the display's message is to show
// it. The handler asks lobby.Simuls.Display what to show.
type UpdateDisplay struct {
	// Simul is a string in JSON, because PostgreSQL would round a number above 2^53 on the way.
	Simul SimulID `json:"simul,string"`
}

// ShowResult: the result of the game has changed, and the channel is to show it. The handler asks
// posted.Boards.ToShowResult what to show.
type ShowResult struct {
	Game ID `json:"game"`
}

// Remind: the side to move is reminded for the Nth time, from 0, if the game still has Ply moves.
type Remind struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
	N    int `json:"n"`
}

// NextGame: the second game of a match begins, whose first game this was.
type NextGame struct {
	Game ID `json:"game"`
}

// NameThread: the game is played in a thread that is named after an earlier game and must be renamed. The handler asks
// posted.Boards.ToName.
type NameThread struct {
	Game ID `json:"game"`
}

// TakeOver: a process that shared the work has ended. Others answer the people who wait for an answer from it.
type TakeOver struct{}

// The kinds of the jobs above. They are in the databases: one may be added, never changed.

func (TakeOver) Kind() string      { return "take-over" }
func (NameThread) Kind() string    { return "name-thread" }
func (NextGame) Kind() string      { return "next-game" }
func (Think) Kind() string         { return "think" }
func (Announce) Kind() string      { return "announce" }
func (Redraw) Kind() string        { return "redraw" }
func (Lapse) Kind() string         { return "lapse" }
func (Flag) Kind() string          { return "flag" }
func (CountVotes) Kind() string    { return "count-votes" }
func (ShowVotes) Kind() string     { return "show-votes" }
func (UpdateDisplay) Kind() string { return "update-display" }
func (ShowResult) Kind() string    { return "show-result" }
func (Remind) Kind() string        { return "remind" }

// QueuedJob is a job and the earliest time to run it.
type QueuedJob struct {
	Job Job
	At  time.Time
}

// Equal reports whether both are the same job at the same time.
func (q QueuedJob) Equal(other QueuedJob) bool { return q.Job == other.Job && q.At.Equal(other.At) }

// NotYet is the error of a job that asks to be called again later. It does not count as a failure.
type NotYet struct {
	After time.Duration
}

func (n *NotYet) Error() string { return fmt.Sprintf("not yet: again in %v", n.After) }

// Outbox holds the jobs that a change of a game, an account or a tournament causes. The store saves them with the
// change, in one transaction.
type Outbox struct {
	jobs      []QueuedJob
	answering Answering
}

// Enqueue adds a job. It cannot be withdrawn: one that comes too late, or twice, finds nothing to do. Of equal jobs the
// outbox holds one, at the earlier of their times.
func (o *Outbox) Enqueue(job Job, at time.Time) {
	if i := slices.IndexFunc(o.jobs, func(q QueuedJob) bool { return q.Job == job }); i >= 0 {
		if at.Before(o.jobs[i].At) {
			o.jobs[i].At = at
		}
		return
	}
	o.jobs = append(o.jobs, QueuedJob{job, at})
}

// TakeJobs empties the outbox and returns the jobs in the order in which they were added. The store calls it when it
// saves.
func (o *Outbox) TakeJobs() []QueuedJob {
	jobs := o.jobs
	o.jobs = nil
	return jobs
}

// TakeAnswering hands over how the latest act can be answered, if there was one, and forgets it. The store
// calls it as it saves.
func (o *Outbox) TakeAnswering() (a Answering, ok bool) {
	a, o.answering = o.answering, Answering{}
	return a, a.Interaction != ""
}
