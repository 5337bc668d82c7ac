package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
)

const (
	keepAnswering = `INSERT INTO answerings (interaction, token, channel, locale, at, game, revision) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	readAnswering = `SELECT interaction, token, channel, locale, at, game, revision FROM answerings
		WHERE at > $1 AND (game = $2 OR $2 = 0) ORDER BY at DESC, interaction DESC`
	sweepAnswerings = `DELETE FROM answerings WHERE at <= $1`
)

// KeepAnswering keeps how to answer an interaction. See game.Store.
func (db *DB) KeepAnswering(ctx context.Context, a game.Answering) error {
	return db.tx(ctx, func(tx *sql.Tx) error { return db.saveAnswering(ctx, tx, a, ` ON CONFLICT DO NOTHING`) })
}

// saveAnswering writes one, and forgets those whose time is over.
func (db *DB) saveAnswering(ctx context.Context, tx *sql.Tx, a game.Answering, conflict string) error {
	_, err := tx.ExecContext(ctx, keepAnswering+conflict,
		a.Interaction, string(a.Token), a.Channel, a.Locale, toMillis(a.At), a.Game, a.Revision)
	if err != nil {
		return fmt.Errorf("keep how to answer interaction %s: %w", a.Interaction, err)
	}
	return forgetAnswerings(ctx, tx, db.clock())
}

// forgetAnswerings deletes the tokens that Discord takes no longer.
func forgetAnswerings(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := tx.ExecContext(ctx, sweepAnswerings, now.Add(-game.AnswerLife).UnixMilli()); err != nil {
		return fmt.Errorf("forget the tokens of old interactions: %w", err)
	}
	return nil
}

// DropAnswering forgets how to answer an interaction that has changed no game. See game.Store.
func (db *DB) DropAnswering(ctx context.Context, interaction string) error {
	return db.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM answerings WHERE interaction = $1 AND game = 0`, interaction); err != nil {
			return fmt.Errorf("forget how to answer interaction %s: %w", interaction, err)
		}
		return nil
	})
}

// Answerings lists how interactions can be answered. See game.Store.
func (db *DB) Answerings(ctx context.Context, id game.ID) ([]game.Answering, error) {
	rows, err := db.read.QueryContext(ctx, readAnswering, db.clock().Add(-game.AnswerLife).UnixMilli(), id)
	if err != nil {
		return nil, fmt.Errorf("read how interactions about game %d can be answered: %w", id, err)
	}
	return collect(rows, func(rows *sql.Rows) (a game.Answering, err error) {
		var at int64
		var token string
		err = rows.Scan(&a.Interaction, &token, &a.Channel, &a.Locale, &at, &a.Game, &a.Revision)
		a.Token, a.At = game.Secret(token), fromMillis(at)
		return a, err
	})
}
