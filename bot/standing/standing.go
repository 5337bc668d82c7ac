// Package standing is what the games of people add up to: results, ratings, leaderboards, profiles and seasons.
//
// A finished game is a result. Rate applies it to the ratings of the game's people; the store calls it in the
// transaction that saves the end of the game, and keeps a Result for each of them. Recount undoes a result and rates
// again everything that followed. Package glicko has the arithmetic of ratings.
//
// Two services read what was kept. Start with them:
//
//	players := standing.NewPlayers(store, games, service.Now)
//	profile, err := players.Profile(ctx, person)
//
//	boards := standing.NewBoards(store, servers, service.Now)
//	page, err := boards.Leaderboard(ctx, standing.Board{Guild: guild}, 0, asker)
package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
)

const (
	// ratingPeriod is the time in which the deviation of an idle rating grows by one step of its volatility. With five
	// days, a player known to within ±60 is known to within ±107 after a year away.
	//
	// The paper advises about ten games in a period. Few people play that many in days, and nobody likes to wait for
	// their points: each game is counted as it ends, and the time between two games counts as the fraction of a period
	// that it is.
	ratingPeriod = 5 * 24 * time.Hour

	tau   = 0.5  // how fast volatility itself may change: the paper's middle value
	botRD = 60.0 // the bot's levels have fixed ratings, but they are known no better than this
)

// BotRating is the rating of the bot's level as an opponent. It is the same in each class and never moves.
func BotRating(level engine.Level) glicko.Rating {
	return glicko.Rating{R: level.Rating(), RD: botRD, Vol: glicko.Initial().Vol}
}

// Standing is how a player does in one class of games. The zero Standing is a newcomer's.
type Standing struct {
	Rating  glicko.Rating // with the deviation it had at RatedAt, see RatingAt; the zero Rating before the first rated game
	RatedAt time.Time     // when Rating was made; zero: never
	Games   int           // rated games: Wins + Draws + Losses
	Wins    int
	Draws   int
	Losses  int
}

// RatingAt is the rating at a time: the deviation has grown since the rating was made. Every newcomer has the same
// first rating.
func (s Standing) RatingAt(at time.Time) glicko.Rating {
	if s.RatedAt.IsZero() {
		return glicko.Initial()
	}
	return glicko.Idle(s.Rating, periods(s.RatedAt, at))
}

// periods counts rating periods between two times, in fractions; never negative.
func periods(from, to time.Time) float64 {
	return max(0, to.Sub(from).Seconds()/ratingPeriod.Seconds())
}

// Without is the standing with a game of the given score not counted. The rating stays as it is.
func (s Standing) Without(score float64) Standing {
	s.tally(score, -1)
	return s
}

// add counts a rated game that made the rating what it is now.
func (s *Standing) add(after glicko.Rating, score float64, at time.Time) {
	s.Rating, s.RatedAt = after, at
	s.tally(score, 1)
}

// tally counts n games of a score; n may be negative.
func (s *Standing) tally(score float64, n int) {
	s.Games += n
	switch score {
	case 1:
		s.Wins += n
	case 0:
		s.Losses += n
	default:
		s.Draws += n
	}
}

// Player is a person as the lists show them.
type Player struct {
	Person game.Person
	Name   string // display name when last seen; may be empty
	Locale string // language of their client when last seen, as Discord names it; may be empty

	Live           Standing // in games by minutes and seconds
	Correspondence Standing // in games by days
}

// ShownName is the player's name as it may appear among other words; empty where none is known, or where nothing of it
// can be seen.
func (p Player) ShownName() string { return game.Tidy(p.Name) }

// In is how the player does in a class. Games without a clock have no rating of their own: a rated one, which only the
// first versions of the bot allowed, counts as correspondence.
func (p Player) In(c game.Class) Standing { return *p.in(c) }

func (p *Player) in(c game.Class) *Standing {
	if c == game.Live {
		return &p.Live
	}
	return &p.Correspondence
}

// Surest is the class in which the player's strength is known best: the one with the smaller deviation, as the ratings
// were made. Where the classes are not told apart, the player is listed by that rating.
func (p Player) Surest() game.Class {
	live, slow := p.Live, p.Correspondence
	if live.Games > 0 && (slow.Games == 0 || live.Rating.RD < slow.Rating.RD) {
		return game.Live
	}
	return game.Correspondence
}

// Of is the player as a game shows them: with the rating that they have in the game's class.
func (p Player) Of(g *game.Game) game.Player {
	return game.Player{Person: p.Person, Name: p.Name, Locale: p.Locale, Rating: p.In(ClassOf(g)).RatingAt(g.Updated)}
}

// ClassOf is the class whose ratings a game moves if it is rated: Live or Correspondence.
func ClassOf(g *game.Game) game.Class {
	if c := g.Time.Class(); c != game.Untimed {
		return c
	}
	return game.Correspondence
}
