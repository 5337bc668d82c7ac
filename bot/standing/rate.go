package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/guild"
	"xiangqibot/engine/board"
)

// AffectsRatings reports whether a game changes ratings: it is rated, and has ended with a result and not too soon.
func AffectsRatings(g *game.Game) bool { return g.Rated && g.Counts() && !game.TooShort(g) }

// RatingsApplied reports whether the result of a game has changed ratings and has not been undone since.
func RatingsApplied(g *game.Game) bool { return g.After != [2]glicko.Rating{} }

// Rate applies the result of a game for which [AffectsRatings] holds to its players, each against the other's rating
// before the game. Met is as in [RatedGame]. It sets Before and After of the game and the standings in players.
func Rate(g *game.Game, met int, players map[game.Person]Player) {
	class := RatingClass(g)
	rated := RatedGame{Game: g.ID, At: g.Updated, Seats: g.Seats, Met: met}
	rated.Score, _ = g.Score(board.Red)
	standings := map[game.Person]Standing{}
	for _, seat := range g.Seats {
		if seat.Person != "" {
			standings[seat.Person] = players[seat.Person].In(class)
		}
	}
	rated.apply(standings)
	g.Before, g.After = rated.Before, rated.After
	for p, standing := range standings {
		player := players[p]
		player.Person = p
		*player.in(class) = standing
		players[p] = player
	}
}

// RatedGame is a game as the rating calculation sees it.
type RatedGame struct {
	Game  game.ID
	At    time.Time    // when it ended
	Seats [2]game.Seat // by color; neither person nor bot: an erased person, whose Before is kept
	Score float64      // Red's score: 1, 0.5 or 0
	Met   int          // how many rated games of this class the two had ended within FadeTime before; see weight

	Before [2]glicko.Rating // by color: ratings before the game
	After  [2]glicko.Rating // by color: ratings after the game
}

// FadeTime is how long a rated game of two people makes their next ones count less.
const FadeTime = 7 * 24 * time.Hour

// ForRanks returns the rating for which roles are given, see [guild.Ranks]. Until a rating is settled it earns the
// first role at most: one won game says little.
func ForRanks(r glicko.Rating) int {
	if r.RD > glicko.SettledRD {
		return min(int(r.R), guild.RanksByRating.Steps()[0])
	}
	return int(r.R)
}

// weight is how much of a game this one counts as: the nth of two people within [FadeTime] is an nth of a game. So what
// one opponent can give is about one game a week, however often the two play. Against the bot, who gives nothing away,
// Met is always 0.
func weight(met int) float64 { return 1 / float64(1+met) }

// Meetings holds when rated games of two people ended, to find [RatedGame.Met]. The games of one class are added in the
// order in which they ended.
type Meetings map[[2]game.Person][]time.Time

// PairOf returns the key of two people in [Meetings]; ok is false if one of the seats is not a person's.
func PairOf(seats [2]game.Seat) (pair [2]game.Person, ok bool) {
	a, b := seats[0].Person, seats[1].Person
	return [2]game.Person{min(a, b), max(a, b)}, a != "" && b != ""
}

// Meet adds a game of two people and returns its Met.
func (m Meetings) Meet(pair [2]game.Person, at time.Time) int {
	met := 0
	for _, before := range m[pair] {
		if before.After(at.Add(-FadeTime)) {
			met++
		}
	}
	m[pair] = append(m[pair], at)
	return met
}

// Recalculate applies rated games of one class in the order in which they ended. The map holds each player's standing
// before the first game, where newcomers may be missing; Recalculate updates it to the standings after the last. It
// sets Before and After of each game.
//
// This is how a result is undone: apply all later games again, starting from the standings before it. The outcome is
// exactly as if the game had never been played.
func Recalculate(games []RatedGame, standings map[game.Person]Standing) {
	for i := range games {
		games[i].apply(standings)
	}
}

// apply applies one game to the standings.
func (g *RatedGame) apply(standings map[game.Person]Standing) {
	for c, seat := range g.Seats {
		switch {
		case seat.IsBot():
			g.Before[c] = BotRating(seat.Level)
		case seat.Person != "":
			g.Before[c] = standings[seat.Person].RatingAt(g.At)
		}
	}
	g.After = g.Before
	for _, c := range []board.Color{board.Red, board.Black} {
		if g.Seats[c].IsBot() {
			continue
		}
		score := g.Score
		if c == board.Black {
			score = 1 - score
		}
		g.After[c] = glicko.Update(g.Before[c], []glicko.Result{{Opponent: g.Before[c.Opponent()], Score: score, Weight: weight(g.Met)}}, tau)
		if p := g.Seats[c].Person; p != "" {
			standing := standings[p]
			standing.add(g.After[c], score, g.At)
			standings[p] = standing
		}
	}
}
