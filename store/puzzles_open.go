package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store/database"
)

const (
	showPuzzle = `INSERT INTO puzzle_views (person, puzzle, guild, at, closed) VALUES ($1, $2, $3, $4, 0)
		ON CONFLICT (person, puzzle) DO UPDATE SET guild = excluded.guild, at = excluded.at`
	closePuzzle = `INSERT INTO puzzle_views (person, puzzle, guild, at, closed) VALUES ($1, $2, $3, $4, $4)
		ON CONFLICT (person, puzzle) DO UPDATE SET closed = excluded.closed`
	sweepViews  = `DELETE FROM puzzle_views WHERE person = $1 AND at < $2 AND closed < $2`
	openPuzzles = `SELECT v.puzzle, COALESCE(f.data, '') FROM puzzle_views v
		LEFT JOIN puzzles_found f ON f.guild = v.guild AND f.puzzle = v.puzzle
		WHERE (v.person = $1 AND v.at >= $2 OR v.person = '' AND v.at >= $3)
			AND NOT EXISTS (SELECT 1 FROM puzzle_tries t WHERE t.person = $1 AND t.puzzle = v.puzzle)
		UNION SELECT puzzle, '' FROM puzzle_races WHERE puzzle <> '' AND at >= $4`
	racedPuzzles = `SELECT puzzle FROM puzzle_races WHERE puzzle <> '' AND at >= $2 AND guild = $1`
	triedSince   = `SELECT EXISTS (SELECT 1 FROM puzzle_views WHERE person = $1 AND puzzle = $2 AND closed >= $3)`
)

// viewLife is how long it is kept that a puzzle was shown.
const viewLife = 60 * 24 * time.Hour

// ShowPuzzle records that a puzzle was shown. See [solving.CurrentStore].
func (s *Puzzles) ShowPuzzle(ctx context.Context, p game.Person, guild, id string, at time.Time) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, sweepViews, p, at.Add(-viewLife).UnixMilli())
		if err == nil {
			_, err = tx.ExecContext(ctx, showPuzzle, p, id, guild, at.UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("record that puzzle %s was shown to %s: %w", id, p, err)
		}
		return nil
	})
}

// OpenPuzzles lists the puzzles that are being solved. See [solving.CurrentStore].
func (s *Puzzles) OpenPuzzles(ctx context.Context, p game.Person, since solving.OpenSince) ([]solving.OpenPuzzle, error) {
	rows, err := s.read.QueryContext(ctx, openPuzzles, p, toMillis(since.Shown), toMillis(since.Public), toMillis(since.Raced))
	var open []solving.OpenPuzzle
	if err == nil {
		open, err = database.Collect(rows, func(rows *sql.Rows) (o solving.OpenPuzzle, err error) {
			var data string
			if err := rows.Scan(&o.ID, &data); err != nil || data == "" {
				return o, err
			}
			found, err := decodeFound(data)
			o.Found = &found
			return o, err
		})
	}
	var run solving.Run
	if err == nil {
		run, err = scanRun(ctx, s.read, p)
	}
	if err != nil {
		return nil, fmt.Errorf("read the puzzles that %s is solving: %w", p, err)
	}
	return append(open, solving.OpenPuzzle{ID: run.Puzzle}), nil
}

// Raced lists the puzzles of races. See [solving.CurrentStore].
func (s *Puzzles) Raced(ctx context.Context, guild string, since time.Time) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, racedPuzzles, guild, toMillis(since))
	var ids []string
	if err == nil {
		ids, err = database.Collect(rows, func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the puzzles of the races in server %s: %w", guild, err)
	}
	return ids, nil
}

// TriedSince reports whether a person has tried a puzzle since a time. See [solving.RaceStore].
func (s *Contests) TriedSince(ctx context.Context, p game.Person, id string, since time.Time) (tried bool, err error) {
	if err := s.read.QueryRowContext(ctx, triedSince, p, id, toMillis(since)).Scan(&tried); err != nil {
		return false, fmt.Errorf("read whether %s has tried puzzle %s: %w", p, id, err)
	}
	return tried, nil
}
