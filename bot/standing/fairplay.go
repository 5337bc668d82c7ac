package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

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
