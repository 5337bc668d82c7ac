package game

import (
	"context"
	"strings"
	"time"
)

// Season is a stretch of time for which a server keeps a table of its own: who won most points in rated games played there.
type Season struct {
	Guild   string
	Number  int    // from 1
	Name    string // may be empty
	Started time.Time
	Closed  time.Time // zero while it is played
}

// MaxSeasonName is how many characters the name of a season may have; the rest is cut.
const MaxSeasonName = 50

// StartSeason begins a season on the actor's server. Whether he may is for the edge to know.
//
// Refusals: NotInServer, SeasonRuns, AlreadyDone.
func (s *Service) StartSeason(ctx context.Context, act Act, name string) (Season, error) {
	if act.Guild == "" {
		return Season{}, &Refusal{Code: NotInServer}
	}
	return s.store.StartSeason(ctx, act.Claim, Season{Guild: act.Guild, Name: cutName(name, MaxSeasonName), Started: s.now()})
}

// cutName takes the blanks around a name off, and what is longer than so many characters.
func cutName(name string, most int) string {
	letters := []rune(strings.TrimSpace(name))
	return strings.TrimSpace(string(letters[:min(most, len(letters))]))
}

// CloseSeason ends the season of the actor's server. Its table is kept as it stands. Refusals: NotInServer, NoSeason, AlreadyDone.
func (s *Service) CloseSeason(ctx context.Context, act Act) (Season, error) {
	if act.Guild == "" {
		return Season{}, &Refusal{Code: NotInServer}
	}
	return s.store.CloseSeason(ctx, act.Claim, act.Guild, s.now())
}

// Season finds a season of a server by its number; 0: the latest. Refusal: NoSeason.
func (s *Service) Season(ctx context.Context, guild string, number int) (Season, error) {
	return s.store.Season(ctx, guild, number)
}

// SeasonTable is the beginning of a season's table: the final one of a closed season, otherwise that of today.
func (s *Service) SeasonTable(ctx context.Context, season Season, limit int) ([]BoardLine, error) {
	if !season.Closed.IsZero() {
		return s.store.FinalTable(ctx, season.Guild, season.Number, limit)
	}
	period := seasonPeriod(season.Number).Name
	lines, err := s.store.Leaderboard(ctx, BoardQuery{Guild: season.Guild, Period: period, Trend: period, Limit: limit})
	for i := range lines {
		lines[i].Place = i + 1
		lines[i].rate(Untimed, s.now())
	}
	return lines, err
}
