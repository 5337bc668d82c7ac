package standing

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
)

// PlayerStore stores players and their results. Package store implements it on a database.
type PlayerStore interface {
	// Player reads what is known about p; for an unknown person only the id is set.
	Player(ctx context.Context, p game.Person) (Player, error)

	// Results lists a person's results, the latest first.
	Results(ctx context.Context, q ResultQuery) ([]Result, error)

	// FirstVoteGame returns the achievement for the first finished vote game in which p voted; Game 0: none. The single
	// opponent of a voting side does not qualify, nor does somebody who only started the game.
	FirstVoteGame(ctx context.Context, p game.Person) (Achievement, error)

	// FarmedPairs lists pairs whose rated games look farmed.
	FarmedPairs(ctx context.Context, q FarmedQuery) ([]FarmedPair, error)
}

// Games stores games. Package store implements it.
type Games interface {
	// Update is the only way to change a game, see game.GameStore. If fn makes a game casual whose result had changed
	// ratings, all later ratings that depend on it are recalculated in the same transaction.
	Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error)

	// UndoPair makes all games of two people on a server casual that had changed ratings, recalculates what depends on
	// them in the same transaction, and returns their number. Refusals: NoRatedPair, TooMuchFollows. The key is as in
	// game.GameStore.Create.
	UndoPair(ctx context.Context, key, guild string, a, b game.Person) (int, error)
}

// Players provides people's ratings, rating histories and profiles.
type Players struct {
	store PlayerStore
	games Games
	now   func() time.Time
}

// NewPlayers returns the service for these stores. The clock is [game.Service.Now].
func NewPlayers(store PlayerStore, games Games, now func() time.Time) *Players {
	return &Players{store, games, now}
}

// RatingNow returns the current rating of a standing: the deviation has grown since the last game.
func (s *Players) RatingNow(standing Standing) glicko.Rating { return standing.RatingAt(s.now()) }

// newcomerGames is the number of finished games from which on a person is no longer a newcomer.
const newcomerGames = 5

// IsNewcomer reports whether a person has finished few games that count. It reads no more of them than it has to.
func (s *Players) IsNewcomer(ctx context.Context, p game.Person) (bool, error) {
	results, err := s.store.Results(ctx, ResultQuery{Person: p, Limit: newcomerGames})
	return len(results) < newcomerGames, err
}

// Profile summarizes a person's games.
func (s *Players) Profile(ctx context.Context, p game.Person) (Profile, error) {
	profile, err := s.summarize(ctx, ResultQuery{Person: p})
	if err != nil {
		return Profile{}, err
	}
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

// Versus summarizes the games of a person against an opponent.
func (s *Players) Versus(ctx context.Context, p, opponent game.Person) (Profile, error) {
	return s.summarize(ctx, ResultQuery{Person: p, Opponent: opponent})
}

// summarize summarizes the latest results that a query selects.
func (s *Players) summarize(ctx context.Context, q ResultQuery) (Profile, error) {
	player, err := s.store.Player(ctx, q.Person)
	if err != nil {
		return Profile{}, err
	}
	q.Limit = maxProfileResults
	results, err := s.store.Results(ctx, q)
	profile := Summarize(results)
	profile.Player = player
	return profile, err
}

// HeadToHead returns the challenger's record against the person challenged in g. It is nil if either is not a specific
// person.
func (s *Players) HeadToHead(ctx context.Context, g *game.Game) (*Tally, error) {
	if g.State != game.Offered || g.Anyone || g.Challenger == game.Deleted || g.Opponent.Person == "" {
		return nil, nil
	}
	profile, err := s.Versus(ctx, g.Challenger, g.Opponent.Person)
	if err != nil {
		return nil, err
	}
	all := profile.Total()
	return &all, nil
}

// UndoRating permanently removes the result of a finished game from the ratings: the game becomes casual, and all later
// ratings are as if it had been casual from the beginning. The caller must check whether the actor may do that;
// UndoRating only checks that they are in the game's server.
//
// Refusals: NoSuchGame, also for a game of another server; [NotRated]; [TooMuchFollows].
func (s *Players) UndoRating(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	return s.games.Update(ctx, act.Key, id, func(g *game.Game) error {
		switch {
		case g.Guild == "" || g.Guild != act.Guild:
			return &game.Refusal{Code: game.NoSuchGame, Game: id}
		case !RatingsApplied(g):
			return &game.Refusal{Code: NotRated, Game: id}
		}
		g.Rated = false
		return nil
	})
}

// FarmedPair is two people whose rated games on a server look as if one lets the other win, to raise a rating.
type FarmedPair struct {
	Winner, Loser game.Person
	Games         int     // their rated games on the server within FarmedDays
	Quick         int     // those of them that the winner won in fewer than QuickPlies
	Gain          float64 // the rating points that the winner gained in all of them
}

const (
	// FarmedDays is for how many days back the rated games of pairs are counted.
	FarmedDays = 30
	// QuickPlies is the length below which a lost game is short. Half of the games that people play to the end are
	// longer than 80 plies.
	QuickPlies = 40
	// farmedGames is the number of rated games below which a pair is never listed.
	farmedGames = 5
	// maxFarmedPairs bounds the list.
	maxFarmedPairs = 10
)

// FarmedQuery selects pairs with at least Games rated games since a time, of which one side won more than half in
// fewer than [QuickPlies]; those with the most such games first.
type FarmedQuery struct {
	Guild string
	Since time.Time
	Games int
	Limit int
}

// FarmedPairs lists the pairs of the actor's server whose rated games look farmed. It is a reason to look at their
// games, and no proof. The caller must check whether the actor may see it.
func (s *Players) FarmedPairs(ctx context.Context, act game.Act) ([]FarmedPair, error) {
	if act.Guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.FarmedPairs(ctx, FarmedQuery{
		Guild: act.Guild, Since: s.now().AddDate(0, 0, -FarmedDays), Games: farmedGames, Limit: maxFarmedPairs,
	})
}

// UndoPair removes all results that two people have against each other on the actor's server from the ratings, as
// UndoRating does with one, and returns how many these were. The caller must check whether the actor may do that.
func (s *Players) UndoPair(ctx context.Context, act game.Act, a, b game.Person) (int, error) {
	if act.Guild == "" {
		return 0, &game.Refusal{Code: game.NotInServer}
	}
	return s.games.UndoPair(ctx, act.Key, act.Guild, a, b)
}
