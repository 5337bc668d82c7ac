package game

import (
	"context"
	"time"

	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

// RatedGame is what ratings know of a game.
type RatedGame struct {
	Game  ID
	At    time.Time // when it ended
	Seats [2]Seat   // by colour. A seat that is neither a person's nor the bot's is that of somebody who was erased: his Before stands
	Score float64   // what the result is worth to Red: 1, 0.5 or 0

	Before [2]glicko.Rating // by colour: ratings before the game
	After  [2]glicko.Rating // by colour: what the game made of them
}

// Recount counts rated games of one class, in the order in which they ended. The map tells how each of their people stood before the first
// of them, newcomers may be missing, and then how they stand after the last; Before and After of each game are filled in.
//
// It is how a result is taken back: count what followed it once more, from how its players stood before it. That leaves exactly what there
// would be had the game never been played.
func Recount(games []RatedGame, standings map[Person]Standing) {
	for i := range games {
		games[i].count(standings)
	}
}

// count counts one game.
func (g *RatedGame) count(standings map[Person]Standing) {
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
		g.After[c] = glicko.Count(g.Before[c], []glicko.Result{{Opponent: g.Before[c.Opponent()], Score: score}}, tau)
		if p := g.Seats[c].Person; p != "" {
			standing := standings[p]
			standing.add(g.After[c], score, g.At)
			standings[p] = standing
		}
	}
}

// Without is the standing less a game of the given score, as far as the counts go.
func (s Standing) Without(score float64) Standing {
	s.tally(score, -1)
	return s
}

// UndoRating takes the result of a finished game out of the ratings, for ever: the game becomes a casual one, and all that followed is as
// if it had been so from the beginning. Whether the actor may do that is for the edge to know; here it is only where: in the game's server.
//
// Refusals: NoSuchGame, also for a game of another server; NotRated; TooMuchFollows.
func (s *Service) UndoRating(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.store.Update(ctx, act.Claim, id, func(g *Game) error {
		switch {
		case g.Guild == "" || g.Guild != act.Guild:
			return g.refuse(NoSuchGame)
		case !g.Settled():
			return g.refuse(NotRated)
		}
		g.unsettle()
		g.Rated = false
		return nil
	})
}
