package solving

import "xiangqibot/bot/game"

// The codes of refusals.
const (
	SkippedBefore game.Code = "skipped-before" // only one puzzle of a run may be skipped
	NoRace        game.Code = "no-race"        // there is no race with this number in the server
	RaceOver      game.Code = "race-over"      // the race is over
	RoundOver     game.Code = "round-over"     // the round is over
	ShutOut       game.Code = "shut-out"       // the actor has made a wrong move in this round
	InRace        game.Code = "in-race"        // the puzzle is that of a race in the server
	TriedIt       game.Code = "tried-it"       // the actor has tried the puzzle outside the race since the round began
	TooEarly      game.Code = "too-early"      // the puzzle may be skipped only from Until on
	PuzzleOpen    game.Code = "puzzle-open"    // the position is like that of a puzzle that somebody is solving
)
