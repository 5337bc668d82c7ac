package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
)

// Season is a time span for which a server has its own leaderboard: the [Result.Points] of rated games played there.
type Season struct {
	Guild   string
	Number  int    // from 1
	Name    string // may be empty
	Started time.Time
	Closed  time.Time // zero while it is played
}

// MaxSeasonName is the maximum length of a season's name in characters; the rest is cut off.
const MaxSeasonName = 50

// StartSeason starts a season on the actor's server. The caller must check whether the actor may do that.
func (s *Leaderboards) StartSeason(ctx context.Context, act game.Act, name string) (Season, error) {
	if act.Guild == "" {
		return Season{}, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.StartSeason(ctx, act.Key, Season{
		Guild: act.Guild, Name: game.SanitizeName(name, MaxSeasonName), Started: s.now(),
	})
}

// CloseSeason ends the season of the actor's server and saves its final table.
func (s *Leaderboards) CloseSeason(ctx context.Context, act game.Act) (Season, error) {
	if act.Guild == "" {
		return Season{}, &game.Refusal{Code: game.NotInServer}
	}
	return s.store.CloseSeason(ctx, act.Key, act.Guild, s.now())
}

// Season returns a season of a server by its number; 0: the latest.
func (s *Leaderboards) Season(ctx context.Context, guild string, number int) (Season, error) {
	return s.store.Season(ctx, guild, number)
}

// currentSeason returns the season that is played in a guild.
func (s *Leaderboards) currentSeason(ctx context.Context, guild string) (Season, error) {
	season, err := s.store.Season(ctx, guild, 0)
	if err == nil && !season.Closed.IsZero() {
		err = &game.Refusal{Code: NoSeason}
	}
	return season, err
}

// SeasonTable returns the first entries of a season's table: the final table of a closed season, otherwise the current
// one.
func (s *Leaderboards) SeasonTable(ctx context.Context, season Season, limit int) ([]LeaderboardEntry, error) {
	if !season.Closed.IsZero() {
		return s.store.FinalTable(ctx, season.Guild, season.Number, limit)
	}
	period := SeasonPeriod(season.Number).Name
	entries, err := s.store.Leaderboard(ctx, LeaderboardQuery{
		Guild: season.Guild, Period: period, Trend: period, Limit: limit,
	})
	for i := range entries {
		entries[i].Rank = i + 1
		entries[i].rate(clocks.Untimed, s.now())
	}
	return entries, err
}
