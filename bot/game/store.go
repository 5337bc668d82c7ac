package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Stores are the stores of a [Service]. Package store implements them on a database.
//
// All errors about the person's request are *[Refusal]; any other error means that the database failed and nothing was
// saved.
type Stores struct {
	GameStore
	MarkStore
}

// GameStore keeps games.
type GameStore interface {
	// Create makes a new game: it passes fn a blank one that has its ID, and saves what fn leaves together with the
	// jobs it enqueues. The game is saved only if the checks of its Admissions pass. The key is as in Update, except
	// that an error of fn saves nothing.
	Create(ctx context.Context, key string, fn func(*Game) error) (*Game, error)

	// Update passes the game to fn and saves the result: the game, its moves, the names in Players and the jobs it
	// enqueues are saved together or not at all, with the changes of ratings if the game ends: Before, After and
	// Players hold those once fn has returned. If a game that had changed ratings no longer counts, or is no longer
	// rated, all later results are recalculated in the same transaction. An error of fn saves nothing and is returned
	// unchanged. Only pure code runs inside fn; two Updates of one game never overlap. After fn the checks of its
	// Admissions decide: their errors are like those of fn.
	//
	// A non-empty idempotency key is saved with the rest; if it was used before, fn is not called and the error is
	// Refusal AlreadyDone. It is saved, alone, also when fn returns an error: an interaction is answered once, even
	// with a refusal.
	Update(ctx context.Context, key string, id ID, fn func(*Game) error) (*Game, error)

	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id ID) (*Game, error)

	// Games reads the games that match the query, the newest game first.
	Games(ctx context.Context, q Query) ([]*Game, error)
}

// MarkStore keeps marks of what must be done only once.
type MarkStore interface {
	// Mark marks a key until a time, or forever if that is zero. It reports whether the key was not marked; marking it
	// again changes nothing.
	Mark(ctx context.Context, key string, until time.Time) (first bool, err error)

	// Marked reports whether a key was marked.
	Marked(ctx context.Context, key string) (bool, error)
}

// Query selects games. Exactly one of Person, Channel, Home, Simul and Follows is given.
type Query struct {
	Person  Person  // games of this person, challenges to them or by them included
	Channel string  // games played in this channel
	Home    string  // games played in a thread of their own under this channel
	Simul   SimulID // games of this display, in whatever state
	Follows ID      // rematches of this game, and the second one of its match, in whatever state
	Open    bool    // only offered and active ones
	Played  bool    // only active and finished ones; with Open, which excludes Person: only active ones
	Own     bool    // with Person and Open: without unanswered challenges by others
	Begun   bool    // with Person: only those that they began by a challenge or against the bot in a server; no rematches
	Limit   int     // the maximum number; 0 means 100
	All     bool    // no limit: for what must not miss any. A list that people are shown has a limit
}

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

// ErrUnavailable is wrapped by errors of a store that temporarily cannot save, which may pass without a restart: the
// disk is full, or another process has locked the database. Nothing was changed.
var ErrUnavailable = errors.New("nothing can be saved at the moment")

// ErrUnreadable is wrapped by errors of a store that temporarily cannot read, which may pass without a restart. What
// was saved before remains saved.
var ErrUnreadable = errors.New("nothing can be read at the moment")

// ErrOutcomeUnknown is wrapped by errors of a store that lost its database while it was saving: either everything
// was changed or nothing. The caller may retry, as with [ErrUnavailable].
var ErrOutcomeUnknown = errors.New("it is not known whether this was saved")
