package tournament

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
)

// Store keeps tournaments and the games of their boards. Package store implements it on a database.
//
// All errors about the person's request are *[game.Refusal]; any other error means that the database failed and nothing
// was saved.
type Store interface {
	// CreateTournament makes a new tournament: it passes fn a blank one that has its ID, and saves the result together
	// with the jobs that fn enqueues. If the idempotency key was used before, the error is Refusal AlreadyDone. If fn
	// fails, nothing is saved.
	CreateTournament(ctx context.Context, key string, fn func(*Tournament) error) (*Tournament, error)

	// UpdateTournament passes the tournament to fn and saves the result, with the jobs that fn enqueues and the names
	// of those who signed up. Refusal NoTournament if there is none. The key is as in CreateTournament, except that it
	// is saved if fn fails.
	UpdateTournament(ctx context.Context, key string, id ID, fn func(*Tournament) error) (*Tournament, error)

	// Tournament reads a tournament. Refusal NoTournament if there is none.
	Tournament(ctx context.Context, id ID) (*Tournament, error)

	// Tournaments lists the latest tournaments of a guild, newest first, at most MaxListed.
	Tournaments(ctx context.Context, guild string) ([]*Tournament, error)

	// Begin returns the game of a fixture. Only if there is none it makes one, as game.GameStore's Create does. It
	// passes fn the tournament as read in that transaction, which fn must not modify. Refusal NoTournament if there is
	// none.
	Begin(ctx context.Context, f Fixture, fn func(*Tournament, *game.Game) error) (*game.Game, error)
}

// RatingStore reads people's ratings.
type RatingStore interface {
	// Rating reads a person's rating in a class of games, as their last rated game left it; ok is false if they have
	// played none.
	Rating(ctx context.Context, p game.Person, class clocks.Class) (r glicko.Rating, ok bool, err error)
}
