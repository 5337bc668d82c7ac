package store

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// Stats are statistics of a database for its operator.
type Stats struct {
	Open map[string]int // games that can still change, by state
	Jobs map[jobs.State]int
	// Late is, by kind of job, for how long the oldest one that no worker has begun has been due.
	Late map[string]time.Duration
	// Active is how many people took part in a game that changed, or tried a puzzle, within a day and within a week.
	Active  struct{ Day, Week int }
	Servers int                      // that the bot is in
	Shards  struct{ Held, Free int } // connections to Discord that several processes divide
	Bytes   int64                    // size of the database, without its log
}

const (
	activeSince = `SELECT count(DISTINCT person) FROM (
		SELECT p.person FROM games g JOIN participants p ON p.game = g.id
			WHERE g.state IN ('offered', 'active') AND g.updated >= $1
		UNION ALL SELECT person FROM results WHERE at >= $1
		UNION ALL SELECT person FROM puzzle_solvers WHERE at >= $1) AS theirs`
	countServers = `SELECT count(*) FROM servers WHERE departed = 0`
	countShards  = `SELECT count(CASE WHEN process <> '' THEN 1 END),
		count(CASE WHEN process = '' THEN 1 END) FROM shards`
	countOpen = `SELECT state, count(*) FROM games WHERE state IN ('offered', 'active') GROUP BY state`
)

// Waited returns the total time that acts have waited for a write connection since the database was opened.
func (db *DB) Waited() time.Duration { return db.connection.Write.Stats().WaitDuration }

// Deadlocks returns how often an act of this process was begun anew after a deadlock with another process.
func (db *DB) Deadlocks() int64 { return db.connection.Repeated.Load() }

// GamesCounted returns how many games have begun and finished since the database was opened, in this process.
func (db *DB) GamesCounted() (begun, finished int64) {
	return db.Games.writer.begun.Load(), db.Games.writer.finished.Load()
}

// Stats reads the statistics of the database. It counts rows, which takes longer the more there are.
func (db *DB) Stats(ctx context.Context) (Stats, error) {
	c := &db.connection
	var m Stats
	var err error
	m.Open, err = database.Map[string, int](ctx, c.Read, countOpen)
	if err == nil {
		m.Jobs, m.Late, err = db.Jobs.Count(ctx)
	}
	const day = 24 * time.Hour
	for _, one := range []struct {
		query string
		args  []any
		to    []any
	}{
		{c.Dialect.Bytes, nil, []any{&m.Bytes}},
		{activeSince, []any{columns.ToMillis(c.Clock().Add(-day))}, []any{&m.Active.Day}},
		{activeSince, []any{columns.ToMillis(c.Clock().Add(-7 * day))}, []any{&m.Active.Week}},
		{countServers, nil, []any{&m.Servers}},
		{countShards, nil, []any{&m.Shards.Held, &m.Shards.Free}},
	} {
		if err == nil {
			_, err = database.One(ctx, c.Read, one.to, one.query, one.args...)
		}
	}
	return m, err
}

// Ping returns an error if the database does not respond, either to reads or to writes.
func (db *DB) Ping(ctx context.Context) error {
	for _, pool := range []database.Querier{db.connection.Read, db.connection.Write} {
		if _, err := database.Value[int](ctx, pool, `SELECT 1`); err != nil {
			return fmt.Errorf("%s does not answer: %w", db.connection.Source, err)
		}
	}
	return nil
}
