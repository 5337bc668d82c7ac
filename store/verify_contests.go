package store

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/store/database"
)

const everyRun = `SELECT person, guild, best, at, run FROM puzzle_runs ORDER BY person`

// runs checks the streaks: the best is at least the current one, and both consist of puzzles that were shown.
func (v *verifier) runs(ctx context.Context) error {
	return v.every(ctx, everyRun, func(rows *sql.Rows) error {
		var r solving.Run
		if err := rows.Scan(&r.Person, &r.Guild, &r.Best, asMillis{&r.At}, asJSON{&r}); err != nil {
			return err
		}
		v.found.Contests++
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
func (v *verifier) races(ctx context.Context) error {
	rows, err := v.q.QueryContext(ctx, everyRace)
	if err != nil {
		return err
	}
	ids, err := database.Collect(rows, func(rows *sql.Rows) (id solving.RaceID, err error) { return id, rows.Scan(&id) })
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := scanRace(ctx, v.q, id, "")
		if err != nil {
			return err
		}
		v.found.Contests++
		v.race(r)
	}
	return v.every(ctx, unknownRacings, func(rows *sql.Rows) error {
		var id solving.RaceID
		err := rows.Scan(&id)
		v.fault("people have points in race %d, which is not there", id)
		return err
	})
}

// race checks one race.
func (v *verifier) race(r *solving.Race) {
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
func (v *verifier) posts(ctx context.Context) error {
	return v.every(ctx, everyPost, func(rows *sql.Rows) error {
		var p solving.Schedule
		if err := rows.Scan(&p.Guild, &p.Hour, &p.Zone, asMillis{&p.Next}); err != nil {
			return err
		}
		v.found.Posts++
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
func (v *verifier) mistakes(ctx context.Context) error {
	return v.every(ctx, everyMistake, func(rows *sql.Rows) error {
		var p game.Person
		var m review.Mistake
		var known bool
		if err := rows.Scan(&p, &m.Game, &m.Ply, &m.Step, asMillis{&m.Due}, &known); err != nil {
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
