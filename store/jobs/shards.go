package jobs

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/shard"
	"xiangqibot/store/database"
)

// Shards stores which process runs which of the bot's shards.
type Shards struct{ db *database.Connection }

// NewShards returns the shards of the processes that share a database.
func NewShards(db *database.Connection) *Shards { return &Shards{db} }

// held is a shard with the process that holds it.
type held struct {
	shard   int
	process string
	point   shard.ResumePoint
}

// Renew stores the resume points of this process and divides the shards. See [shard.Store].
func (s *Shards) Renew(
	ctx context.Context, n int, at map[int]shard.ResumePoint,
) (mine map[int]shard.ResumePoint, of int, err error) {
	mine = map[int]shard.ResumePoint{}
	err = s.db.TxAlone(ctx, func(tx *sql.Tx) error {
		all, err := s.list(ctx, tx, n)
		if err != nil {
			return err
		}
		of = len(all)
		processes, err := database.Column[string](ctx, tx, listGateway)
		if err != nil {
			return err
		}
		if !slices.Contains(processes, s.db.Process) {
			return nil // it was considered dead, and comes back with the next heartbeat
		}
		share := (of + len(processes) - 1) / len(processes)
		for _, h := range all {
			before := h
			own, free := h.process == s.db.Process, !slices.Contains(processes, h.process)
			if point, has := at[h.shard]; has && own {
				h.point = point
			}
			switch {
			case len(mine) < share && (own || free):
				mine[h.shard] = h.point
				h.process = s.db.Process
			case own: // more than its share
				h.process = ""
			}
			if h == before { // unchanged, or another process's
				continue
			}
			err := database.Exec(ctx, tx, `UPDATE shards SET process = $2, session = $3, url = $4, seq = $5 WHERE shard = $1`,
				h.shard, h.process, h.point.Session, h.point.URL, h.point.Seq)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return mine, of, err
}

const (
	makeShards = `INSERT INTO shards (shard, process, session, url, seq) SELECT n, '', '', '', 0 FROM generate_series(0, $1 - 1) AS n`
	listShards = `SELECT shard, process, session, url, seq FROM shards ORDER BY process <> $1, shard`
)

// list lists the shards, those of this process first. If their number is not n, it replaces them all: their sessions
// are of no use then. n 0 keeps the current number.
func (s *Shards) list(ctx context.Context, tx *sql.Tx, n int) ([]held, error) {
	of, err := database.Value[int](ctx, tx, `SELECT count(*) FROM shards`)
	if err == nil && n != 0 && of != n {
		err = database.Execute(ctx, tx, database.SQL(`DELETE FROM shards`), database.SQL(makeShards, n))
	}
	if err != nil {
		return nil, err
	}
	return database.All(ctx, tx, func(h *held) []any {
		return []any{&h.shard, &h.process, &h.point.Session, &h.point.URL, &h.point.Seq}
	}, listShards, s.db.Process)
}

// Identify reserves the next session start of a group. See [shard.Store].
func (s *Shards) Identify(ctx context.Context, group int, apart time.Duration) (wait time.Duration, err error) {
	err = s.db.TxAlone(ctx, func(tx *sql.Tx) error {
		now, err := database.Value[int64](ctx, tx, `SELECT `+databaseNow)
		if err != nil {
			return err
		}
		var last int64
		before, err := database.One(ctx, tx, []any{&last}, `SELECT at FROM identifies WHERE shards = $1`, group)
		if err != nil {
			return err
		}
		if before && now < last+apart.Milliseconds() {
			wait = time.Duration(last+apart.Milliseconds()-now) * time.Millisecond
			return nil
		}
		return database.Exec(ctx, tx, `INSERT INTO identifies (shards, at) VALUES ($1, $2)
			ON CONFLICT (shards) DO UPDATE SET at = excluded.at`, group, now)
	})
	return wait, err
}

// Release gives up the shards of this process. See [shard.Store].
func (s *Shards) Release(ctx context.Context, at map[int]shard.ResumePoint) error {
	return s.db.TxAlone(ctx, func(tx *sql.Tx) error {
		var steps []database.Statement
		for n, point := range at {
			steps = append(steps, database.SQL(`UPDATE shards SET session = $3, url = $4, seq = $5 WHERE shard = $1 AND process = $2`,
				n, s.db.Process, point.Session, point.URL, point.Seq))
		}
		return database.Execute(ctx, tx, append(steps, database.SQL(`UPDATE shards SET process = '' WHERE process = $1`, s.db.Process))...)
	})
}
