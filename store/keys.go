package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"xiangqibot/bot/game"
)

// keyLife is how long an idempotency key is kept: longer than an interaction can be answered, however late Discord
// delivers it once more.
const keyLife = 4 * game.TokenLifetime

// saveMark saves a mark with its subject, the last word of its key, which may be a person.
const saveMark = `INSERT INTO once (id, about, at, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`

const (
	hasMark    = `SELECT EXISTS (SELECT 1 FROM once WHERE id = $1 AND (expires = 0 OR expires > $2))`
	sweepMarks = `DELETE FROM once WHERE expires > 0 AND expires <= $1`
	sweepKeys  = `DELETE FROM idempotency_keys WHERE at < $1`
)

// forgetKeys deletes old idempotency keys.
func forgetKeys(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := tx.ExecContext(ctx, sweepKeys, now.Add(-keyLife).UnixMilli()); err != nil {
		return fmt.Errorf("forget old idempotency keys: %w", err)
	}
	return nil
}

// Mark marks a key until a time, and deletes expired marks. See [game.MarkStore].
func (s *Games) Mark(ctx context.Context, key string, until time.Time) (first bool, err error) {
	err = s.tx(ctx, func(tx *sql.Tx) error {
		about := key[strings.LastIndexByte(key, ' ')+1:]
		if _, err := tx.ExecContext(ctx, sweepMarks, s.now()); err != nil {
			return err
		}
		saved, err := tx.ExecContext(ctx, saveMark, key, about, s.now(), toMillis(until))
		if err != nil {
			return err
		}
		n, err := saved.RowsAffected()
		first = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("mark %q: %w", key, err)
	}
	return first, nil
}

// Marked reports whether a key was marked. See [game.MarkStore].
func (s *Games) Marked(ctx context.Context, key string) (marked bool, err error) {
	if err := s.read.QueryRowContext(ctx, hasMark, key, s.now()).Scan(&marked); err != nil {
		return false, fmt.Errorf("look for the mark %q: %w", key, err)
	}
	return marked, nil
}
