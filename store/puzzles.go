package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/store/database"
)

const (
	solverColumns = `person, rating, deviation, vol, tried, solved, at`
	readSolver    = `SELECT ` + solverColumns + ` FROM puzzle_solvers WHERE person = $1`
	saveSolver    = `INSERT INTO puzzle_solvers (` + solverColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (person) DO UPDATE SET rating = $2, deviation = $3, vol = $4, tried = $5, solved = $6, at = $7`
	readTries  = `SELECT puzzle FROM puzzle_tries WHERE person = $1`
	saveTry    = `INSERT INTO puzzle_tries (person, puzzle, guild, solved, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	readPuzzle = `SELECT rating, deviation, vol FROM puzzle_ratings WHERE puzzle = $1`
	savePuzzle = `INSERT INTO puzzle_ratings (puzzle, rating, deviation, vol) VALUES ($1, $2, $3, $4)
		ON CONFLICT (puzzle) DO UPDATE SET rating = $2, deviation = $3, vol = $4`
	bestSolvers = `SELECT ` + solverColumns + ` FROM puzzle_solvers WHERE tried >= $2 AND person IN (
		SELECT person FROM puzzle_tries WHERE guild = $1) ORDER BY rating DESC, person LIMIT $3`
)

// Puzzles stores people's attempts at puzzles and the puzzle ratings.
type Puzzles struct{ *connection }

// Solver reads a person's puzzle rating. See [solving.Store].
func (s *Puzzles) Solver(ctx context.Context, p game.Person) (solving.Solver, bool, error) {
	solver, err := scanSolver(s.read.QueryRowContext(ctx, readSolver, p))
	if errors.Is(err, sql.ErrNoRows) {
		return solving.Solver{}, false, nil
	}
	if err != nil {
		return solving.Solver{}, false, fmt.Errorf("read the puzzle rating of %s: %w", p, err)
	}
	return solver, true, nil
}

// scanSolver reads a row of puzzle_solvers.
func scanSolver(row interface{ Scan(...any) error }) (s solving.Solver, err error) {
	var at int64
	r := &s.Rating
	err = row.Scan(&s.Person, &r.R, &r.RD, &r.Vol, &s.Tried, &s.Solved, &at)
	s.At = time.UnixMilli(at)
	return s, err
}

// Tried lists the puzzles that p has tried. See [solving.Store].
func (s *Puzzles) Tried(ctx context.Context, p game.Person) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, readTries, p)
	var ids []string
	if err == nil {
		ids, err = database.Collect(rows, func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the puzzles of %s: %w", p, err)
	}
	return ids, nil
}

// SaveTry saves a person's first attempt at a puzzle with both new ratings, and the first attempt at the puzzle of a
// day. See [solving.Store].
func (s *Puzzles) SaveTry(
	ctx context.Context, key string, t solving.Try, rate func(*solving.Solver, *glicko.Rating),
) (first, onDay bool, err error) {
	err = s.tx(ctx, func(tx *sql.Tx) error {
		err := s.useKey(ctx, tx, key)
		if err == nil {
			err = s.hold(ctx, tx, "solver "+string(t.Person), "puzzle "+t.Puzzle) // neither may have a row
		}
		if err != nil {
			return err
		}
		if onDay, err = saveForDay(ctx, tx, t); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, closePuzzle, t.Person, t.Puzzle, t.Guild, t.At.UnixMilli()); err != nil {
			return err
		}
		if first, err = saveFirst(ctx, tx, t); err != nil || !first {
			return err
		}
		solver, err := scanSolver(tx.QueryRowContext(ctx, readSolver, t.Person))
		if errors.Is(err, sql.ErrNoRows) {
			solver, err = solving.Solver{Person: t.Person}, nil
		}
		if err != nil {
			return err
		}
		var r glicko.Rating
		err = tx.QueryRowContext(ctx, readPuzzle, t.Puzzle).Scan(&r.R, &r.RD, &r.Vol)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		rate(&solver, &r)
		own := solver.Rating
		_, err = tx.ExecContext(ctx, saveSolver, t.Person, own.R, own.RD, own.Vol, solver.Tried, solver.Solved, solver.At.UnixMilli())
		if err == nil {
			_, err = tx.ExecContext(ctx, savePuzzle, t.Puzzle, r.R, r.RD, r.Vol)
		}
		return err
	})
	return first, onDay, unlessRefused(err, "save the try of %s at puzzle %s", t.Person, t.Puzzle)
}

// saveFirst saves an attempt; it returns false if there was one before.
func saveFirst(ctx context.Context, tx *sql.Tx, t solving.Try) (bool, error) {
	res, err := tx.ExecContext(ctx, saveTry, t.Person, t.Puzzle, t.Guild, t.Solved, t.At.UnixMilli())
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// BestSolvers lists the best solvers of a server. See [solving.Store].
func (s *Puzzles) BestSolvers(ctx context.Context, guild string, tried, limit int) ([]solving.Solver, error) {
	rows, err := s.read.QueryContext(ctx, bestSolvers, guild, tried, limit)
	var best []solving.Solver
	if err == nil {
		best, err = database.Collect(rows, func(rows *sql.Rows) (solving.Solver, error) { return scanSolver(rows) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the best solvers: %w", err)
	}
	return best, nil
}
