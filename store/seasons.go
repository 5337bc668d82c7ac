package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	runningSeason = `SELECT number FROM seasons WHERE guild = $1 AND closed = 0`
	latestSeason  = `SELECT number, name, started, closed FROM seasons WHERE guild = $1 ORDER BY number DESC LIMIT 1`
	oneSeason     = `SELECT number, name, started, closed FROM seasons WHERE guild = $1 AND number = $2`
	startSeason   = `INSERT INTO seasons (guild, number, name, started, closed) VALUES ($1, $2, $3, $4, 0)`
	closeSeason   = `UPDATE seasons SET closed = $3 WHERE guild = $1 AND number = $2`

	// keepTable writes the final table of a season: its leaderboard of all classes, with the current ratings.
	keepTable = `INSERT INTO season_tables (guild, number, place, person, points, rating, rd, games, wins, draws, losses)
		SELECT s.guild, $2, row_number() OVER (ORDER BY s.provisional, s.value DESC, s.person), s.person, s.value,
			r.rating, r.rd, s.games, s.wins, s.draws, s.losses
		FROM standings s JOIN ratings r ON r.person = s.person
			AND r.class = (SELECT class FROM ratings WHERE person = s.person ORDER BY rd LIMIT 1)
		WHERE s.guild = $1 AND s.class = 'all' AND s.period = $3`
	// releaseTable lets the leaderboard itself expire.
	releaseTable = `UPDATE standings SET ends = $3
		WHERE guild = $1 AND class IN ('all', 'live', 'correspondence') AND period = $2`

	finalTable = `SELECT place, person, points, rating, rd, wins, draws, losses FROM season_tables
		WHERE guild = $1 AND number = $2 ORDER BY place LIMIT $3`
)

// seasonOf returns the number of a guild's current season, 0 if there is none.
func seasonOf(ctx context.Context, q database.Querier, guild string) (number int, err error) {
	return database.Value[int](ctx, q, runningSeason, guild)
}

// readSeason reads the season of a guild that a query selects.
func readSeason(
	ctx context.Context, q database.Querier, guild, query string, args ...any,
) (standing.Season, error) {
	s := standing.Season{Guild: guild}
	found, err := database.One(ctx, q,
		[]any{&s.Number, &s.Name, columns.Millis(&s.Started), columns.Millis(&s.Closed)}, query, args...)
	if err == nil && !found {
		err = &game.Refusal{Code: standing.NoSeason}
	}
	return s, err
}

// StartSeason starts a season. See [standing.LeaderboardStore].
func (s *Standings) StartSeason(
	ctx context.Context, key string, season standing.Season,
) (standing.Season, error) {
	err := s.db.TxAlone(ctx, s.db.Keyed(ctx, key, func(tx *sql.Tx) error {
		last, err := readSeason(ctx, tx, season.Guild, latestSeason, season.Guild)
		switch {
		case errors.Is(err, standing.NoSeason):
		case err != nil:
			return err
		case last.Closed.IsZero():
			return &game.Refusal{Code: standing.SeasonRuns}
		}
		season.Number = last.Number + 1
		return database.Exec(ctx, tx,
			startSeason, season.Guild, season.Number, season.Name, columns.ToMillis(season.Started))
	}))
	return season, err
}

// CloseSeason ends a season and saves its table. See [standing.LeaderboardStore].
func (s *Standings) CloseSeason(
	ctx context.Context, key, guild string, at time.Time,
) (season standing.Season, err error) {
	err = s.db.TxAlone(ctx, s.db.Keyed(ctx, key, func(tx *sql.Tx) error {
		if season, err = readSeason(ctx, tx, guild, latestSeason, guild); err != nil {
			return err
		}
		if !season.Closed.IsZero() {
			return &game.Refusal{Code: standing.NoSeason}
		}
		season.Closed = at
		period := standing.SeasonPeriod(season.Number).Name
		return database.Execute(ctx, tx,
			database.SQL(closeSeason, guild, season.Number, columns.ToMillis(at)),
			database.SQL(keepTable, guild, season.Number, period),
			database.SQL(releaseTable, guild, period, columns.ToMillis(at)))
	}))
	return season, err
}

// Season returns a season. See [standing.LeaderboardStore].
func (s *Standings) Season(ctx context.Context, guild string, number int) (standing.Season, error) {
	query, args := latestSeason, []any{guild}
	if number != 0 {
		query, args = oneSeason, append(args, number)
	}
	return readSeason(ctx, s.db.Read, guild, query, args...)
}

// FinalTable lists the final table of a season. See [standing.LeaderboardStore].
func (s *Standings) FinalTable(
	ctx context.Context, guild string, number, limit int,
) ([]standing.LeaderboardEntry, error) {
	lines, err := database.All(ctx, s.db.Read, func(l *standing.LeaderboardEntry) []any {
		return []any{&l.Rank, &l.Seat.Person, &l.Value, &l.Rating.R, &l.Rating.RD, &l.Wins, &l.Draws, &l.Losses}
	}, finalTable, guild, number, limit)
	for i := range lines {
		l := &lines[i]
		l.Gain, l.Established = l.Value, !l.Rating.Provisional()
	}
	if err == nil {
		err = nameLines(ctx, s.db.Read, lines)
	}
	return lines, err
}
