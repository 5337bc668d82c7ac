package learning

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

const (
	readDay = `SELECT puzzle FROM puzzle_days WHERE day = $1`
	saveDay = `INSERT INTO puzzle_days (day, puzzle) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE SET puzzle = $2`
	lastUse = `SELECT puzzle, MAX(day) FROM puzzle_days GROUP BY puzzle`

	// An attempt counts for the latest day with its puzzle. That day may begin later where the person is: $6 is the day
	// there, and $7 the last day that may have begun anywhere.
	saveDayTry = `INSERT INTO puzzle_day_tries (person, day, guild, solved, at, made)
		SELECT $1, MAX(day), $3, $4, $5, $6 FROM puzzle_days WHERE puzzle = $2 AND day <= $7 HAVING MAX(day) IS NOT NULL
		ON CONFLICT DO NOTHING RETURNING made <= day`
	// An attempt made after the day itself counts for no streak.
	readDayTry    = `SELECT solved FROM puzzle_day_tries WHERE person = $1 AND day = $2 AND made <= day`
	readStreak    = `SELECT day FROM puzzle_day_tries WHERE person = $1 AND day <= $2 AND solved AND made <= day ORDER BY day DESC`
	countDayTries = `SELECT COUNT(*), COALESCE(SUM(CASE WHEN solved THEN 1 ELSE 0 END), 0)
		FROM puzzle_day_tries WHERE guild = $1 AND day = $2`
	solversOf = `SELECT person FROM puzzle_day_tries WHERE guild = $1 AND day = $2 AND solved ORDER BY at, person LIMIT $3`
)

// DayPuzzle reads the puzzle of a day. See [solving.DailyStore].
func (s *Puzzles) DayPuzzle(ctx context.Context, day int) (string, error) {
	return database.Value[string](ctx, s.db.Read, readDay, day)
}

// SetDayPuzzle sets the puzzle of a day. See [solving.DailyStore].
func (s *Puzzles) SetDayPuzzle(
	ctx context.Context, day int, instead string, choose func(last map[string]int) string,
) (id string, err error) {
	err = s.db.Locking("daily puzzles").Tx(ctx, func(tx *sql.Tx) error {
		if id, err = database.Value[string](ctx, tx, readDay, day); err != nil || id != instead {
			return err
		}
		last, err := database.Map[string, int](ctx, tx, lastUse)
		if err != nil {
			return err
		}
		id = choose(last)
		return database.Exec(ctx, tx, saveDay, day, id)
	})
	return id, err
}

// saveForDay saves an attempt if it is the first at a puzzle of the day. onDay reports whether the day was not over.
func saveForDay(ctx context.Context, tx *sql.Tx, t solving.Try) (onDay bool, err error) {
	return database.Value[bool](ctx, tx, saveDayTry,
		t.Person, t.Puzzle, t.Guild, t.Solved, t.At.UnixMilli(), t.Day, t.Day+solving.MaxDaysAhead)
}

// DayTry reads a person's attempt at the puzzle of a day. See [solving.DailyStore].
func (s *Puzzles) DayTry(ctx context.Context, p game.Person, day int) (tried, solved bool, err error) {
	tried, err = database.One(ctx, s.db.Read, []any{&solved}, readDayTry, p, day)
	return tried, solved, err
}

// Streak counts consecutive days. See [solving.DailyStore].
func (s *Puzzles) Streak(ctx context.Context, p game.Person, last int) (int, error) {
	solved, err := database.Column[int](ctx, s.db.Read, readStreak, p, last)
	return solving.StreakDays(solved, last), err
}

// DayTries counts the attempts at the puzzle of a day. See [solving.DailyStore].
func (s *Puzzles) DayTries(ctx context.Context, guild string, day int) (tried, solved int, err error) {
	_, err = database.One(ctx, s.db.Read, []any{&tried, &solved}, countDayTries, guild, day)
	return tried, solved, err
}

const (
	readPost = `SELECT channel, hour, zone, next FROM puzzle_posts WHERE guild = $1`
	savePost = `INSERT INTO puzzle_posts (guild, channel, hour, zone, next) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (guild) DO UPDATE SET channel = $2, hour = $3, zone = $4, next = $5`
	dropPost = `DELETE FROM puzzle_posts WHERE guild = $1`
	postedOn = `UPDATE puzzle_posts SET next = $3 WHERE guild = $1 AND next = $2`
)

// Posts stores where servers have the puzzle of the day posted.
type Posts struct {
	db     *database.Connection
	outbox *jobs.Outbox
}

// Schedule reads what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) Schedule(ctx context.Context, guild string) (solving.Schedule, bool, error) {
	return postOf(ctx, s.db.Read, guild)
}

func postOf(ctx context.Context, q database.Querier, guild string) (p solving.Schedule, has bool, err error) {
	p.Guild = guild
	has, err = database.One(ctx, q, []any{&p.Channel, &p.Hour, &p.Zone, columns.Millis(&p.Next)}, readPost, guild)
	return p, has, err
}

// UpdateSchedule changes what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) UpdateSchedule(
	ctx context.Context, key, guild string, fn func(*solving.Schedule) error,
) (p solving.Schedule, err error) {
	_, err = database.UpdateRow(ctx, s.locking(guild), key, func(tx *sql.Tx) (_ *solving.Schedule, err error) {
		p, _, err = postOf(ctx, tx, guild)
		return &p, err
	}, fn, func(tx *sql.Tx, p *solving.Schedule) error {
		if err := database.Exec(ctx, tx, savePost, guild, p.Channel, p.Hour, p.Zone, columns.ToMillis(p.Next)); err != nil {
			return err
		}
		return s.due(ctx, tx, guild, p.Next)
	})
	return p, err
}

// locking returns the connection for those who change what a server has chosen.
func (s *Posts) locking(guild string) *database.Connection {
	return s.db.Locking("daily puzzle of server " + guild)
}

// DeleteSchedule deletes what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) DeleteSchedule(ctx context.Context, key, guild string) error {
	return s.locking(guild).Save(ctx, key, database.SQL(dropPost, guild))
}

// MarkPosted records that a puzzle was posted and enqueues the next one. See [solving.ScheduleStore].
func (s *Posts) MarkPosted(ctx context.Context, p solving.Schedule, next time.Time) error {
	return s.locking(p.Guild).Tx(ctx, func(tx *sql.Tx) error {
		if done, err := database.Changes(ctx, tx, postedOn, p.Guild, columns.ToMillis(p.Next), columns.ToMillis(next)); err != nil || !done {
			return err
		}
		return s.due(ctx, tx, p.Guild, next)
	})
}

// due enqueues the job that posts a puzzle.
func (s *Posts) due(ctx context.Context, tx *sql.Tx, guild string, at time.Time) error {
	return s.outbox.Enqueue(ctx, tx, []game.QueuedJob{{Job: solving.PostDay{Guild: guild, At: at}, At: at}})
}

// SolversOf lists who solved the puzzle of a day in a server. See [solving.ScheduleStore].
func (s *Posts) SolversOf(ctx context.Context, guild string, day, limit int) ([]game.Person, error) {
	return database.Column[game.Person](ctx, s.db.Read, solversOf, guild, day, limit)
}
