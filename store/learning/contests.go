package learning

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	readRun = `SELECT guild, best, at, run FROM puzzle_runs WHERE person = $1`
	saveRun = `INSERT INTO puzzle_runs (person, guild, best, at, run) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (person) DO UPDATE SET guild = $2, best = $3, at = $4, run = $5`
	bestRuns = `SELECT person, guild, best, at FROM puzzle_runs WHERE guild = $1 AND best > 0 ORDER BY best DESC, at LIMIT $2`

	newRace  = `INSERT INTO puzzle_races (guild, channel, starter, goal, puzzle, round, seen, at) VALUES ('', '', '', 0, '', 0, '', 0) RETURNING id`
	readRace = `SELECT guild, channel, starter, goal, puzzle, round, seen, at FROM puzzle_races WHERE id = $1`
	saveRace = `UPDATE puzzle_races SET guild = $2, channel = $3, starter = $4, goal = $5, puzzle = $6, round = $7, seen = $8, at = $9
		WHERE id = $1`
	readRacers = `SELECT person, points, shut FROM puzzle_racers WHERE race = $1 ORDER BY person`
	saveRacer  = `INSERT INTO puzzle_racers (race, person, points, shut) VALUES ($1, $2, $3, $4)
		ON CONFLICT (race, person) DO UPDATE SET points = $3, shut = $4`

	triedSince = `SELECT EXISTS (SELECT 1 FROM puzzle_views WHERE person = $1 AND puzzle = $2 AND closed >= $3)`
)

// Contests stores the runs of people and the races of channels.
type Contests struct{ db *database.Connection }

// UpdateRun passes the run of a person to fn and saves the changes. See [solving.RunStore].
func (s *Contests) UpdateRun(
	ctx context.Context, key string, p game.Person, fn func(*solving.Run) error,
) (*solving.Run, error) {
	return database.UpdateRow(ctx, s.db.Locking("run of "+string(p)), key, func(tx *sql.Tx) (*solving.Run, error) {
		r, err := runOf(ctx, tx, p)
		return &r, err
	}, fn, func(tx *sql.Tx, r *solving.Run) error {
		return database.Exec(ctx, tx, saveRun, p, r.Guild, r.Best, columns.ToMillis(r.At), columns.JSON(r))
	})
}

// Run reads the run of a person. See [solving.RunStore].
func (s *Contests) Run(ctx context.Context, p game.Person) (solving.Run, error) {
	return runOf(ctx, s.db.Read, p)
}

// runOf reads the run of a person, a new one if they have none.
func runOf(ctx context.Context, q database.Querier, p game.Person) (solving.Run, error) {
	r := solving.Run{Person: p}
	_, err := database.One(ctx, q, []any{&r.Guild, &r.Best, columns.Millis(&r.At), columns.JSON(&r)}, readRun, p)
	return r, err
}

// BestRuns lists the best runs of a server. See [solving.RunStore].
func (s *Contests) BestRuns(ctx context.Context, guild string, limit int) ([]solving.Run, error) {
	return database.All(ctx, s.db.Read, func(r *solving.Run) []any {
		return []any{&r.Person, &r.Guild, &r.Best, columns.Millis(&r.At)}
	}, bestRuns, guild, limit)
}

// CreateRace creates a race. See [solving.RaceStore].
func (s *Contests) CreateRace(
	ctx context.Context, key string, fn func(*solving.Race) error,
) (*solving.Race, error) {
	r := &solving.Race{}
	err := s.db.Act(ctx, key, func(tx *sql.Tx) error {
		*r = solving.Race{}
		if _, err := database.One(ctx, tx, []any{&r.ID}, newRace); err != nil {
			return err
		}
		if err := fn(r); err != nil {
			return err
		}
		return s.saveRace(ctx, tx, r)
	})
	return r, err
}

// UpdateRace passes a race to fn and saves the changes. See [solving.RaceStore].
func (s *Contests) UpdateRace(
	ctx context.Context, key string, id solving.RaceID, fn func(*solving.Race) error,
) (*solving.Race, error) {
	return database.UpdateRow(ctx, s.db, key, func(tx *sql.Tx) (*solving.Race, error) {
		return readRacing(ctx, tx, id, s.db.Dialect.ForUpdate)
	}, fn, func(tx *sql.Tx, r *solving.Race) error { return s.saveRace(ctx, tx, r) })
}

// Race reads a race. See [solving.RaceStore].
func (s *Contests) Race(ctx context.Context, id solving.RaceID) (*solving.Race, error) {
	return readRacing(ctx, s.db.Read, id, "")
}

// readRacing reads a race with its racers. suffix is appended to the query and may lock the row.
func readRacing(ctx context.Context, q database.Querier, id solving.RaceID, suffix string) (*solving.Race, error) {
	r := &solving.Race{ID: id}
	found, err := database.One(ctx, q, []any{
		&r.Guild, &r.Channel, &r.Starter, &r.Goal, &r.Puzzle, &r.Round, columns.JSON(&r.Seen), columns.Millis(&r.At),
	}, readRace+suffix, id)
	if err == nil && !found {
		err = &game.Refusal{Code: solving.NoRace}
	}
	if err != nil {
		return nil, err
	}
	r.Racers, err = database.All(ctx, q, func(one *solving.Racer) []any {
		return []any{&one.Person, &one.Points, &one.ShutOutRound}
	}, readRacers, id)
	return r, err
}

// saveRace writes a race with its racers.
func (s *Contests) saveRace(ctx context.Context, tx *sql.Tx, r *solving.Race) error {
	steps := []database.Statement{
		database.SQL(saveRace, r.ID, r.Guild, r.Channel, r.Starter, r.Goal, r.Puzzle, r.Round, columns.JSON(&r.Seen), columns.ToMillis(r.At)),
	}
	for _, one := range r.Racers {
		steps = append(steps, database.SQL(saveRacer, r.ID, one.Person, one.Points, one.ShutOutRound))
	}
	return database.Execute(ctx, tx, steps...)
}

// TriedSince reports whether a person has tried a puzzle since a time. See [solving.RaceStore].
func (s *Contests) TriedSince(ctx context.Context, p game.Person, id string, since time.Time) (tried bool, err error) {
	return database.Value[bool](ctx, s.db.Read, triedSince, p, id, columns.ToMillis(since))
}
