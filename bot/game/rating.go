package game

import (
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

const (
	// ratingPeriod is the time in which an idle rating's deviation grows by one step of its volatility. With five days,
	// a player known to within ±60 is down to ±107 after a year away.
	ratingPeriod = 5 * 24 * time.Hour

	tau          = 0.5  // how fast volatility itself may change: the paper's middle value
	botRD        = 60.0 // the bot's levels have fixed ratings, but they are not known better than this
	countedPlies = 2    // a game counts once both sides have moved
)

// BotRating is the rating of the bot's level as an opponent. It never moves.
func BotRating(level engine.Level) glicko.Rating {
	return glicko.Rating{R: level.Rating(), RD: botRD, Vol: glicko.First().Vol}
}

// RatingAt is the player's rating at a time: the deviation has grown since the rating was made.
func (p Player) RatingAt(at time.Time) glicko.Rating {
	if p.RatedAt.IsZero() {
		return glicko.First()
	}
	return glicko.Idle(p.Rating, periods(p.RatedAt, at))
}

// periods counts rating periods between two times, in fractions; never negative.
func periods(from, to time.Time) float64 {
	return max(0, to.Sub(from).Seconds()/ratingPeriod.Seconds())
}

// settle moves the ratings of the people in a rated game that is over, each against what the other was before.
func (g *Game) settle(at time.Time) {
	if !g.Rated || g.Ply() < countedPlies {
		return
	}
	for c := range g.Seats {
		if g.Seats[c].IsBot() {
			g.Before[c] = BotRating(g.Seats[c].Level)
		} else {
			g.Before[c] = g.Players[g.Seats[c].Person].RatingAt(at)
		}
	}
	g.After = g.Before
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].IsBot() {
			continue
		}
		score := g.score(c)
		g.After[c] = glicko.Count(g.Before[c], []glicko.Result{{Opponent: g.Before[c.Opponent()], Score: score}}, tau)
		g.record(g.Seats[c].Person, g.After[c], score, at)
	}
}

// record writes a result into what is known of a player.
func (g *Game) record(p Person, after glicko.Rating, score float64, at time.Time) {
	player := g.Players[p]
	player.Person, player.Rating, player.RatedAt = p, after, at
	player.Games++
	switch score {
	case 1:
		player.Wins++
	case 0:
		player.Losses++
	default:
		player.Draws++
	}
	if g.Players == nil {
		g.Players = map[Person]Player{}
	}
	g.Players[p] = player
}

// score is what the outcome is worth to c: 1, 0.5 or 0.
func (g *Game) score(c board.Color) float64 {
	winner, won := g.Winner()
	switch {
	case !won:
		return 0.5
	case winner == c:
		return 1
	default:
		return 0
	}
}

// Score is what the finished game is worth to c: 1 won, 0.5 drawn, 0 lost; ok is false while it is not finished, and where it was aborted.
func (g *Game) Score(c board.Color) (score float64, ok bool) {
	if g.State != Finished || g.End == Aborted {
		return 0, false
	}
	return g.score(c), true
}

// Newcomer is a player of whom nothing is known.
func Newcomer(p Person) Player { return Player{Person: p, Rating: glicko.First()} }
