package solving

import "xiangqibot/bot/game"

// The codes of refusals.
const (
	SkippedBefore game.Code = "skipped-before" // a run has one puzzle to be skipped
	NoRace        game.Code = "no-race"        // no race has this number, here
	RaceOver      game.Code = "race-over"      // somebody has won the race
	RoundOver     game.Code = "round-over"     // somebody was quicker
	ShutOut       game.Code = "shut-out"       // they made a wrong move in this round
	TooEarly      game.Code = "too-early"      // the others may still think about the puzzle: not before Until
)
