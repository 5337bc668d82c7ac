package standing

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
)

// LeaderboardStore stores leaderboards and seasons. Package store implements it on a database.
type LeaderboardStore interface {
	// Leaderboard lists people in the order of a leaderboard.
	Leaderboard(ctx context.Context, q LeaderboardQuery) ([]LeaderboardEntry, error)

	// PartnerEntries lists the people who have won the most points with a partner on a guild since a time, the
	// best first, established players before provisional ones.
	PartnerEntries(ctx context.Context, guild string, since time.Time, limit int) ([]PartnerEntry, error)

	// Rank finds a person's entry on a leaderboard; ok is false if they have none.
	Rank(ctx context.Context, q LeaderboardQuery, p game.Person) (entry LeaderboardEntry, ok bool, err error)

	// StartSeason starts a season and assigns its number. Refusal SeasonRuns while another one is played in its guild.
	// The key is as in game.GameStore.Update, but a refusal does not save it.
	StartSeason(ctx context.Context, key string, s Season) (Season, error)

	// CloseSeason ends the season of a guild and saves its final table. Refusal NoSeason if none is played. The key is
	// as in StartSeason.
	CloseSeason(ctx context.Context, key, guild string, at time.Time) (Season, error)

	// Season returns a season of a guild, the latest for number 0; Refusal NoSeason if there is none.
	Season(ctx context.Context, guild string, number int) (Season, error)

	// FinalTable lists the first entries of the final table of a closed season.
	FinalTable(ctx context.Context, guild string, number, limit int) ([]LeaderboardEntry, error)
}

// Leaderboards reads leaderboards and manages the seasons of servers.
type Leaderboards struct {
	store   LeaderboardStore
	servers game.ServerReader
	now     func() time.Time
}

// NewLeaderboards returns the service for these stores. The clock is [game.Service.Now].
func NewLeaderboards(store LeaderboardStore, servers game.ServerReader, now func() time.Time) *Leaderboards {
	return &Leaderboards{store, servers, now}
}

// Leaderboard reads one page of a leaderboard, counted from 0, as the asker sees it. The all-time leaderboard omits
// people who have played no rated game for as long as the server says; global leaderboards omit people who chose not to
// be listed.
//
// Refusal: [NoSeason] if the window is a season and none is played.
func (s *Leaderboards) Leaderboard(
	ctx context.Context, board Leaderboard, page int, asker game.Person,
) (LeaderboardPage, error) {
	page = min(max(0, page), MaxRank/PageEntries-1)
	now := s.now()
	q := LeaderboardQuery{Guild: board.Guild, Class: board.Class, Period: AllTimePeriod, Trend: weekOf(now).Name}
	server, err := s.servers.Server(ctx, board.Guild)
	if err != nil {
		return LeaderboardPage{}, err
	}
	switch board.Window {
	case AllTime:
		if days := server.Inactive(); days > 0 {
			q.Since = now.Add(-time.Duration(days) * 24 * time.Hour)
		}
	case ThisWeek:
		q.Period = weekOf(now).Name
	case ThisMonth:
		q.Period = monthOf(now).Name
	case ThisSeason:
		season, err := s.currentSeason(ctx, board.Guild)
		if err != nil {
			return LeaderboardPage{}, err
		}
		q.Period = SeasonPeriod(season.Number).Name
	}
	if q.Period != AllTimePeriod {
		q.Trend = q.Period
	}
	bots := board.bots()
	// Read the people of the page, as many before it as bots could push onto it, and one more that shows whether there
	// is another page.
	first := page * PageEntries
	q.Offset = max(0, first-len(bots))
	q.Limit = first - q.Offset + PageEntries + 1
	people, err := s.store.Leaderboard(ctx, q)
	if err != nil {
		return LeaderboardPage{}, err
	}
	lines := mix(people, bots, q.Offset)
	lines = slices.DeleteFunc(lines, func(l LeaderboardEntry) bool { return l.Rank <= first })
	result := LeaderboardPage{Page: page, More: len(lines) > PageEntries && page < MaxRank/PageEntries-1}
	result.Entries = lines[:min(len(lines), PageEntries)]
	for i := range result.Entries {
		result.Entries[i].rate(board.Class, now)
	}
	own, ok, err := s.store.Rank(ctx, q, asker)
	if err != nil {
		return LeaderboardPage{}, err
	}
	if ok {
		if own.Rank > 0 && own.Rank <= MaxRank {
			own.Rank += countBefore(bots, own)
		}
		own.rate(board.Class, now)
		result.Own = &own
	}
	return result, nil
}
