package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// Season is a stretch of time for which a server keeps a table of its own: the points won in rated games played there.
type Season struct {
	Guild   string
	Number  int    // from 1
	Name    string // may be empty
	Started time.Time
	Closed  time.Time // zero while it is played
}

// MaxSeasonName is how many characters the name of a season may have; the rest is cut.
const MaxSeasonName = 50

// StartSeason begins a season on the actor's server, with a change of what is chosen there; nil: none. Whether they may
// is for the caller to check.
//
// Refusals: NotInServer, SeasonRuns, AlreadyDone.
func (s *Boards) StartSeason(
	ctx context.Context, act game.Act, name string, change func(*game.Server),
) (Season, error) {
	if act.Guild == "" {
		return Season{}, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.StartSeason(ctx, act.Key, Season{
		Guild: act.Guild, Name: game.TidyName(name, MaxSeasonName), Started: s.now(),
	}, change)
}

// CloseSeason ends the season of the actor's server. Its table is kept as it is. Refusals: NotInServer, NoSeason,
// AlreadyDone.
func (s *Boards) CloseSeason(ctx context.Context, act game.Act) (Season, error) {
	if act.Guild == "" {
		return Season{}, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.CloseSeason(ctx, act.Key, act.Guild, s.now())
}

// Season finds a season of a server by its number; 0: the latest. Refusal: NoSeason.
func (s *Boards) Season(ctx context.Context, guild string, number int) (Season, error) {
	return s.store.Season(ctx, guild, number)
}

// SeasonTable is the beginning of a season's table: the final one of a closed season, otherwise the present one.
func (s *Boards) SeasonTable(ctx context.Context, season Season, limit int) ([]BoardLine, error) {
	if !season.Closed.IsZero() {
		return s.store.FinalTable(ctx, season.Guild, season.Number, limit)
	}
	period := SeasonPeriod(season.Number).Name
	lines, err := s.store.Leaderboard(ctx, BoardQuery{Guild: season.Guild, Period: period, Trend: period, Limit: limit})
	for i := range lines {
		lines[i].Place = i + 1
		lines[i].rate(game.Untimed, s.now())
	}
	return lines, err
}
