package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store/database"
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
	*connection
	outbox *outbox
}

// Schedule reads what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) Schedule(ctx context.Context, guild string) (solving.Schedule, bool, error) {
	return postOf(ctx, s.read, guild)
}

func postOf(ctx context.Context, q database.Querier, guild string) (solving.Schedule, bool, error) {
	p := solving.Schedule{Guild: guild}
	err := q.QueryRowContext(ctx, readPost, guild).Scan(&p.Channel, &p.Hour, &p.Zone, asMillis{&p.Next})
	if errors.Is(err, sql.ErrNoRows) {
		return p, false, nil
	}
	if err != nil {
		return p, false, fmt.Errorf("read where server %s has puzzles posted: %w", guild, err)
	}
	return p, true, nil
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
		if _, err := tx.ExecContext(ctx, savePost, guild, p.Channel, p.Hour, p.Zone, toMillis(p.Next)); err != nil {
			return err
		}
		return s.due(ctx, tx, guild, p.Next)
	})
	return p, err
}

// DeleteSchedule deletes what a server has chosen. See [solving.ScheduleStore].
func (s *Posts) DeleteSchedule(ctx context.Context, key, guild string) error {
	return s.change(ctx, key, guild, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, dropPost, guild)
		return err
	})
}

// MarkPosted records that a puzzle was posted and enqueues the next one. See [solving.ScheduleStore].
func (s *Posts) MarkPosted(ctx context.Context, p solving.Schedule, next time.Time) error {
	return s.change(ctx, "", p.Guild, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, postedOn, p.Guild, toMillis(p.Next), toMillis(next))
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return s.due(ctx, tx, p.Guild, next)
	})
}

// due enqueues the job that posts a puzzle.
func (s *Posts) due(ctx context.Context, tx *sql.Tx, guild string, at time.Time) error {
	return s.outbox.enqueue(ctx, tx, []game.QueuedJob{{Job: solving.PostDay{Guild: guild, At: at}, At: at}})
}

// change changes what a server has chosen, in one transaction with the idempotency key.
func (s *Posts) change(ctx context.Context, key, guild string, do func(*sql.Tx) error) error {
	err := s.tx(ctx, func(tx *sql.Tx) error {
		err := s.hold(ctx, tx, "daily puzzle of server "+guild)
		if err == nil {
			err = s.useKey(ctx, tx, key)
		}
		if err != nil {
			return err
		}
		return do(tx)
	})
	return unlessRefused(err, "save where server %s has puzzles posted", guild)
}

// SolversOf lists who solved the puzzle of a day in a server. See [solving.ScheduleStore].
func (s *Posts) SolversOf(
	ctx context.Context, guild string, day, limit int,
) (people []game.Person, err error) {
	rows, err := s.read.QueryContext(ctx, solversOf, guild, day, limit)
	if err == nil {
		people, err = database.Collect(rows, func(rows *sql.Rows) (p game.Person, err error) { return p, rows.Scan(&p) })
	}
	if err != nil {
		return nil, fmt.Errorf("read who solved the puzzle of day %d: %w", day, err)
	}
	return people, nil
}
