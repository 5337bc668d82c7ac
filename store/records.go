package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/store/database"
)

const (
	saveRecord = `INSERT INTO records (owner, guild, channel, at, caption, file)
		VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`
	readRecord  = `SELECT id, owner, guild, channel, at, caption, file FROM records WHERE id = $1`
	listRecords = `SELECT id, owner, guild, channel, at, caption FROM records WHERE owner = $1 ORDER BY id DESC`
	// A record is deleted if it and the newer ones together are more than $2 or have more than $3 bytes.
	dropRecords = `DELETE FROM records WHERE owner = $1 AND id IN (
		SELECT id FROM (
			SELECT id, ROW_NUMBER() OVER latest AS place, SUM(LENGTH(file)) OVER latest AS bytes
			FROM records WHERE owner = $1 WINDOW latest AS (ORDER BY id DESC)
		) AS theirs WHERE place > $2 OR bytes > $3) RETURNING id`
)

// Records stores the games that people have imported.
type Records struct{ *connection }

// SaveRecord saves a new imported record and deletes the owner's oldest ones beyond the quota. See [record.Store].
func (s *Records) SaveRecord(
	ctx context.Context, key string, r record.Saved, room record.Quota,
) (id record.ID, err error) {
	caption, err := json.Marshal(r.Caption)
	if err != nil {
		return 0, fmt.Errorf("save a record of %s: %w", r.Owner, err)
	}
	err = s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if err := s.hold(ctx, tx, "records of "+string(r.Owner)); err != nil { // which are counted
			return err
		}
		err := tx.QueryRowContext(ctx, saveRecord,
			r.Owner, r.Guild, r.Channel, toMillis(r.At), string(caption), r.File).Scan(&id)
		if err == nil {
			err = pruneRecords(ctx, tx, r.Owner, room)
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

// pruneRecords deletes a person's records beyond the quota, with their reviews.
func pruneRecords(ctx context.Context, tx *sql.Tx, owner game.Person, room record.Quota) error {
	rows, err := tx.QueryContext(ctx, dropRecords, owner, room.Records, room.Bytes)
	if err != nil {
		return err
	}
	gone, err := database.Collect(rows, func(rows *sql.Rows) (id record.ID, err error) { return id, rows.Scan(&id) })
	for _, id := range gone { // seldom more than one
		if err == nil {
			_, err = tx.ExecContext(ctx, dropReviewOfRecord, id)
		}
	}
	return err
}

// Record reads one imported record. See [record.Store].
func (s *Records) Record(ctx context.Context, id record.ID) (record.Saved, error) {
	var file []byte
	r, err := scanRecord(s.read.QueryRowContext(ctx, readRecord, id), &file)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return r, &record.NotFoundError{ID: id}
	case err != nil:
		return r, fmt.Errorf("read record %d: %w", id, err)
	}
	r.File = file
	return r, nil
}

// Records lists the records of a person, without their files. See [record.Store].
func (s *Records) Records(ctx context.Context, owner game.Person) ([]record.Saved, error) {
	rows, err := s.read.QueryContext(ctx, listRecords, owner)
	if err != nil {
		return nil, fmt.Errorf("list the records of %s: %w", owner, err)
	}
	records, err := database.Collect(rows, func(rows *sql.Rows) (record.Saved, error) { return scanRecord(rows) })
	if err != nil {
		return nil, fmt.Errorf("list the records of %s: %w", owner, err)
	}
	return records, nil
}

// scanRecord scans the row of a record: everything except its file, then the additional columns.
func scanRecord(row interface{ Scan(...any) error }, more ...any) (record.Saved, error) {
	var r record.Saved
	var at int64
	var caption string
	if err := row.Scan(append([]any{&r.ID, &r.Owner, &r.Guild, &r.Channel, &at, &caption}, more...)...); err != nil {
		return r, err
	}
	r.At = fromMillis(at)
	if caption != "" {
		if err := json.Unmarshal([]byte(caption), &r.Caption); err != nil {
			return r, fmt.Errorf("record %d: its caption: %w", r.ID, err)
		}
	}
	return r, nil
}
