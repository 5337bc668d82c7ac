package standing

import "xiangqibot/bot/game"

// Refusal codes for ratings and seasons.
const (
	NotRated       game.Code = "not-rated"        // the game has changed no ratings, or its result was already undone
	NoRatedPair    game.Code = "no-rated-pair"    // no result of two people against each other changes ratings here
	NoSeason       game.Code = "no-season"        // no season is played here, or there is none with that number
	SeasonRuns     game.Code = "season-runs"      // a season is already played here
	TooMuchFollows game.Code = "too-much-follows" // more than Limit results would have to be recalculated
)
