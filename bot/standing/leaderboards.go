package standing

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
)

// BoardStore keeps leaderboards and seasons. Package store implements it on a database.
type BoardStore interface {
	// Leaderboard lists people in the order of a board.
	Leaderboard(ctx context.Context, q BoardQuery) ([]BoardLine, error)

	// Place finds a person's line on a board; ok is false where they have none.
	Place(ctx context.Context, q BoardQuery, p game.Person) (line BoardLine, ok bool, err error)

	// StartSeason begins a season and gives it its number. With it, or not at all, it saves what change leaves of the
	// choices of its server; nil: they stay. Refusal SeasonRuns while another is played there. The key is as in
	// game.GameStore.Update, but a refusal does not keep it.
	StartSeason(ctx context.Context, key string, s Season, change func(*game.Server)) (Season, error)

	// CloseSeason ends the season of a guild and keeps its table. Refusal NoSeason if none is played. The key is as in
	// StartSeason.
	CloseSeason(ctx context.Context, key, guild string, at time.Time) (Season, error)

	// Season finds a season of a guild, with number 0 the latest; Refusal NoSeason if there is none.
	Season(ctx context.Context, guild string, number int) (Season, error)

	// FinalTable lists the first lines of the table that a closed season left.
	FinalTable(ctx context.Context, guild string, number, limit int) ([]BoardLine, error)
}

// Servers know what is chosen for Discord servers: a *game.Servers, or the store itself.
type Servers interface {
	// Server reads what is chosen for a Discord server.
	Server(ctx context.Context, guild string) (game.Server, error)
}

// Boards shows leaderboards, and runs the seasons of servers.
type Boards struct {
	store   BoardStore
	servers Servers
	now     func() time.Time
}

// NewBoards joins stores and a clock: game.Service.Now.
func NewBoards(store BoardStore, servers Servers, now func() time.Time) *Boards {
	return &Boards{store, servers, now}
}

// Leaderboard reads one page of a board, from 0, as the asker sees it. The board of all times leaves out people who
// have played no rated game for as long as the server says; the boards of everywhere, people who chose not to be on
// them.
//
// Refusal: NoSeason, where the window is a season and none is played.
func (s *Boards) Leaderboard(ctx context.Context, board Board, page int, asker game.Person) (BoardPage, error) {
	page = min(max(0, page), MaxPlaces/PageLines-1)
	now := s.now()
	q := BoardQuery{Guild: board.Guild, Class: board.Class, Period: AllTimePeriod, Trend: weekOf(now).Name}
	server, err := s.servers.Server(ctx, board.Guild)
	if err != nil {
		return BoardPage{}, err
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
		season, err := s.store.Season(ctx, board.Guild, 0)
		if err == nil && !season.Closed.IsZero() {
			err = &game.Refusal{Code: NoSeason}
		}
		if err != nil {
			return BoardPage{}, err
		}
		q.Period = SeasonPeriod(season.Number).Name
	}
	if q.Period != AllTimePeriod {
		q.Trend = q.Period
	}
	bots := board.bots()
	// The people of the page, and as many before as bots could push onto it; one more shows that there is another page.
	first := page * PageLines
	q.Offset = max(0, first-len(bots))
	q.Limit = first - q.Offset + PageLines + 1
	people, err := s.store.Leaderboard(ctx, q)
	if err != nil {
		return BoardPage{}, err
	}
	lines := mix(people, bots, q.Offset)
	lines = slices.DeleteFunc(lines, func(l BoardLine) bool { return l.Place <= first })
	result := BoardPage{Page: page, More: len(lines) > PageLines && page < MaxPlaces/PageLines-1}
	result.Lines = lines[:min(len(lines), PageLines)]
	for i := range result.Lines {
		result.Lines[i].rate(board.Class, now)
	}
	own, ok, err := s.store.Place(ctx, q, asker)
	if err != nil {
		return BoardPage{}, err
	}
	if ok {
		if own.Place > 0 && own.Place <= MaxPlaces {
			own.Place += countBefore(bots, own)
		}
		own.rate(board.Class, now)
		result.Own = &own
	}
	return result, nil
}
