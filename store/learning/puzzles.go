// Package learning stores what people learn by: attempts at puzzles and puzzle ratings, streaks and races, the puzzle
// of the day, records that were imported, reviews, and the mistakes that are practiced again.
package learning

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// Parts are the parts of a database that this package has.
type Parts struct {
	Records  *Records
	Reviews  *Reviews
	Puzzles  *Puzzles
	Posts    *Posts
	Contests *Contests
}

// New returns the parts of a database.
func New(db *database.Connection, outbox *jobs.Outbox) Parts {
	return Parts{&Records{db}, &Reviews{db, outbox}, &Puzzles{db}, &Posts{db, outbox}, &Contests{db}}
}

const (
	solverColumns = `person, rating, deviation, vol, tried, solved, at`
	readSolver    = `SELECT ` + solverColumns + ` FROM puzzle_solvers WHERE person = $1`
	saveSolver    = `INSERT INTO puzzle_solvers (` + solverColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (person) DO UPDATE SET rating = $2, deviation = $3, vol = $4, tried = $5, solved = $6, at = $7`
	readTries  = `SELECT puzzle, solved FROM puzzle_tries WHERE person = $1`
	saveTry    = `INSERT INTO puzzle_tries (person, puzzle, guild, solved, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	readPuzzle = `SELECT rating, deviation, vol FROM puzzle_ratings WHERE puzzle = $1`
	savePuzzle = `INSERT INTO puzzle_ratings (puzzle, rating, deviation, vol) VALUES ($1, $2, $3, $4)
		ON CONFLICT (puzzle) DO UPDATE SET rating = $2, deviation = $3, vol = $4`
	bestSolvers = `SELECT ` + solverColumns + ` FROM puzzle_solvers WHERE tried >= $2 AND person IN (
		SELECT person FROM puzzle_tries WHERE guild = $1) ORDER BY rating DESC, person LIMIT $3`
)

// Puzzles stores people's attempts at puzzles and the puzzle ratings.
type Puzzles struct{ db *database.Connection }

// Solver reads a person's puzzle rating. See [solving.Store].
func (s *Puzzles) Solver(ctx context.Context, p game.Person) (solver solving.Solver, rated bool, err error) {
	rated, err = database.One(ctx, s.db.Read, solverValues(&solver), readSolver, p)
	return solver, rated, err
}

// solverValues returns the destinations of solverColumns.
func solverValues(s *solving.Solver) []any {
	return []any{&s.Person, &s.Rating.R, &s.Rating.RD, &s.Rating.Vol, &s.Tried, &s.Solved, columns.Millis(&s.At)}
}

// Tried returns the puzzles that p has tried. See [solving.Store].
func (s *Puzzles) Tried(ctx context.Context, p game.Person) (map[string]bool, error) {
	return database.Map[string, bool](ctx, s.db.Read, readTries, p)
}

// SaveTry saves a person's first attempt at a puzzle with both new ratings, and the first attempt at the puzzle of a
// day. See [solving.Store].
func (s *Puzzles) SaveTry(
	ctx context.Context, key string, t solving.Try, rate func(*solving.Solver, *glicko.Rating),
) (first, onDay bool, err error) {
	db := s.db.Locking("solver "+string(t.Person), "puzzle "+t.Puzzle)
	err = db.Act(ctx, key, func(tx *sql.Tx) (err error) {
		if onDay, err = saveForDay(ctx, tx, t); err != nil {
			return err
		}
		if err := database.Exec(ctx, tx, closePuzzle, t.Person, t.Puzzle, t.Guild, t.At.UnixMilli()); err != nil {
			return err
		}
		first, err = database.Changes(ctx, tx, saveTry, t.Person, t.Puzzle, t.Guild, t.Solved, t.At.UnixMilli())
		if err != nil || !first {
			return err
		}
		solver := solving.Solver{Person: t.Person}
		if _, err := database.One(ctx, tx, solverValues(&solver), readSolver, t.Person); err != nil {
			return err
		}
		var r glicko.Rating
		if _, err := database.One(ctx, tx, []any{&r.R, &r.RD, &r.Vol}, readPuzzle, t.Puzzle); err != nil {
			return err
		}
		rate(&solver, &r)
		own := solver.Rating
		return database.Execute(ctx, tx,
			database.SQL(saveSolver, t.Person, own.R, own.RD, own.Vol, solver.Tried, solver.Solved, solver.At.UnixMilli()),
			database.SQL(savePuzzle, t.Puzzle, r.R, r.RD, r.Vol))
	})
	return first, onDay, err
}

// BestSolvers lists the best solvers of a server. See [solving.Store].
func (s *Puzzles) BestSolvers(ctx context.Context, guild string, tried, limit int) ([]solving.Solver, error) {
	return database.All(ctx, s.db.Read, solverValues, bestSolvers, guild, tried, limit)
}

const (
	saveFound = `INSERT INTO puzzles_found (guild, puzzle, game, at, data) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	readFound = `SELECT data FROM puzzles_found WHERE guild = $1 ORDER BY at DESC, puzzle LIMIT $2`
)

// SaveFound saves a puzzle that was found in a game. See [solving.FoundPuzzleStore].
func (s *Puzzles) SaveFound(ctx context.Context, f solving.FoundPuzzle) error {
	return s.db.Save(ctx, "", database.SQL(
		saveFound, f.Guild, f.Puzzle.ID(), f.Game, columns.ToMillis(f.At), columns.JSON(f.Puzzle)))
}

// Found lists the puzzles from a server's games. See [solving.Store].
func (s *Puzzles) Found(ctx context.Context, guild string, limit int) ([]puzzle.Puzzle, error) {
	one := func(p *puzzle.Puzzle) []any { return []any{columns.JSON(p)} }
	return database.All(ctx, s.db.Read, one, readFound, guild, limit)
}

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
)

// viewLife is how long it is kept that a puzzle was shown.
const viewLife = 60 * 24 * time.Hour

// ShowPuzzle records that a puzzle was shown. See [solving.CurrentStore].
func (s *Puzzles) ShowPuzzle(ctx context.Context, p game.Person, guild, id string, at time.Time) error {
	return s.db.Save(ctx, "",
		database.SQL(sweepViews, p, at.Add(-viewLife).UnixMilli()), database.SQL(showPuzzle, p, id, guild, at.UnixMilli()))
}

// OpenPuzzles lists the puzzles that are being solved. See [solving.CurrentStore].
func (s *Puzzles) OpenPuzzles(
	ctx context.Context, p game.Person, since solving.OpenSince,
) ([]solving.OpenPuzzle, error) {
	one := func(o *solving.OpenPuzzle) []any { return []any{&o.ID, columns.JSON(&o.Found)} }
	open, err := database.All(ctx, s.db.Read, one, openPuzzles, p, columns.ToMillis(since.Shown), columns.ToMillis(since.Public), columns.ToMillis(since.Raced))
	if err == nil {
		var run solving.Run
		run, err = runOf(ctx, s.db.Read, p)
		open = append(open, solving.OpenPuzzle{ID: run.Puzzle})
	}
	return open, err
}

// Raced lists the puzzles of races. See [solving.CurrentStore].
func (s *Puzzles) Raced(ctx context.Context, guild string, since time.Time) ([]string, error) {
	return database.Column[string](ctx, s.db.Read, racedPuzzles, guild, columns.ToMillis(since))
}
