package standing

import (
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

// Result is a game that counts, see game.Game.Counts, as one of its players has it.
type Result struct {
	Game     game.ID
	At       time.Time // when the game ended
	Guild    string
	Class    game.Class // of the game's clock
	Color    board.Color
	Opponent game.Seat // neither person nor bot: somebody who was erased
	Score    float64   // 1 won, 0.5 drawn, 0 lost
	Plies    int
	Opening  []board.Move // the first moves, at most OpeningPlies; none where the game began from a position of its own

	// Rated reports whether ratings moved; the ratings below are zero where they did not.
	Rated   bool
	Before  glicko.Rating // the player's own, before the game
	After   glicko.Rating // what the game made of it
	Against glicko.Rating // the opponent's, before the game
}

// OpeningPlies is how many moves of a game are kept as its opening.
const OpeningPlies = 8

// Gain is how many points the game brought; negative for a loss, 0 where it was not rated.
func (r Result) Gain() float64 { return r.After.R - r.Before.R }

// ResultQuery asks for results of a person, the latest first.
type ResultQuery struct {
	Person   game.Person
	Rated    bool        // only those that moved ratings
	Class    game.Class  // with Rated: only those that moved the ratings of this class, Live or Correspondence; Untimed: of either
	Opponent game.Person // only those against this person; empty: against anybody
	Limit    int         // at most so many; 0 means 100
}
