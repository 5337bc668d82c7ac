package standing

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
)

// LeaderboardStore stores leaderboards and seasons. Package store implements it on a database.
type LeaderboardStore interface {
	// Leaderboard lists people in the order of a leaderboard.
	Leaderboard(ctx context.Context, q LeaderboardQuery) ([]LeaderboardEntry, error)

	// PartnerEntries lists the people who have won the most points with a partner in a guild since a time:
	// established players before provisional ones, of each the best first.
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
	servers guild.Reader
	now     func() time.Time
}

// NewLeaderboards returns the service for these stores. The clock is [game.Service.Now].
func NewLeaderboards(store LeaderboardStore, servers guild.Reader, now func() time.Time) *Leaderboards {
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
	server, err := s.servers.Server(ctx, board.Guild)
	if err != nil {
		return LeaderboardPage{}, err
	}
	period, err := s.period(ctx, board.Guild, board.Window)
	if err != nil {
		return LeaderboardPage{}, err
	}
	q := LeaderboardQuery{Guild: board.Guild, Class: board.Class, Period: period.Name, Trend: period.Name}
	if board.Window == AllTime {
		q.Trend = weekOf(now).Name
		if days := server.Inactive(); days > 0 {
			q.Since = now.Add(-time.Duration(days) * 24 * time.Hour)
		}
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
			own.Rank += len(slices.DeleteFunc(bots, func(bot LeaderboardEntry) bool { return bot.Compare(own) > 0 }))
		}
		own.rate(board.Class, now)
		result.Own = &own
	}
	return result, nil
}

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

// Partners lists the people who have won the most points with a partner on a server in a window. Games in direct
// messages are private.
func (s *Leaderboards) Partners(ctx context.Context, guild string, w Window) ([]PartnerEntry, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	period, err := s.period(ctx, guild, w)
	if err != nil {
		return nil, err
	}
	return s.store.PartnerEntries(ctx, guild, period.Begins, PageEntries)
}

// period returns the period that a window of a server covers now.
func (s *Leaderboards) period(ctx context.Context, guild string, w Window) (Period, error) {
	switch w {
	case ThisWeek:
		return weekOf(s.now()), nil
	case ThisMonth:
		return monthOf(s.now()), nil
	case ThisSeason:
		season, err := s.currentSeason(ctx, guild)
		return Period{Name: SeasonPeriod(season.Number).Name, Begins: season.Started}, err
	case AllTime:
	}
	return Period{Name: AllTimePeriod}, nil
}
