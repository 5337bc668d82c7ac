package standing

import "xiangqibot/bot/game"

// The codes of refusals about ratings and seasons.
const (
	NotRated       game.Code = "not-rated"        // the game has moved no ratings, or its result was taken out of them already
	NoSeason       game.Code = "no-season"        // no season is played here, or there was none of that number
	SeasonRuns     game.Code = "season-runs"      // a season is played here already
	TooMuchFollows game.Code = "too-much-follows" // more than Limit results would have to be counted again
)
