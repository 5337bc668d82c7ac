package game

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A Job is work that a game owes for later (Think, Announce, Redraw, Lapse, Flag, NextGame, Remind, CountVotes, TellVotes), an Account (VacationEnds),
// or a Tournament (Fixture, TellRound, TellTournament). It is saved with the act that
// causes it and done after that, at least once, perhaps by another process: each kind finds out by itself when there is nothing left to do.
type Job interface {
	// Kind is the job's name in the database: never change one.
	Kind() string
}

// Think: the bot owes a move, or an answer to a draw offer, in the game when it has Ply moves.
type Think struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// Announce: the channel must be told what happened in the game's revision, unless it has been already.
// Whoever does the work asks Service.Untold what there is to tell.
type Announce struct {
	Game     ID  `json:"game"`
	Revision int `json:"revision"`
}

// Redraw: the board that the channel saw last shows times which no longer hold, and the game still has that revision.
// Whoever does the work asks Service.Redrawn what to show.
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

// CountVotes: the turn of a vote game closes that is open when it has Ply moves.
type CountVotes struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// TellVotes: the channel must see how the votes stand in the turn that is open when the game has Ply moves.
// Whoever does the work asks Service.Votes what there is to tell.
type TellVotes struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
}

// Remind: the side to move is reminded for the Nth time, from 0, if the game still has Ply moves.
type Remind struct {
	Game ID  `json:"game"`
	Ply  int `json:"ply"`
	N    int `json:"n"`
}

// VacationEnds: a vacation is over by itself.
type VacationEnds struct {
	Person Person `json:"person"`
	Guild  string `json:"guild"`
}

// NextGame: the second game of the match begins whose first one this game was.
type NextGame struct {
	Game ID `json:"game"`
}

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

// Kind is "remind".
func (Remind) Kind() string { return "remind" }

// Kind is "vacation-ends".
func (VacationEnds) Kind() string { return "vacation-ends" }

// Owed is a job and the time from which it is to be done.
type Owed struct {
	Job Job
	At  time.Time
}

// Debts are the jobs that a game, an account or a tournament owes while it is lent. They are saved together with it.
type Debts struct {
	owed   []Owed
	waived []Job
}

// Owe adds a job to those that are saved.
func (d *Debts) Owe(job Job, at time.Time) { d.owed = append(d.owed, Owed{job, at}) }

// Waive takes back a job that was owed for later and has become pointless. A job that has begun meanwhile is not stopped;
// it finds nothing to do.
func (d *Debts) Waive(job Job) {
	d.owed = slices.DeleteFunc(d.owed, func(o Owed) bool { return o.Job == job })
	d.waived = append(d.waived, job)
}

// TakeJobs hands over the jobs that were owed and waived since the loan, in their order, and forgets them. Those waived were owed
// before: a job that is in both lists is owed, at its new time. The store calls it as it saves.
func (d *Debts) TakeJobs() (owed []Owed, waived []Job) {
	owed, waived = d.owed, d.waived
	*d = Debts{}
	return owed, waived
}

// Reserve asks for something that only one game may have, named by a key, such as a seat. The store saves the game only if nobody had
// reserved that key in the hour before; otherwise its error is Refusal Outdated, and who asked looks again what is left.
func (g *Game) Reserve(key string) { g.reserved = append(g.reserved, key) }

// TakeReserved hands over the keys that were reserved since the game was lent, and forgets them. The store calls it as it saves.
func (g *Game) TakeReserved() []string {
	keys := g.reserved
	g.reserved = nil
	return keys
}

// Worker does the jobs. Service has Think, Lapse, Flag, NextGame, VacationEnds, CountVotes and Fixture; the bot has Announce, Redraw, Remind, TellVotes,
// TellRound and TellTournament; the program joins them.
//
// An error means: try again soon. A *NotYet means: try again then. nil means done, or nothing left to do.
type Worker interface {
	Think(ctx context.Context, job Think) error
	Announce(ctx context.Context, job Announce) error
	Redraw(ctx context.Context, job Redraw) error
	Lapse(ctx context.Context, job Lapse) error
	Flag(ctx context.Context, job Flag) error
	Archive(ctx context.Context, job Archive) error
	CountVotes(ctx context.Context, job CountVotes) error
	TellVotes(ctx context.Context, job TellVotes) error
	Remind(ctx context.Context, job Remind) error
	VacationEnds(ctx context.Context, job VacationEnds) error
	NextGame(ctx context.Context, job NextGame) error
	Fixture(ctx context.Context, job Fixture) error
	TellRound(ctx context.Context, job TellRound) error
	TellTournament(ctx context.Context, job TellTournament) error
}

// NotYet is how a job asks to be called again later. It counts as no failure.
type NotYet struct {
	After time.Duration
}

func (n *NotYet) Error() string { return fmt.Sprintf("not yet: again in %v", n.After) }
