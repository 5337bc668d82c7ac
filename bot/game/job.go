package game

import (
	"fmt"
	"slices"
	"time"
)

// A Job is work that a game enqueues for later (Think, Announce, Redraw, Retire, Sweep, TakeOver, Archive,
// NameThread, Lapse, Flag, NextGame, Remind, CountVotes, TellVotes, TellSimul); members and tournaments have jobs of
// their own. It is saved with the act that causes it and done after that, at least once, perhaps by another process:
// each kind finds out by itself when there is nothing left to do.
//
// What does a job returns nil when the job is done, or when nothing was left to do, a *NotYet to be called again at
// that time, and any other error to be called again soon.
type Job interface {
	// Kind is the job's name in the database: never change one.
	Kind() string
}

// Think: the bot is to make a move, or to answer a draw offer, in the game when it has Ply moves.
type Think struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// Announce: the channel must be told what happened in the game's revision, unless it has been already.
// Whoever does the work asks Boards.ToAnnounce what there is to tell.
type Announce struct {
	Game     ID  `json:"game"`
	Revision int `json:"revision"`
}

// Redraw: the board that the channel saw last shows times which no longer hold, and the game still has that revision.
// Whoever does the work asks Boards.ToRedraw what to show.
type Redraw struct {
	Game     ID  `json:"game"`
	Revision int `json:"revision"`
}

// Lapse: the challenge lapses if it still waits for its answer.
type Lapse struct {
	Game ID `json:"game"`
}

// Flag: the flag of the side to move falls, if the game still has Ply moves.
type Flag struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// CountVotes: the turn of a vote game closes that is open when it has Ply moves. An early one closes it before its
// time if its result is still certain, and else does nothing.
type CountVotes struct {
	Game  ID   `json:"game"`
	Ply   int  `json:"ply"`
	Early bool `json:"early,omitempty"`
}

// TellVotes: the channel must see how the votes stand in the turn that is open when the game has Ply moves.
// Whoever does the work asks Votes.Tally what there is to tell.
type TellVotes struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// TellSimul: the result of a game of this simultaneous display has changed, and the display's message is to show it.
// Whoever does the work asks Simuls.Display what there is to tell.
type TellSimul struct {
	// Simul is a string in JSON: on its way into PostgreSQL a larger number than 2^53 is rounded.
	Simul SimulID `json:"simul,string"`
}

// Remind: the side to move is reminded for the Nth time, from 0, if the game still has Ply moves.
type Remind struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
	N    int `json:"n"`
}

// NextGame: the second game of the match begins whose first one this game was.
type NextGame struct {
	Game ID `json:"game"`
}

// NameThread: the thread in which the game is played is called after another one, and is to be called after this one as
// long as it goes on. Whoever does the work asks Boards.ToName.
type NameThread struct {
	Game ID `json:"game"`
}

// TakeOver: a process is gone that shared the work. What it owed to people is given by others.
type TakeOver struct{}

// Kind is "take-over".
func (TakeOver) Kind() string { return "take-over" }

// Kind is "name-thread".
func (NameThread) Kind() string { return "name-thread" }

// Kind is "next-game".
func (NextGame) Kind() string { return "next-game" }

// Kind is "think".
func (Think) Kind() string { return "think" }

// Kind is "announce".
func (Announce) Kind() string { return "announce" }

// Kind is "redraw".
func (Redraw) Kind() string { return "redraw" }

// Kind is "lapse".
func (Lapse) Kind() string { return "lapse" }

// Kind is "flag".
func (Flag) Kind() string { return "flag" }

// Kind is "count-votes".
func (CountVotes) Kind() string { return "count-votes" }

// Kind is "tell-votes".
func (TellVotes) Kind() string { return "tell-votes" }

// Kind is "tell-simul".
func (TellSimul) Kind() string { return "tell-simul" }

// Kind is "remind".
func (Remind) Kind() string { return "remind" }

// QueuedJob is a job and the time from which it is to be done.
type QueuedJob struct {
	Job Job
	At  time.Time
}

// Outbox holds the jobs that a change of a game, an account or a tournament causes. The store saves them with it, in
// one transaction.
type Outbox struct {
	jobs      []QueuedJob
	answering Answering
}

// Enqueue adds a job. None is ever withdrawn: a job that comes too late for its purpose, or comes twice, finds nothing
// to do. Within one change the outbox holds equal jobs once, at the earlier of their times.
func (o *Outbox) Enqueue(job Job, at time.Time) {
	if i := slices.IndexFunc(o.jobs, func(q QueuedJob) bool { return q.Job == job }); i >= 0 {
		if at.Before(o.jobs[i].At) {
			o.jobs[i].At = at
		}
		return
	}
	o.jobs = append(o.jobs, QueuedJob{job, at})
}

func (o *Outbox) enqueueAll(jobs []QueuedJob) {
	for _, q := range jobs {
		o.Enqueue(q.Job, q.At)
	}
}

// TakeJobs empties the outbox, in the order in which the jobs came. The store calls it as it saves.
func (o *Outbox) TakeJobs() []QueuedJob {
	jobs := o.jobs
	o.jobs = nil
	return jobs
}

// NotYet is how a job asks to be called again later. It counts as no failure.
type NotYet struct {
	After time.Duration
}

func (n *NotYet) Error() string { return fmt.Sprintf("not yet: again in %v", n.After) }
