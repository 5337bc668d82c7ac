package game

import (
	"context"
	"time"
)

// Stores keep what a Service works on, each its part. Package store implements them on a database.
//
// All errors about the person's request are *Refusal; any other error means that the database failed and nothing was
// saved.
type Stores struct {
	GameStore
	MarkStore
}

// GameStore keeps games.
type GameStore interface {
	// Create makes a new game: it passes fn a blank one that has its ID, and saves what fn leaves together with the
	// jobs it enqueues. What fn reserves is saved with it, see Reservations. The key is as in Update, but for an error
	// of fn, which saves nothing: what makes no game today makes none tomorrow.
	Create(ctx context.Context, key string, fn func(*Game) error) (*Game, error)

	// Update passes the game to fn and keeps what fn leaves behind: the game, its moves, the names in Players and the
	// jobs it enqueues are saved together or not at all, with what its end does to the ratings of its people: Before,
	// After and Players hold that once fn has returned. Where a game that had moved ratings no longer counts, or is no
	// longer rated, all that followed it is counted again, in the same transaction. An error of fn saves nothing and is
	// returned as it is.
	// Inside fn only pure code runs; two Updates of one game never overlap.
	//
	// An idempotency key that is not empty is saved with the rest; where it was used before, fn is not called and the
	// error is Refusal AlreadyDone. It is saved, alone, when fn returns an error too: an interaction is answered once,
	// be it with a no.
	Update(ctx context.Context, key string, id ID, fn func(*Game) error) (*Game, error)

	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id ID) (*Game, error)

	// Games reads the games that fit the query, the newest game first.
	Games(ctx context.Context, q Query) ([]*Game, error)
}

// AnsweringStore keeps how interactions can be answered.
type AnsweringStore interface {
	// KeepAnswering keeps that the person of an interaction was told to wait, and how to answer it unless that is kept
	// already. What Outbox.TakeAnswering hands over is kept in the transaction that saves the game, with the game and its
	// revision. All of it goes after AnswerLife.
	KeepAnswering(ctx context.Context, a Answering) error

	// DropAnswering forgets that the person of an interaction waits, and how to answer it where it has changed no game.
	DropAnswering(ctx context.Context, interaction string) error

	// Answerings lists how interactions can be answered that led to revisions of a game after the given one, or with game
	// 0 all of them, the latest first.
	Answerings(ctx context.Context, id ID, after int) ([]Answering, error)
}

// MarkStore keeps marks of what was done once and is not to be done again.
type MarkStore interface {
	// Mark marks a key until a time, or for good if that is zero. Marking it again changes nothing.
	Mark(ctx context.Context, key string, until time.Time) error

	// Marked reports whether a key was marked.
	Marked(ctx context.Context, key string) (bool, error)
}

// Query asks for games. Exactly one of Person, Channel, Home, Simul and Follows is given.
type Query struct {
	Person  Person  // games of this person, challenges to them or by them included
	Channel string  // games played in this channel
	Home    string  // games played in a thread of their own that belongs to this channel
	Simul   SimulID // games of this display, in whatever state
	Follows ID      // rematches of this game, and the second one of its match, in whatever state
	Open    bool    // only offered and active ones
	Played  bool    // only active and finished ones; with Open, which is not for a Person: only active ones
	Own     bool    // with Person and Open: without challenges that others made and nobody has answered
	Limit   int     // at most so many; 0 means 100
	All     bool    // every one instead: for what must miss none. A list that people are shown has a limit
}
