package game

import (
	"slices"
	"time"
)

// Account is what belongs to a person in one server, with the games that he has open there: what he does changes all of them or nothing.
// Store.UpdateOf lends it.
type Account struct {
	Person   Person
	Guild    string   // empty: direct messages
	Settings Settings // his choices; they hold everywhere
	Vacation Vacation // in this server
	Games    []*Game  // all in which he takes part and something can still happen, challenges included; the oldest first

	owed   []Owed
	waived []Job
}

// Owe adds a job to those that are saved together with the account. Jobs about one of its games are owed by that game.
func (a *Account) Owe(job Job, at time.Time) { a.owed = append(a.owed, Owed{job, at}) }

// Waive takes back a job of the account that was owed for later.
func (a *Account) Waive(job Job) {
	a.owed = slices.DeleteFunc(a.owed, func(o Owed) bool { return o.Job == job })
	a.waived = append(a.waived, job)
}

// TakeJobs hands over the jobs as Game.TakeJobs does; those of the games are with the games.
func (a *Account) TakeJobs() (owed []Owed, waived []Job) {
	owed, waived = a.owed, a.waived
	a.owed, a.waived = nil, nil
	return owed, waived
}

// Habits are what the clock of a game by the day has to know of one of its people.
type Habits struct {
	Vacation  Vacation // in the server of the game
	Reminders Reminders
	Zone      string // as in Settings
}

// habits are those of the person to whom the account belongs.
func (a *Account) habits() Habits {
	return Habits{Vacation: a.Vacation, Reminders: a.Settings.Reminders, Zone: a.Settings.Zone}
}

// ByDay tells whether the game is played by a clock that counts days. Only there are vacations and reminders, and only there has a
// store to fill Habits.
func (g *Game) ByDay() bool { return g.Time.Class() == Correspondence }
