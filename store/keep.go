package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// Keep says how long unused data is kept. Zero means forever.
type Keep struct {
	LeftServers time.Duration // the data of a server, after the bot has left it
	IdleGames   time.Duration // a game without a clock, after its last move; it is then called off
	Reviews     time.Duration // a review and the practice of its mistakes
	Found       time.Duration // a puzzle that was found in a game
}

const (
	// leftoverLife is how long a challenge that nobody accepted is kept, and a race.
	leftoverLife = 30 * 24 * time.Hour
	// tidyMost is how many rows of a table are deleted at once: the other acts wait meanwhile.
	tidyMost = 500
)

const (
	dropUnaccepted = `DELETE FROM games WHERE id IN (
		SELECT id FROM games WHERE state IN ('declined', 'cancelled', 'lapsed') AND updated < $1
		ORDER BY updated LIMIT $2)`
	dropRaces = `DELETE FROM puzzle_races WHERE id IN (
		SELECT id FROM puzzle_races WHERE at < $1 ORDER BY id LIMIT $2)`
	dropReviews = `DELETE FROM reviews WHERE (game, record) IN (
		SELECT game, record FROM reviews WHERE done > 0 AND asked < $1 LIMIT $2)`
	dropPracticed = `DELETE FROM mistakes WHERE NOT EXISTS (
		SELECT 1 FROM reviews WHERE reviews.game = mistakes.game AND record = 0)`
	dropFound = `DELETE FROM puzzles_found WHERE (guild, puzzle) IN (
		SELECT guild, puzzle FROM puzzles_found WHERE at < $1 LIMIT $2)`
)

var idleGames = selectGames + ` WHERE state IN ('offered', 'active') AND updated < $1 ORDER BY id`

// tidying deletes what is no longer kept.
type tidying struct {
	db     *database.Connection
	keep   Keep
	writer *gameWriter
}

// tidy deletes what is no longer kept, in bounded portions, and updates the query planner's statistics. It is called
// again an hour later, and then continues with the rest.
func (t *tidying) tidy(ctx context.Context) error {
	return t.db.TxAlone(ctx, func(tx *sql.Tx) error {
		for _, step := range []struct {
			life time.Duration
			do   func(ctx context.Context, tx *sql.Tx, before int64) error
		}{
			{t.keep.LeftServers, t.forgetLeft},
			{t.keep.IdleGames, t.endIdle},
			{t.keep.Reviews, drop(dropReviews, dropPracticed)},
			{t.keep.Found, drop(dropFound)},
			{leftoverLife, drop(dropUnaccepted)},
			{leftoverLife, drop(dropRaces)},
		} {
			if step.life == 0 {
				continue
			}
			if err := step.do(ctx, tx, columns.ToMillis(t.db.Clock().Add(-step.life))); err != nil {
				return err
			}
		}
		return database.Exec(ctx, tx, t.db.Dialect.Statistics)
	})
}

// drop returns a function that deletes rows by a statement. If there were some, it runs the other statements, which
// delete what is meaningless without them.
func drop(text string, follows ...string) func(context.Context, *sql.Tx, int64) error {
	return func(ctx context.Context, tx *sql.Tx, before int64) error {
		some, err := database.Changes(ctx, tx, text, before, tidyMost)
		for _, text := range follows {
			if some && err == nil {
				err = database.Exec(ctx, tx, text)
			}
		}
		return err
	}
}

// forgetLeft forgets the servers that the bot has left.
func (t *tidying) forgetLeft(ctx context.Context, tx *sql.Tx, before int64) error {
	guilds, err := database.Column[string](ctx, tx, departedUntil, before)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if err := forgetServer(ctx, tx, t.writer.outbox, guild); err != nil {
			return err
		}
		t.db.Log.Info("a server that the bot has left is forgotten", "guild", guild)
	}
	return nil
}

// endIdle calls off games without a clock in which nothing has happened for long.
func (t *tidying) endIdle(ctx context.Context, tx *sql.Tx, before int64) error {
	old, err := queryGames(ctx, tx, idleGames+t.db.Dialect.ForUpdate, before)
	if err != nil {
		return err
	}
	idle := slices.DeleteFunc(old, func(g *game.Game) bool { return g.Timed() || g.State != game.Active })
	return t.writer.changeAll(ctx, tx, idle, func(g *game.Game, _ *snapshot) error {
		game.Void(g, t.db.Clock().UTC().Truncate(time.Millisecond))
		return nil
	})
}
