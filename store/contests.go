package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store/database"
)

const (
	// lockRun reads the run of a person and creates it if missing: otherwise two transactions could create it at once.
	lockRun = `INSERT INTO puzzle_runs (person, guild, best, at, run) VALUES ($1, '', 0, 0, '')
		ON CONFLICT (person) DO UPDATE SET best = puzzle_runs.best RETURNING guild, best, at, run`
	readRun  = `SELECT guild, best, at, run FROM puzzle_runs WHERE person = $1`
	saveRun  = `UPDATE puzzle_runs SET guild = $2, best = $3, at = $4, run = $5 WHERE person = $1`
	bestRuns = `SELECT person, guild, best, at FROM puzzle_runs WHERE guild = $1 AND best > 0 ORDER BY best DESC, at LIMIT $2`

	newRace  = `INSERT INTO puzzle_races (guild, channel, starter, goal, puzzle, round, seen, at) VALUES ('', '', '', 0, '', 0, '', 0) RETURNING id`
	readRace = `SELECT guild, channel, starter, goal, puzzle, round, seen, at FROM puzzle_races WHERE id = $1`
	saveRace = `UPDATE puzzle_races SET guild = $2, channel = $3, starter = $4, goal = $5, puzzle = $6, round = $7, seen = $8, at = $9
		WHERE id = $1`
	readRacers = `SELECT person, points, shut FROM puzzle_racers WHERE race = $1 ORDER BY person`
	saveRacer  = `INSERT INTO puzzle_racers (race, person, points, shut) VALUES ($1, $2, $3, $4)
		ON CONFLICT (race, person) DO UPDATE SET points = $3, shut = $4`
)

// Contests stores the runs of people and the races of channels.
type Contests struct{ *connection }

// UpdateRun passes the run of a person to fn and saves the changes. See [solving.RunStore].
func (s *Contests) UpdateRun(
	ctx context.Context, key string, p game.Person, fn func(*solving.Run) error,
) (*solving.Run, error) {
	r, err := updateRow(ctx, s.connection, key, func(tx *sql.Tx) (*solving.Run, error) {
		r := &solving.Run{Person: p}
		return r, tx.QueryRowContext(ctx, lockRun, p).Scan(&r.Guild, &r.Best, asMillis{&r.At}, asJSON{r})
	}, fn, func(tx *sql.Tx, r *solving.Run) error {
		_, err := tx.ExecContext(ctx, saveRun, p, r.Guild, r.Best, toMillis(r.At), asJSON{r})
		return err
	})
	return r, unlessRefused(err, "save the run of %s", p)
}

// Run reads the run of a person. See [solving.RunStore].
func (s *Contests) Run(ctx context.Context, p game.Person) (solving.Run, error) {
	r, err := scanRun(ctx, s.read, p)
	return r, unlessRefused(err, "read the run of %s", p)
}

// scanRun reads the run of a person.
func scanRun(ctx context.Context, q database.Querier, p game.Person) (solving.Run, error) {
	r := solving.Run{Person: p}
	err := q.QueryRowContext(ctx, readRun, p).Scan(&r.Guild, &r.Best, asMillis{&r.At}, asJSON{&r})
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return r, err
}

// BestRuns lists the best runs of a server. See [solving.RunStore].
func (s *Contests) BestRuns(ctx context.Context, guild string, limit int) (best []solving.Run, err error) {
	rows, err := s.read.QueryContext(ctx, bestRuns, guild, limit)
	if err == nil {
		best, err = database.Collect(rows, func(rows *sql.Rows) (r solving.Run, err error) {
			return r, rows.Scan(&r.Person, &r.Guild, &r.Best, asMillis{&r.At})
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the best runs: %w", err)
	}
	return best, nil
}

// CreateRace creates a race. See [solving.RaceStore].
func (s *Contests) CreateRace(
	ctx context.Context, key string, fn func(*solving.Race) error,
) (*solving.Race, error) {
	r := &solving.Race{}
	err := s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		*r = solving.Race{}
		if err := tx.QueryRowContext(ctx, newRace).Scan(&r.ID); err != nil {
			return err
		}
		if err := fn(r); err != nil {
			return err
		}
		return s.saveRace(ctx, tx, r)
	})
	if err != nil {
		return nil, unlessRefused(err, "save a race")
	}
	return r, nil
}

// UpdateRace passes a race to fn and saves the changes. See [solving.RaceStore].
func (s *Contests) UpdateRace(
	ctx context.Context, key string, id solving.RaceID, fn func(*solving.Race) error,
) (*solving.Race, error) {
	r, err := updateRow(ctx, s.connection, key, func(tx *sql.Tx) (*solving.Race, error) {
		return scanRace(ctx, tx, id, s.dialect.ForUpdate)
	}, fn, func(tx *sql.Tx, r *solving.Race) error { return s.saveRace(ctx, tx, r) })
	return r, unlessRefused(err, "save race %d", id)
}

// Race reads a race. See [solving.RaceStore].
func (s *Contests) Race(ctx context.Context, id solving.RaceID) (*solving.Race, error) {
	r, err := scanRace(ctx, s.read, id, "")
	return r, unlessRefused(err, "read race %d", id)
}

// scanRace reads a race with its racers. suffix is appended to the query and may lock the row.
func scanRace(ctx context.Context, q database.Querier, id solving.RaceID, suffix string) (*solving.Race, error) {
	r := &solving.Race{ID: id}
	err := q.QueryRowContext(ctx, readRace+suffix, id).Scan(
		&r.Guild, &r.Channel, &r.Starter, &r.Goal, &r.Puzzle, &r.Round, asJSON{&r.Seen}, asMillis{&r.At})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &game.Refusal{Code: solving.NoRace}
	}
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, readRacers, id)
	if err != nil {
		return nil, err
	}
	r.Racers, err = database.Collect(rows, func(rows *sql.Rows) (one solving.Racer, err error) {
		return one, rows.Scan(&one.Person, &one.Points, &one.ShutOutRound)
	})
	return r, err
}

// saveRace writes a race with its racers.
func (s *Contests) saveRace(ctx context.Context, tx *sql.Tx, r *solving.Race) error {
	_, err := tx.ExecContext(ctx, saveRace, r.ID, r.Guild, r.Channel, r.Starter, r.Goal, r.Puzzle, r.Round, asJSON{&r.Seen}, toMillis(r.At))
	for _, one := range r.Racers {
		if err == nil {
			_, err = tx.ExecContext(ctx, saveRacer, r.ID, one.Person, one.Points, one.ShutOutRound)
		}
	}
	return err
}
