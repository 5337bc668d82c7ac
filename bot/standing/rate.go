package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

// Rates reports whether a game moves ratings: it is rated, and it has ended with a result.
func Rates(g *game.Game) bool { return g.Rated && g.Counts() }

// Settled reports whether the result of a game has moved ratings and has not been taken back since.
func Settled(g *game.Game) bool { return g.After != [2]glicko.Rating{} }

// Rate applies the result of a game that Rates to its people, each against what the other was before. It fills in
// Before and After of the game, and the standings in players.
func Rate(g *game.Game, players map[game.Person]Player) {
	class := ClassOf(g)
	rated := RatedGame{Game: g.ID, At: g.Updated, Seats: g.Seats}
	rated.Score, _ = g.Score(board.Red)
	standings := map[game.Person]Standing{}
	for _, seat := range g.Seats {
		if seat.Person != "" {
			standings[seat.Person] = players[seat.Person].In(class)
		}
	}
	rated.count(standings)
	g.Before, g.After = rated.Before, rated.After
	for p, standing := range standings {
		player := players[p]
		player.Person = p
		*player.in(class) = standing
		players[p] = player
	}
}

// RatedGame is what ratings know of a game.
type RatedGame struct {
	Game  game.ID
	At    time.Time    // when it ended
	Seats [2]game.Seat // by color. A seat of neither a person nor the bot is that of somebody who was erased: its Before stays
	Score float64      // what the result is worth to Red: 1, 0.5 or 0

	Before [2]glicko.Rating // by color: ratings before the game
	After  [2]glicko.Rating // by color: what the game made of them
}

// Recount counts rated games of one class, in the order in which they ended. The map holds the standing of each of
// their people before the first of the games, newcomers may be missing, and afterwards their standing after the last.
// Before and After of each game are filled in.
//
// It is how a result is taken back: count again what followed it, from the standings of its players before it. What
// results is exactly what there would be had the game never been played.
func Recount(games []RatedGame, standings map[game.Person]Standing) {
	for i := range games {
		games[i].count(standings)
	}
}

// count counts one game.
func (g *RatedGame) count(standings map[game.Person]Standing) {
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
