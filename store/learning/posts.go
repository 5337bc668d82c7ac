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
	err = s.change(ctx, key, guild, func(tx *sql.Tx) error {
		if p, _, err = postOf(ctx, tx, guild); err != nil {
			return err
		}
		if err := fn(&p); err != nil {
			return err
		}
		if err := database.Exec(ctx, tx, savePost, guild, p.Channel, p.Hour, p.Zone, columns.ToMillis(p.Next)); err != nil {
			return err
		}
		return s.due(ctx, tx, guild, p.Next)
	})
	return p, err
}

// DeleteSchedule deletes what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) DeleteSchedule(ctx context.Context, key, guild string) error {
	return s.change(ctx, key, guild, func(tx *sql.Tx) error {
		return database.Exec(ctx, tx, dropPost, guild)
	})
}

// MarkPosted records that a puzzle was posted and enqueues the next one. See [solving.ScheduleStore].
func (s *Posts) MarkPosted(ctx context.Context, p solving.Schedule, next time.Time) error {
	return s.change(ctx, "", p.Guild, func(tx *sql.Tx) error {
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

// change changes what a server has chosen, in one transaction with the idempotency key.
func (s *Posts) change(ctx context.Context, key, guild string, do func(*sql.Tx) error) error {
	return s.db.Holding("daily puzzle of server "+guild).Act(ctx, key, do)
}

// SolversOf lists who solved the puzzle of a day in a server. See [solving.ScheduleStore].
func (s *Posts) SolversOf(ctx context.Context, guild string, day, limit int) ([]game.Person, error) {
	return database.Column[game.Person](ctx, s.db.Read, solversOf, guild, day, limit)
}
