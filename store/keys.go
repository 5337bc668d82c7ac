package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
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

// Mark marks a key until a time, and deletes expired marks. See [game.MarkStore].
func (s *Games) Mark(ctx context.Context, key string, until time.Time) (first bool, err error) {
	err = s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		about := key[strings.LastIndexByte(key, ' ')+1:]
		if err := database.Exec(ctx, tx, sweepMarks, s.db.Now()); err != nil {
			return err
		}
		first, err = database.Changes(ctx, tx, saveMark, key, about, s.db.Now(), columns.ToMillis(until))
		return err
	})
	return first && err == nil, err
}

// Marked reports whether a key was marked. See [game.MarkStore].
func (s *Games) Marked(ctx context.Context, key string) (bool, error) {
	return database.Value[bool](ctx, s.db.Read, hasMark, key, s.db.Now())
}
