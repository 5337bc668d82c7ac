package learning

import (
	"context"
	"database/sql"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/store/columns"
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
type Records struct{ db *database.Connection }

// SaveRecord saves a new imported record and deletes the owner's oldest ones beyond the quota. See [record.Store].
func (s *Records) SaveRecord(
	ctx context.Context, key string, r record.Saved, quota record.Quota,
) (id record.ID, err error) {
	err = s.db.Locking("records of "+string(r.Owner)).Act(ctx, key, func(tx *sql.Tx) error {
		_, err := database.One(ctx, tx, []any{&id}, saveRecord,
			r.Owner, r.Guild, r.Channel, columns.ToMillis(r.At), columns.JSON(&r.Caption), r.File)
		if err != nil {
			return err
		}
		return pruneRecords(ctx, tx, r.Owner, quota)
	})
	return id, err
}

// pruneRecords deletes a person's records beyond the quota, with their reviews.
func pruneRecords(ctx context.Context, tx *sql.Tx, owner game.Person, quota record.Quota) error {
	gone, err := database.Column[record.ID](ctx, tx, dropRecords, owner, quota.Records, quota.Bytes)
	for _, id := range gone { // seldom more than one
		if err == nil {
			err = database.Exec(ctx, tx, dropReviewOfRecord, id)
		}
	}
	return err
}

// Record reads one imported record. See [record.Store].
func (s *Records) Record(ctx context.Context, id record.ID) (r record.Saved, err error) {
	found, err := database.One(ctx, s.db.Read, append(recordValues(&r), &r.File), readRecord, id)
	if err == nil && !found {
		err = &record.NotFoundError{ID: id}
	}
	return r, err
}

// Records lists the records of a person, without their files. See [record.Store].
func (s *Records) Records(ctx context.Context, owner game.Person) ([]record.Saved, error) {
	return database.All(ctx, s.db.Read, recordValues, listRecords, owner)
}

// recordValues returns the destinations of a record's columns, except for its file.
func recordValues(r *record.Saved) []any {
	return []any{&r.ID, &r.Owner, &r.Guild, &r.Channel, columns.Millis(&r.At), columns.JSON(&r.Caption)}
}
