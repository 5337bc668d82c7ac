package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/store/database"
)

const (
	runningSeason = `SELECT number FROM seasons WHERE guild = $1 AND closed = 0`
	latestSeason  = `SELECT number, name, started, closed, by_gain FROM seasons WHERE guild = $1 ORDER BY number DESC LIMIT 1`
	oneSeason     = `SELECT number, name, started, closed, by_gain FROM seasons WHERE guild = $1 AND number = $2`
	// Two people may start or close a season at once: the second statement waits for the first and changes no row.
	startSeason = `INSERT INTO seasons (guild, number, name, started, closed) VALUES ($1, $2, $3, $4, 0)
		ON CONFLICT DO NOTHING`
	closeSeason = `UPDATE seasons SET closed = $3 WHERE guild = $1 AND number = $2 AND closed = 0`

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

	finalTable = `SELECT place, person, points, rating, rd, games, wins, draws, losses FROM season_tables
		WHERE guild = $1 AND number = $2 ORDER BY place LIMIT $3`
)

// seasonOf returns the number of a guild's current season, 0 if there is none.
func seasonOf(ctx context.Context, q database.Querier, guild string) (number int, err error) {
	err = q.QueryRowContext(ctx, runningSeason, guild).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return number, err
}

func scanSeason(row *sql.Row, guild string) (standing.Season, error) {
	s := standing.Season{Guild: guild}
	var started, closed int64
	err := row.Scan(&s.Number, &s.Name, &started, &closed, &s.ByGain)
	if errors.Is(err, sql.ErrNoRows) {
		return s, &game.Refusal{Code: standing.NoSeason}
	}
	s.Started, s.Closed = fromMillis(started), fromMillis(closed)
	return s, err
}

// StartSeason starts a season. See [standing.LeaderboardStore].
func (s *Standings) StartSeason(
	ctx context.Context, key string, season standing.Season, change func(*game.Server),
) (standing.Season, error) {
	err := s.txAlone(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		last, err := scanSeason(tx.QueryRowContext(ctx, latestSeason, season.Guild), season.Guild)
		switch {
		case errors.Is(err, &game.Refusal{Code: standing.NoSeason}):
		case err != nil:
			return err
		case last.Closed.IsZero():
			return &game.Refusal{Code: standing.SeasonRuns}
		}
		season.Number = last.Number + 1
		err = changeSeason(ctx, tx, standing.SeasonRuns,
			startSeason, season.Guild, season.Number, season.Name, toMillis(season.Started))
		if err != nil || change == nil {
			return err
		}
		var server game.Server
		row := choice{choices: serversTable, id: season.Guild, row: &server}
		if err := row.take(ctx, tx); err != nil {
			return err
		}
		change(&server)
		return row.put(ctx, tx)
	})
	if err != nil {
		return standing.Season{}, fmt.Errorf("start a season: %w", err)
	}
	return season, nil
}

// changeSeason runs a statement that changes one season; it refuses with late if somebody else has just done so.
func changeSeason(ctx context.Context, tx *sql.Tx, late game.Code, query string, args ...any) error {
	done, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	switch n, err := done.RowsAffected(); {
	case err != nil:
		return err
	case n == 0:
		return &game.Refusal{Code: late}
	}
	return nil
}

// CloseSeason ends a season and saves its table. See [standing.LeaderboardStore].
func (s *Standings) CloseSeason(
	ctx context.Context, key, guild string, at time.Time,
) (season standing.Season, err error) {
	err = s.txAlone(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if season, err = scanSeason(tx.QueryRowContext(ctx, latestSeason, guild), guild); err != nil {
			return err
		}
		if !season.Closed.IsZero() {
			return &game.Refusal{Code: standing.NoSeason}
		}
		season.Closed = at
		if err := changeSeason(ctx, tx, standing.NoSeason, closeSeason, guild, season.Number, toMillis(at)); err != nil {
			return err
		}
		period := standing.SeasonPeriod(season.Number).Name
		for _, step := range []struct {
			query string
			args  []any
		}{
			{keepTable, []any{guild, season.Number, period}},
			{releaseTable, []any{guild, period, toMillis(at)}},
		} {
			if _, err := tx.ExecContext(ctx, step.query, step.args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return standing.Season{}, fmt.Errorf("close the season: %w", err)
	}
	return season, nil
}

// Season returns a season. See [standing.LeaderboardStore].
func (s *Standings) Season(ctx context.Context, guild string, number int) (standing.Season, error) {
	row := s.read.QueryRowContext(ctx, latestSeason, guild)
	if number != 0 {
		row = s.read.QueryRowContext(ctx, oneSeason, guild, number)
	}
	season, err := scanSeason(row, guild)
	if err != nil {
		return standing.Season{}, fmt.Errorf("read season %d: %w", number, err)
	}
	return season, nil
}

// FinalTable lists the final table of a season. See [standing.LeaderboardStore].
func (s *Standings) FinalTable(
	ctx context.Context, guild string, number, limit int,
) ([]standing.LeaderboardEntry, error) {
	rows, err := s.read.QueryContext(ctx, finalTable, guild, number, limit)
	var lines []standing.LeaderboardEntry
	if err == nil {
		lines, err = database.Collect(rows, func(rows *sql.Rows) (l standing.LeaderboardEntry, err error) {
			err = rows.Scan(&l.Rank, &l.Seat.Person, &l.Value, &l.Rating.R, &l.Rating.RD, &l.Games, &l.Wins, &l.Draws, &l.Losses)
			l.Gain, l.Established = l.Value, !l.Rating.Provisional()
			return l, err
		})
	}
	if err == nil {
		err = nameLines(ctx, s.read, lines)
	}
	if err != nil {
		return nil, fmt.Errorf("read the table of season %d: %w", number, err)
	}
	return lines, nil
}
