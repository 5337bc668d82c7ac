package game

import (
	"slices"
	"time"
)

// Register is what can be counted inside the transaction of an act.
type Register interface {
	// Games reads games as GameStore.Games does. The one that is acted on is as it was before.
	Games(q Query) ([]*Game, error)

	// RatedGames lists when the rated games of two people ended, the latest first and at most so many.
	RatedGames(a, b Person, limit int) ([]time.Time, error)
}

// Check returns the refusal of an act that a count forbids.
type Check func(Register) error

// Admissions are the checks on which an act depends, and what no two acts may count at once.
type Admissions struct {
	keys   []string
	checks []Check
}

// Admit makes the act depend on a check of what can only be counted: whatever is bounded, other than by the game
// itself. The store calls the check in the transaction that saves the game, and saves nothing if it refuses. Until that
// transaction ends, no other one that names one of the same keys passes: a person, or anything else that has a limit.
func (a *Admissions) Admit(check Check, keys ...string) {
	a.keys, a.checks = append(a.keys, keys...), append(a.checks, check)
}

// TakeAdmissions returns and clears what was asked for since the game was read: the keys in order and once each, and
// the checks.
func (a *Admissions) TakeAdmissions() (keys []string, checks []Check) {
	keys, checks = a.keys, a.checks
	*a = Admissions{}
	slices.Sort(keys)
	return slices.Compact(keys), checks
}
