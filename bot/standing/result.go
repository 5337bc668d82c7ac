package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

// Result is a game that counts, see [game.Game.Counts], from the view of one of its players.
type Result struct {
	Game     game.ID
	At       time.Time // when the game ended
	Guild    string
	Class    clocks.Class // of the game's clock
	Color    board.Color
	Opponent game.Seat // neither person nor bot: an erased person
	Score    float64   // 1 won, 0.5 drawn, 0 lost
	Plies    int
	Opening  []board.Move // the first moves, at most OpeningPlies; none if the game began from a custom position

	// Rated reports whether ratings changed; otherwise the ratings below are zero.
	Rated   bool
	Before  glicko.Rating // the player's own, before the game
	After   glicko.Rating // the player's own, after the game
	Against glicko.Rating // the opponent's, before the game
	Met     int           // as in RatedGame
}

// OpeningPlies is how many plies of a game are stored as its opening.
const OpeningPlies = 8

// Gain is the rating change; negative for a loss, 0 if the game was not rated.
func (r Result) Gain() float64 { return r.After.R - r.Before.R }

// Points are what a rated result counts in weeks, months and seasons: 1 for a win and ½ for a draw against a person,
// and as much less as the game counts less for ratings. Results against the bot count nothing: its lowest levels lose
// to everybody.
func (r Result) Points() float64 {
	if r.Opponent.IsBot() {
		return 0
	}
	return r.Score * weight(r.Met)
}

// ResultQuery selects results of a person, the latest first.
type ResultQuery struct {
	Person   game.Person
	Rated    bool         // only those that changed ratings
	Class    clocks.Class // with Rated: only those in this rating class, Live or Correspondence; Untimed: in either
	Opponent game.Person  // only those against this person; empty: any opponent
	Limit    int          // the maximum number; 0 means 100
}
