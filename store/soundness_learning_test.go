package store

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/learning"
)

const unfinishedReviews = `SELECT game, record, done > 0, EXISTS (SELECT 1 FROM records WHERE records.id = reviews.record)
	FROM reviews ORDER BY game, record`

// reviewed checks that a review in progress has its job, and that what is reviewed is there.
func (v *soundness) reviewed(ctx context.Context) error {
	return v.each(ctx, unfinishedReviews, func(row database.Row) error {
		var job review.Job
		var done, recorded bool
		if err := row.Scan(&job.Game, &job.Record, &done, &recorded); err != nil {
			return err
		}
		about, err := json.Marshal(job)
		if !done && !v.owes(job) {
			v.fault("the review of %s is under way and has no job %q", about, job.Kind())
		}
		if job.Record != 0 && !recorded {
			v.fault("the review of %s is of a record that is not there", about)
		}
		return err
	})
}

const (
	everySolver = `SELECT person, rating, deviation, vol, tried, solved,
		(SELECT count(*) FROM puzzle_tries t WHERE t.person = s.person),
		(SELECT count(*) FROM puzzle_tries t WHERE t.person = s.person AND t.solved)
		FROM puzzle_solvers s ORDER BY person`
	unknownSolvers = `SELECT DISTINCT person FROM puzzle_tries t
		WHERE NOT EXISTS (SELECT 1 FROM puzzle_solvers s WHERE s.person = t.person) ORDER BY person`
	everyPuzzle = `SELECT puzzle, rating, deviation, vol FROM puzzle_ratings ORDER BY puzzle`
)

// solvers recounts people's attempts at puzzles and checks that ratings are valid.
func (v *soundness) solvers(ctx context.Context) error {
	err := v.each(ctx, everySolver, func(row database.Row) error {
		var person string
		var r, rd, vol float64
		var tried, solved, tries, solutions int
		err := row.Scan(&person, &r, &rd, &vol, &tried, &solved, &tries, &solutions)
		if tried != tries || solved != solutions {
			v.fault("%s is said to have solved %d of %d puzzles; the tries are %d of %d", person, solved, tried, solutions, tries)
		}
		v.glicko("the puzzle rating of "+person, r, rd, vol)
		return err
	})
	if err != nil {
		return err
	}
	err = v.each(ctx, unknownSolvers, func(row database.Row) error {
		var person string
		err := row.Scan(&person)
		v.fault("%s has tried puzzles and has no puzzle rating", person)
		return err
	})
	if err != nil {
		return err
	}
	return v.each(ctx, everyPuzzle, func(row database.Row) error {
		var puzzle string
		var r, rd, vol float64
		err := row.Scan(&puzzle, &r, &rd, &vol)
		v.glicko("the rating of puzzle "+puzzle, r, rd, vol)
		return err
	})
}

// glicko checks that a rating is valid: a number, with a deviation and a volatility above zero.
func (v *soundness) glicko(of string, r, rd, vol float64) {
	if math.IsNaN(r) || math.IsInf(r, 0) || !(rd > 0) || !(vol > 0) {
		v.fault("%s is %v, with a deviation of %v and a volatility of %v", of, r, rd, vol)
	}
}

const everyRun = `SELECT person, guild, best, at, run FROM puzzle_runs ORDER BY person`

// runs checks the streaks: the best is at least the current one, and both consist of puzzles that were shown.
func (v *soundness) runs(ctx context.Context) error {
	return v.each(ctx, everyRun, func(row database.Row) error {
		var r solving.Run
		if err := row.Scan(&r.Person, &r.Guild, &r.Best, columns.Millis(&r.At), columns.JSON(&r)); err != nil {
			return err
		}
		switch {
		case r.Solved < 0 || r.Solved > r.Best:
			v.fault("the streak of %s has %d puzzles, and their best has %d", r.Person, r.Solved, r.Best)
		case r.Solved > len(r.Seen):
			v.fault("the streak of %s has %d puzzles, and they have seen %d", r.Person, r.Solved, len(r.Seen))
		case r.Puzzle != "" && (len(r.Seen) == 0 || r.Seen[len(r.Seen)-1] != r.Puzzle):
			v.fault("the streak of %s is at puzzle %s, which is not the one that they saw last", r.Person, r.Puzzle)
		case r.Best > 0 && r.At.IsZero():
			v.fault("the best streak of %s, %d puzzles, has no date", r.Person, r.Best)
		}
		return nil
	})
}

