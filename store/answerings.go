package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

const (
	keepAnswering = `INSERT INTO answerings (interaction, token, channel, locale, at, game, revision, process, waiting)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	// Of one process the others are those before it; of several each is in the table.
	answeringColumns = `interaction, token, channel, locale, at, game, revision,
		process <> $2 AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = answerings.process)`
	openAnswerings = ` FROM answerings WHERE at > $1`
	latestFirst    = ` ORDER BY at DESC, interaction DESC`
	allAnswerings  = `SELECT ` + answeringColumns + `, waiting = 1 OR at > max(at) OVER (PARTITION BY process) - $3` +
		openAnswerings + latestFirst
	answeringsAbout = `SELECT ` + answeringColumns + `, waiting = 1` + openAnswerings + ` AND game = $3 AND revision > $4` +
		latestFirst
	sweepAnswerings = `DELETE FROM answerings WHERE at <= $1`
)

// Answerings stores how interactions can be answered.
type Answerings struct{ *connection }

// deferWindow bounds the time from an act until a process has deferred its answer and recorded that. If a process died,
// each of its acts within this time before its latest may have been deferred without a record.
const deferWindow = 15 * time.Second

// KeepAnswering saves how to answer somebody who was told to wait. See [game.AnsweringStore].
func (s *Answerings) KeepAnswering(ctx context.Context, a game.Answering) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		return saveAnswering(ctx, tx, a, 1, ` ON CONFLICT (interaction) DO UPDATE SET waiting = 1`, s.connection)
	})
}

// saveAnswering inserts or updates one.
func saveAnswering(ctx context.Context, tx *sql.Tx, a game.Answering, waiting int, conflict string, c *connection) error {
	_, err := tx.ExecContext(ctx, keepAnswering+conflict,
		a.Interaction, string(a.Token), a.Channel, a.Locale, toMillis(a.At), a.Game, a.Revision, c.process, waiting)
	if err != nil {
		return fmt.Errorf("keep how to answer interaction %s: %w", a.Interaction, err)
	}
	return nil
}

// forgetAnswerings deletes expired interaction tokens.
func forgetAnswerings(ctx context.Context, tx *sql.Tx, now time.Time) error {
	if _, err := tx.ExecContext(ctx, sweepAnswerings, now.Add(-game.TokenLifetime).UnixMilli()); err != nil {
		return fmt.Errorf("forget the tokens of old interactions: %w", err)
	}
	return nil
}

// DropAnswering records that a person no longer waits. See [game.AnsweringStore].
func (s *Answerings) DropAnswering(ctx context.Context, interaction string) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM answerings WHERE interaction = $1 AND game = 0`, interaction); err != nil {
			return fmt.Errorf("forget how to answer interaction %s: %w", interaction, err)
		}
		if _, err := tx.ExecContext(ctx, `UPDATE answerings SET waiting = 0 WHERE interaction = $1`, interaction); err != nil {
			return fmt.Errorf("record that interaction %s is answered: %w", interaction, err)
		}
		return nil
	})
}

// Answerings lists how interactions can be answered. See [game.AnsweringStore].
func (s *Answerings) Answerings(ctx context.Context, id game.ID, after int) ([]game.Answering, error) {
	query, args := allAnswerings, []any{s.clock().Add(-game.TokenLifetime).UnixMilli(), s.process}
	if id != 0 {
		query, args = answeringsAbout, append(args, id, after)
	} else {
		args = append(args, deferWindow.Milliseconds())
	}
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read how interactions about game %d can be answered: %w", id, err)
	}
	return database.Collect(rows, func(rows *sql.Rows) (a game.Answering, err error) {
		var at int64
		var token string
		err = rows.Scan(&a.Interaction, &token, &a.Channel, &a.Locale, &at, &a.Game, &a.Revision, &a.Orphan, &a.Owed)
		a.Token, a.At = game.Secret(token), fromMillis(at)
		return a, err
	})
}
