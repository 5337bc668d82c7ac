package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"

	"xiangqibot/bot/review"
	"xiangqibot/engine/study"
	"xiangqibot/store/database"
)

const everyReview = `SELECT game, record, done, data, EXISTS (SELECT 1 FROM records WHERE records.id = reviews.record)
	FROM reviews ORDER BY game, record`

// reviews checks every review: its game and every line that the engine found are replayed. A review in progress must
// have its job.
func (v *verifier) reviews(ctx context.Context) error {
	rows, err := v.q.QueryContext(ctx, everyReview)
	if err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) {
		var job review.Job
		var done int64
		var data string
		var recorded bool
		if err := rows.Scan(&job.Game, &job.Record, &done, &data, &recorded); err != nil {
			return struct{}{}, err
		}
		v.found.Reviews++
		about, err := json.Marshal(job)
		if err != nil {
			return struct{}{}, err
		}
		var s study.Study
		switch err := json.Unmarshal([]byte(data), &s); {
		case err != nil:
			v.fault("the review of %s: %v", about, err)
		case s.Done() != (done != 0):
			v.fault("the review of %s is noted as done: %v, and it is: %v", about, done != 0, s.Done())
		case done == 0 && !v.owes(job):
			v.fault("the review of %s is under way and has no job %q", about, job.Kind())
		}
		if job.Record != 0 && !recorded {
			v.fault("the review of %s is of a record that is not there", about)
		}
		return struct{}{}, nil
	})
	return err
}

const (
	everySolver = `SELECT person, rating, deviation, vol, tried, solved,
		(SELECT count(*) FROM puzzle_tries t WHERE t.person = s.person),
		(SELECT count(*) FROM puzzle_tries t WHERE t.person = s.person AND t.solved)
		FROM puzzle_solvers s ORDER BY person`
	unknownSolvers = `SELECT DISTINCT person FROM puzzle_tries t
		WHERE NOT EXISTS (SELECT 1 FROM puzzle_solvers s WHERE s.person = t.person) ORDER BY person`
	everyPuzzle = `SELECT puzzle, rating, deviation, vol FROM puzzle_ratings ORDER BY puzzle`
	everyFound  = `SELECT guild, puzzle, data FROM puzzles_found ORDER BY guild, puzzle`
)

// puzzles recounts people's attempts at puzzles and checks that ratings are valid.
func (v *verifier) puzzles(ctx context.Context) error {
	rows, err := v.q.QueryContext(ctx, everySolver)
	if err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) {
		var person string
		var r, rd, vol float64
		var tried, solved, tries, solutions int
		if err := rows.Scan(&person, &r, &rd, &vol, &tried, &solved, &tries, &solutions); err != nil {
			return struct{}{}, err
		}
		v.found.Solvers++
		if tried != tries || solved != solutions {
			v.fault("%s is said to have solved %d of %d puzzles; the tries are %d of %d", person, solved, tried, solutions, tries)
		}
		v.glicko("the puzzle rating of "+person, r, rd, vol)
		return struct{}{}, nil
	})
	if err != nil {
		return err
	}
	if rows, err = v.q.QueryContext(ctx, unknownSolvers); err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (person string, err error) {
		if err = rows.Scan(&person); err == nil {
			v.fault("%s has tried puzzles and has no puzzle rating", person)
		}
		return person, err
	})
	if err != nil {
		return err
	}
	if rows, err = v.q.QueryContext(ctx, everyPuzzle); err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (puzzle string, err error) {
		var r, rd, vol float64
		if err = rows.Scan(&puzzle, &r, &rd, &vol); err == nil {
			v.glicko("the rating of puzzle "+puzzle, r, rd, vol)
		}
		return puzzle, err
	})
	if err != nil {
		return err
	}
	return v.every(ctx, everyFound, func(rows *sql.Rows) error {
		var guild, id, data string
		if err := rows.Scan(&guild, &id, &data); err != nil {
			return err
		}
		switch p, err := decodeFound(data); {
		case err != nil:
			v.fault("puzzle %s of server %s: %v", id, guild, err)
		case p.ID() != id:
			v.fault("puzzle %s of server %s is puzzle %s", id, guild, p.ID())
		}
		return nil
	})
}

// glicko checks that a rating is valid: a number, with a deviation and a volatility above zero.
func (v *verifier) glicko(of string, r, rd, vol float64) {
	if math.IsNaN(r) || math.IsInf(r, 0) || !(rd > 0) || !(vol > 0) {
		v.fault("%s is %v, with a deviation of %v and a volatility of %v", of, r, rd, vol)
	}
}
