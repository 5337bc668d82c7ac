package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

const (
	readRecord = `SELECT id, owner, guild, channel, at, file FROM records WHERE id = $1`
	// Without more than $2 records there is no id to begin with, and nothing goes.
	dropRecords = `DELETE FROM records WHERE owner = $1 AND id <= (
		SELECT id FROM records WHERE owner = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`
)

// SaveRecord keeps a new imported record, and lets go the oldest ones of its owner. See game.Store.
func (db *DB) SaveRecord(ctx context.Context, claim string, r game.SavedRecord, most int) (id game.RecordID, err error) {
	err = db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.claim(ctx, tx, claim); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, `INSERT INTO records (owner, guild, channel, at, file) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
			r.Owner, r.Guild, r.Channel, toMillis(r.At), r.File).Scan(&id)
		if err == nil {
			_, err = tx.ExecContext(ctx, dropRecords, r.Owner, most)
		}
		if err != nil {
			return fmt.Errorf("save a record of %s: %w", r.Owner, err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// Record reads one imported record. See game.Store.
func (db *DB) Record(ctx context.Context, id game.RecordID) (game.SavedRecord, error) {
	var r game.SavedRecord
	var at int64
	err := db.read.QueryRowContext(ctx, readRecord, id).Scan(&r.ID, &r.Owner, &r.Guild, &r.Channel, &at, &r.File)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return r, &game.Refusal{Code: game.NoSuchRecord, Record: id}
	case err != nil:
		return r, fmt.Errorf("read record %d: %w", id, err)
	}
	r.At = fromMillis(at)
	return r, nil
}
