// Package standing computes results, ratings, leaderboards, profiles and seasons from the games of people.
//
// A finished game is a result. Rate applies it to the ratings of the game's players; the store calls it in the
// transaction that saves the end of the game, and stores a [Result] for each player. Recalculate undoes a result by
// recalculating all ratings that followed. Package glicko has the arithmetic of ratings.
//
// Two services read the stored data. Start with them:
//
//	players := standing.NewPlayers(store, games, service.Now)
//	profile, err := players.Profile(ctx, person)
//
//	leaderboards := standing.NewLeaderboards(store, servers, service.Now)
//	page, err := leaderboards.Leaderboard(ctx, standing.Leaderboard{Guild: guild}, 0, asker)
package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
)

// Refusal codes for ratings and seasons.
const (
	NotRated       game.Code = "not-rated"        // the game has changed no ratings, or its result was already undone
	NoRatedPair    game.Code = "no-rated-pair"    // no result of two people against each other changes ratings here
	NoSeason       game.Code = "no-season"        // no season is played here, or there is none with that number
	SeasonRuns     game.Code = "season-runs"      // a season is already played here
	TooMuchFollows game.Code = "too-much-follows" // more than Limit results would have to be recalculated
)

const (
	// ratingPeriod is the time in which the deviation of an idle rating grows by one step of its volatility. With five
	// days, a deviation of ±60 grows to ±107 after a year without games.
	//
	// The paper recommends about ten games per period. Few people play that many within days, and nobody likes to wait
	// for their rating: each game is rated as it ends, and the time between two games counts as a fraction of a period.
	ratingPeriod = 5 * 24 * time.Hour

	tau   = 0.5  // bounds the change of volatility: the paper's middle value
	botRD = 60.0 // the deviation of the bot's levels, whose ratings are fixed
)

// BotRating returns the rating of a level of the bot as an opponent. It is the same in each class and never changes.
func BotRating(level engine.Level) glicko.Rating {
	return glicko.Rating{R: level.Rating(), RD: botRD, Vol: glicko.Initial().Vol}
}

// Tally counts wins, draws and losses.
type Tally struct{ Wins, Draws, Losses int }

// Games is the number of games counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Add adds n games with a score; n may be negative.
func (t *Tally) Add(score float64, n int) {
	switch score {
	case 1:
		t.Wins += n
	case 0:
		t.Losses += n
	default:
		t.Draws += n
	}
}

// Standing is a player's rating and record in one class of games. The zero Standing is a newcomer's.
type Standing struct {
	Rating  glicko.Rating // with the deviation at RatedAt, see RatingAt; the zero Rating before the first rated game
	RatedAt time.Time     // when Rating was calculated; zero: never
	Tally                 // of the rated games
}

// RatingAt returns the rating at a time: the deviation has grown since the rating was calculated. All newcomers have
// the same initial rating.
func (s Standing) RatingAt(at time.Time) glicko.Rating {
	if s.RatedAt.IsZero() {
		return glicko.Initial()
	}
	return glicko.Idle(s.Rating, periods(s.RatedAt, at))
}

// periods returns the fractional number of rating periods between two times; never negative.
func periods(from, to time.Time) float64 {
	return max(0, to.Sub(from).Seconds()/ratingPeriod.Seconds())
}

// Without returns the standing without a game of the given score. The rating is unchanged.
func (s Standing) Without(score float64) Standing {
	s.Add(score, -1)
	return s
}

// add adds a rated game after which the rating is after.
func (s *Standing) add(after glicko.Rating, score float64, at time.Time) {
	s.Rating, s.RatedAt = after, at
	s.Add(score, 1)
}

// Player is a person with their standings.
type Player struct {
	Person game.Person
	Name   string // display name when last seen; may be empty
	Locale string // language of their client when last seen, as Discord names it; may be empty

	Live           Standing // in games with minutes and seconds per side
	Correspondence Standing // in games with days per move
}

// ShownName returns the player's name, made safe for use within text; empty if it is unknown or has no visible
// characters.
func (p Player) ShownName() string { return game.Sanitize(p.Name) }

// In returns the player's standing in a class. Games without a clock have no rating of their own: that of
// correspondence takes its place.
func (p Player) In(c clocks.Class) Standing { return *p.in(c) }

func (p *Player) in(c clocks.Class) *Standing {
	if c == clocks.Live {
		return &p.Live
	}
	return &p.Correspondence
}

// MostReliableClass returns the class with the smaller deviation at the time of the last rating. A leaderboard of all
// classes lists the player with that rating.
func (p Player) MostReliableClass() clocks.Class {
	live, slow := p.Live, p.Correspondence
	if live.Games() > 0 && (slow.Games() == 0 || live.Rating.RD < slow.Rating.RD) {
		return clocks.Live
	}
	return clocks.Correspondence
}

// InGame returns the player as a game shows them: with the rating in the game's class.
func (p Player) InGame(g *game.Game) game.Player {
	return game.Player{
		Person: p.Person, Name: p.Name, Locale: p.Locale, Rating: p.In(RatingClass(g)).RatingAt(g.Updated),
	}
}

// RatingClass returns the class whose ratings a game changes if it is rated: Live or Correspondence.
func RatingClass(g *game.Game) clocks.Class {
	if c := g.Time.Class(); c != clocks.Untimed {
		return c
	}
	return clocks.Correspondence
}
