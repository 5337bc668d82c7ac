package game

import (
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

const (
	// ratingPeriod is the time in which an idle rating's deviation grows by one step of its volatility. With five days,
	// a player known to within ±60 is down to ±107 after a year away.
	//
	// The paper wants ten games or so in a period. Nobody plays so many in days, and nobody likes to wait for his points: each game
	// is counted as it ends, and the time between two games counts as the fraction of a period that it is.
	ratingPeriod = 5 * 24 * time.Hour

	tau          = 0.5  // how fast volatility itself may change: the paper's middle value
	botRD        = 60.0 // the bot's levels have fixed ratings, but they are not known better than this
	countedPlies = 2    // a game counts once both sides have moved
)

// BotRating is the rating of the bot's level as an opponent. It is the same in each class and never moves.
func BotRating(level engine.Level) glicko.Rating {
	return glicko.Rating{R: level.Rating(), RD: botRD, Vol: glicko.First().Vol}
}

// Standing is how a player does in one class of games. The zero Standing is a newcomer's.
type Standing struct {
	Rating  glicko.Rating // with the deviation that it had at RatedAt, see RatingAt; the zero Rating before the first rated game
	RatedAt time.Time     // when Rating was made; zero: never
	Games   int           // rated games: Wins + Draws + Losses
	Wins    int
	Draws   int
	Losses  int
}

// RatingAt is the rating at a time: the deviation has grown since the rating was made. A newcomer has everybody's first.
func (s Standing) RatingAt(at time.Time) glicko.Rating {
	if s.RatedAt.IsZero() {
		return glicko.First()
	}
	return glicko.Idle(s.Rating, periods(s.RatedAt, at))
}

// periods counts rating periods between two times, in fractions; never negative.
func periods(from, to time.Time) float64 {
	return max(0, to.Sub(from).Seconds()/ratingPeriod.Seconds())
}

// add counts a rated game that made the rating what it is now.
func (s *Standing) add(after glicko.Rating, score float64, at time.Time) {
	s.Rating, s.RatedAt = after, at
	s.tally(score, 1)
}

// tally counts games of a score; n may be negative.
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

// Newcomer is a player of whom nothing is known.
func Newcomer(p Person) Player { return Player{Person: p} }

// In is how the player does in a class. Games without a clock have no rating of their own: a rated one, which only the first versions of
// the bot allowed, counts as correspondence.
func (p Player) In(c Class) Standing { return *p.in(c) }

func (p *Player) in(c Class) *Standing {
	if c == Live {
		return &p.Live
	}
	return &p.Correspondence
}

// Surest is the class in which the player's strength is known best: that of the smaller deviation, as the ratings were made. It tells by
// which rating he is listed where the classes are not told apart.
func (p Player) Surest() Class {
	live, slow := p.Live, p.Correspondence
	if live.Games > 0 && (slow.Games == 0 || live.Rating.RD < slow.Rating.RD) {
		return Live
	}
	return Correspondence
}

// RatingClass is the class whose ratings the game moves if it is rated: Live or Correspondence.
func (g *Game) RatingClass() Class {
	if c := g.Time.Class(); c != Untimed {
		return c
	}
	return Correspondence
}

// settle moves the ratings of the people in a rated game that is over, each against what the other was before.
func (g *Game) settle(at time.Time) {
	if !g.Rated || !g.counts() {
		return
	}
	class := g.RatingClass()
	rated := RatedGame{Game: g.ID, At: at, Seats: g.Seats, Score: g.score(board.Red)}
	standings := map[Person]Standing{}
	for _, seat := range g.Seats {
		if seat.Person != "" {
			standings[seat.Person] = g.Players[seat.Person].In(class)
		}
	}
	rated.count(standings)
	g.Before, g.After = rated.Before, rated.After
	if g.Players == nil {
		g.Players = map[Person]Player{}
	}
	for p, standing := range standings {
		player := g.Players[p]
		player.Person = p
		*player.in(class) = standing
		g.Players[p] = player
	}
}

// counts tells whether enough was played for the game to be a result: both sides have moved.
func (g *Game) counts() bool { return g.Ply() >= countedPlies }

// Counts tells whether the game is a result, for ratings if it is rated and for the records of its players: it was won or drawn, and both
// sides have moved.
func (g *Game) Counts() bool { return g.State == Finished && g.Outcome != rules.Ongoing && g.counts() }

// Settled tells whether the game's result has moved ratings, and has not been taken out of them again.
func (g *Game) Settled() bool { return g.After != [2]glicko.Rating{} }

// unsettle takes the game's result out of the ratings. The store sees that the ratings of a settled game are gone and counts anew all that
// followed it, in the same transaction; Players is right again once it has.
func (g *Game) unsettle() {
	g.Before, g.After = [2]glicko.Rating{}, [2]glicko.Rating{}
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
