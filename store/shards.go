package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/shard"
	"xiangqibot/store/database"
)

// Shards stores which process runs which of the bot's shards.
type Shards struct {
	*connection
	processes *processes
}

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
	err = s.txAlone(ctx, func(tx *sql.Tx) error {
		all, err := s.list(ctx, tx, n)
		if err != nil {
			return err
		}
		of = len(all)
		processes, err := alive(ctx, tx, true)
		if err != nil {
			return err
		}
		if !slices.Contains(processes, s.process) {
			return nil // it was considered dead, and comes back with the next heartbeat
		}
		share := (of + len(processes) - 1) / len(processes)
		for _, h := range all {
			before := h
			switch free := !slices.Contains(processes, h.process); {
			case h.process == s.process && len(mine) < share, free && len(mine) < share:
				if point, has := at[h.shard]; has && h.process == s.process {
					h.point = point
				}
				mine[h.shard] = h.point
				h.process = s.process
			case h.process == s.process: // more than its share
				if point, has := at[h.shard]; has {
					h.point = point
				}
				h.process = ""
			}
			if h == before { // unchanged, or another process's
				continue
			}
			if err := s.save(ctx, tx, h); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("divide the shards: %w", err)
	}
	return mine, of, nil
}

// list lists the shards, those of this process first. If their number is not n, it replaces them all: their sessions
// are of no use then. n 0 keeps the current number.
func (s *Shards) list(ctx context.Context, tx *sql.Tx, n int) ([]held, error) {
	rows, err := tx.QueryContext(ctx, `SELECT shard, process, session, url, seq FROM shards ORDER BY shard`)
	if err != nil {
		return nil, err
	}
	all, err := database.Collect(rows, func(rows *sql.Rows) (h held, err error) {
		return h, rows.Scan(&h.shard, &h.process, &h.point.Session, &h.point.URL, &h.point.Seq)
	})
	if err != nil {
		return nil, err
	}
	if n != 0 && len(all) != n {
		if _, err := tx.ExecContext(ctx, `DELETE FROM shards`); err != nil {
			return nil, err
		}
		all = make([]held, n)
		for i := range all {
			all[i].shard = i
			if _, err := tx.ExecContext(ctx, `INSERT INTO shards (shard, process, session, url, seq) VALUES ($1, '', '', '', 0)`, i); err != nil {
				return nil, err
			}
		}
	}
	mine := func(h held) bool { return h.process == s.process }
	others := slices.DeleteFunc(slices.Clone(all), mine)
	return append(slices.DeleteFunc(all, func(h held) bool { return !mine(h) }), others...), nil
}

func (s *Shards) save(ctx context.Context, tx *sql.Tx, h held) error {
	_, err := tx.ExecContext(ctx, `UPDATE shards SET process = $2, session = $3, url = $4, seq = $5 WHERE shard = $1`,
		h.shard, h.process, h.point.Session, h.point.URL, h.point.Seq)
	return err
}

// Identify reserves the next session start of a group. See [shard.Store].
func (s *Shards) Identify(ctx context.Context, group int, apart time.Duration) (wait time.Duration, err error) {
	err = s.txAlone(ctx, func(tx *sql.Tx) error {
		var now int64
		if err := tx.QueryRowContext(ctx, `SELECT `+databaseNow).Scan(&now); err != nil {
			return err
		}
		var last int64
		switch err := tx.QueryRowContext(ctx, `SELECT at FROM identifies WHERE shards = $1`, group).Scan(&last); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case now < last+apart.Milliseconds():
			wait = time.Duration(last+apart.Milliseconds()-now) * time.Millisecond
			return nil
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO identifies (shards, at) VALUES ($1, $2)
			ON CONFLICT (shards) DO UPDATE SET at = excluded.at`, group, now)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("reserve a session start: %w", err)
	}
	return wait, nil
}

// Release gives up the shards of this process. See [shard.Store].
func (s *Shards) Release(ctx context.Context, at map[int]shard.ResumePoint) error {
	err := s.txAlone(ctx, func(tx *sql.Tx) error {
		for n, point := range at {
			_, err := tx.ExecContext(ctx, `UPDATE shards SET session = $3, url = $4, seq = $5, process = '' WHERE shard = $1 AND process = $2`,
				n, s.process, point.Session, point.URL, point.Seq)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `UPDATE shards SET process = '' WHERE process = $1`, s.process)
		return err
	})
	if err != nil {
		return fmt.Errorf("give up the shards: %w", err)
	}
	return nil
}
