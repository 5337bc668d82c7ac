package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

// Settings reads what p chose. See game.Store.
func (db *DB) Settings(ctx context.Context, p game.Person) (game.Settings, error) {
	var s game.Settings
	var data string
	err := db.read.QueryRowContext(ctx, `SELECT data FROM settings WHERE person = $1`, p).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(data), &s)
	}
	if err != nil {
		return s, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	return s, nil
}

// SaveSettings keeps what p chose. See game.Store.
func (db *DB) SaveSettings(ctx context.Context, p game.Person, s game.Settings) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return db.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (person, data) VALUES ($1, $2)
			ON CONFLICT (person) DO UPDATE SET data = excluded.data`, p, string(data))
		if err != nil {
			return fmt.Errorf("save the settings of %s: %w", p, err)
		}
		return nil
	})
}
