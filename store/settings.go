package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

// What people and servers chose is kept as JSON, a row each: nobody asks the database who chose what.
const (
	readSettings = `SELECT data FROM settings WHERE person = $1`
	readServer   = `SELECT data FROM servers WHERE guild = $1`
	saveSettings = `INSERT INTO settings (person, data) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET data = excluded.data`
	saveServer   = `INSERT INTO servers (guild, data) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET data = excluded.data`
)

// Settings reads what p chose. See game.Store.
func (db *DB) Settings(ctx context.Context, p game.Person) (s game.Settings, err error) {
	if err := db.readChoice(ctx, readSettings, string(p), &s); err != nil {
		return game.Settings{}, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	return s, nil
}

// SaveSettings keeps what p chose. See game.Store.
func (db *DB) SaveSettings(ctx context.Context, p game.Person, s game.Settings) error {
	if err := db.saveChoice(ctx, saveSettings, string(p), s); err != nil {
		return fmt.Errorf("save the settings of %s: %w", p, err)
	}
	return nil
}

// Server reads what is chosen for a server. See game.Store.
func (db *DB) Server(ctx context.Context, guild string) (s game.Server, err error) {
	if err := db.readChoice(ctx, readServer, guild, &s); err != nil {
		return game.Server{}, fmt.Errorf("read the settings of server %s: %w", guild, err)
	}
	return s, nil
}

// SaveServer keeps what is chosen for a server. See game.Store.
func (db *DB) SaveServer(ctx context.Context, guild string, s game.Server) error {
	if err := db.saveChoice(ctx, saveServer, guild, s); err != nil {
		return fmt.Errorf("save the settings of server %s: %w", guild, err)
	}
	return nil
}

// readChoice reads one row of JSON. Without a row, to stays as it is.
func (db *DB) readChoice(ctx context.Context, query, key string, to any) error {
	var data string
	err := db.read.QueryRowContext(ctx, query, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(data), to)
}

func (db *DB) saveChoice(ctx context.Context, query, key string, choice any) error {
	data, err := json.Marshal(choice)
	if err != nil {
		return err
	}
	return db.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, key, string(data))
		return err
	})
}
