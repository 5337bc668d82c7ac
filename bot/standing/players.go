package standing

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
)

// PlayerStore keeps players and their results. Package store implements it on a database.
type PlayerStore interface {
	// Player reads what is known of p; of an unknown person, nothing but their id.
	Player(ctx context.Context, p game.Person) (Player, error)

	// Results lists a person's results, the latest first.
	Results(ctx context.Context, q ResultQuery) ([]Result, error)

	// FirstVoteGame is the first finished vote game in which p voted, as the achievement that it is; Game 0: none. The
	// single person opposite has not, nor has who only started the game.
	FirstVoteGame(ctx context.Context, p game.Person) (Achievement, error)
}

// Games are the games of people. Package store keeps them.
type Games interface {
	// Update is the only way to change a game, see game.GameStore. Where fn makes a game casual whose result had
	// moved ratings, all that followed it is counted again in the same transaction.
	Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error)
}

// Players tells how people do: their ratings and how those came about, and their profiles.
type Players struct {
	store PlayerStore
	games Games
	now   func() time.Time
}

// NewPlayers joins stores and a clock: game.Service.Now.
func NewPlayers(store PlayerStore, games Games, now func() time.Time) *Players {
	return &Players{store, games, now}
}

// Player reads a person's name and standing in each class. RatingNow is what a rating of theirs is now.
func (s *Players) Player(ctx context.Context, p game.Person) (Player, error) {
	return s.store.Player(ctx, p)
}

// RatingNow is the rating of a standing as it is now: the deviation has grown since the last game.
func (s *Players) RatingNow(standing Standing) glicko.Rating { return standing.RatingAt(s.now()) }

// History lists a person's rated games, the latest first.
func (s *Players) History(ctx context.Context, p game.Person, limit int) ([]Result, error) {
	return s.store.Results(ctx, ResultQuery{Person: p, Rated: true, Limit: limit})
}

// Profile sums up a person's games.
func (s *Players) Profile(ctx context.Context, p game.Person) (Profile, error) {
	player, err := s.store.Player(ctx, p)
	if err != nil {
		return Profile{}, err
	}
	results, err := s.store.Results(ctx, ResultQuery{Person: p, Limit: maxProfileResults})
	if err != nil {
		return Profile{}, err
	}
	profile := Summarize(results)
	profile.Player = player
	vote, err := s.store.FirstVoteGame(ctx, p)
	if err != nil {
		return Profile{}, err
	}
	if vote.Game != 0 {
		profile.Achievements = append(profile.Achievements, vote)
		slices.SortStableFunc(profile.Achievements, func(a, b Achievement) int { return a.At.Compare(b.At) })
	}
	return profile, nil
}

// Versus sums up the games of a person against another one.
func (s *Players) Versus(ctx context.Context, p, opponent game.Person) (Profile, error) {
	player, err := s.store.Player(ctx, p)
	if err != nil {
		return Profile{}, err
	}
	results, err := s.store.Results(ctx, ResultQuery{Person: p, Opponent: opponent, Limit: maxProfileResults})
	profile := Summarize(results)
	profile.Player = player
	return profile, err
}

// Met is how the challenger of g has done against the person whom they challenge. It is nil where one of the two is
// nobody in particular.
func (s *Players) Met(ctx context.Context, g *game.Game) (*Tally, error) {
	if g.State != game.Offered || g.Anyone || g.Challenger == game.Deleted || g.Opponent.Person == "" {
		return nil, nil
	}
	results, err := s.store.Results(ctx, ResultQuery{
		Person: g.Challenger, Opponent: g.Opponent.Person, Limit: maxProfileResults,
	})
	if err != nil {
		return nil, err
	}
	all := Summarize(results).Total()
	return &all, nil
}

// UndoRating takes the result of a finished game out of the ratings, forever: the game becomes a casual one, and all
// that followed is as if it had been one from the beginning. Whether the actor may do that is for the caller to check; here
// it is only checked where they are: in the game's server.
//
// Refusals: NoSuchGame, also for a game of another server; NotRated; TooMuchFollows.
func (s *Players) UndoRating(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	return s.games.Update(ctx, act.Key, id, func(g *game.Game) error {
		switch {
		case g.Guild == "" || g.Guild != act.Guild:
			return &game.Refusal{Code: game.NoSuchGame, Game: id}
		case !Settled(g):
			return &game.Refusal{Code: NotRated, Game: id}
		}
		g.Rated = false
		return nil
	})
}
