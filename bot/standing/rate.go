package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

// AffectsRatings reports whether a game changes ratings: it is rated and has ended with a result.
func AffectsRatings(g *game.Game) bool { return g.Rated && g.Counts() }

// RatingsApplied reports whether the result of a game has changed ratings and has not been undone since.
func RatingsApplied(g *game.Game) bool { return g.After != [2]glicko.Rating{} }

// Rate applies the result of a game for which AffectsRatings holds to its players, each against the other's rating
// before the game. It sets Before and After of the game and the standings in players.
func Rate(g *game.Game, players map[game.Person]Player) {
	class := RatingClass(g)
	rated := RatedGame{Game: g.ID, At: g.Updated, Seats: g.Seats}
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

	Before [2]glicko.Rating // by color: ratings before the game
	After  [2]glicko.Rating // by color: ratings after the game
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
		g.After[c] = glicko.Update(g.Before[c], []glicko.Result{{Opponent: g.Before[c.Opponent()], Score: score}}, tau)
		if p := g.Seats[c].Person; p != "" {
			standing := standings[p]
			standing.add(g.After[c], score, g.At)
			standings[p] = standing
		}
	}
}