const (
	everyRace      = `SELECT id FROM puzzle_races ORDER BY id`
	unknownRacings = `SELECT DISTINCT race FROM puzzle_racers
		WHERE race NOT IN (SELECT id FROM puzzle_races) ORDER BY race`
)

// races recounts the points of races as far as possible.
func (v *soundness) races(ctx context.Context) error {
	ids, err := database.Column[solving.RaceID](ctx, v.q, everyRace)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := learning.ReadRacing(ctx, v.q, id, "")
		if err != nil {
			return err
		}
		v.race(r)
	}
	return v.each(ctx, unknownRacings, func(row database.Row) error {
		var id solving.RaceID
		err := row.Scan(&id)
		v.fault("people have points in race %d, which is not there", id)
		return err
	})
}

// race checks one race.
func (v *soundness) race(r *solving.Race) {
	points, won := 0, false
	for _, one := range r.Racers {
		points += one.Points
		won = won || one.Points >= r.Goal
		if one.ShutOutRound > r.Round {
			v.fault("race %d: %s is shut out of round %d, and it is at round %d", r.ID, one.Person, one.ShutOutRound, r.Round)
		}
		if one.Points < 0 || one.Points > r.Goal {
			v.fault("race %d: %s has %d points, and the race is to %d", r.ID, one.Person, one.Points, r.Goal)
		}
	}
	switch {
	case points > r.Round:
		v.fault("race %d: there are %d points after %d rounds", r.ID, points, r.Round)
	case won && !r.Over():
		v.fault("race %d goes on, and somebody has the %d points that it is to", r.ID, r.Goal)
	case !r.Over() && (len(r.Seen) == 0 || r.Seen[len(r.Seen)-1] != r.Puzzle):
		v.fault("race %d is at puzzle %s, which is not the last of its puzzles", r.ID, r.Puzzle)
	}
}

const everyPost = `SELECT guild, hour, zone, next FROM puzzle_posts ORDER BY guild`

// posts checks that every server that has the puzzle of the day posted has the job for the next one.
func (v *soundness) posts(ctx context.Context) error {
	return v.each(ctx, everyPost, func(row database.Row) error {
		var p solving.Schedule
		if err := row.Scan(&p.Guild, &p.Hour, &p.Zone, columns.Millis(&p.Next)); err != nil {
			return err
		}
		if p.Hour < 0 || p.Hour > solving.MaxHour {
			v.fault("server %s has the puzzle of the day posted at hour %d", p.Guild, p.Hour)
		}
		if _, err := time.LoadLocation(p.Zone); err != nil {
			v.fault("server %s has the puzzle of the day posted by the clock of %q: %v", p.Guild, p.Zone, err)
		}
		if job := (solving.PostDay{Guild: p.Guild, At: p.Next}); !v.owes(job) {
			v.fault("server %s waits for the puzzle of the day at %s, and there is no job %q for it",
				p.Guild, p.Next.Format(time.RFC3339), job.Kind())
		}
		return nil
	})
}

const everyMistake = `SELECT person, m.game, ply, step, due, games.id IS NOT NULL
	FROM mistakes m LEFT JOIN games ON games.id = m.game ORDER BY person, m.game, ply`

// mistakes checks that the mistakes that people practice were actually played.
func (v *soundness) mistakes(ctx context.Context) error {
	return v.each(ctx, everyMistake, func(row database.Row) error {
		var p game.Person
		var m review.Mistake
		var known bool
		if err := row.Scan(&p, &m.Game, &m.Ply, &m.Step, columns.Millis(&m.Due), &known); err != nil {
			return err
		}
		switch {
		case !known:
			v.fault("%s practices a mistake of game %d, which is not there", p, m.Game)
		case m.Ply < 0 || m.Step < 0 || !m.Learned() && m.Due.IsZero():
			v.fault("%s has found the mistake at move %d of game %d %d times in a row, and is asked again at %v",
				p, m.Ply+1, m.Game, m.Step, m.Due)
		}
		return nil
	})
}
