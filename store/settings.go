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
	if err := readChoice(ctx, db.read, readSettings, string(p), &s); err != nil {
		return game.Settings{}, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	return s, nil
}

// UpdateSettings lends what p chose. See game.Store.
func (db *DB) UpdateSettings(ctx context.Context, claim string, p game.Person, fn func(*game.Settings) error) (s game.Settings, err error) {
	show := func(tx *sql.Tx) error { return showOnBoards(ctx, tx, p, !s.Hidden) }
	err = db.updateChoice(ctx, claim, readSettings, saveSettings, string(p), &s, func() error { return fn(&s) }, show)
	return s, err
}

// Server reads what is chosen for a server. See game.Store.
func (db *DB) Server(ctx context.Context, guild string) (s game.Server, err error) {
	if err := readChoice(ctx, db.read, readServer, guild, &s); err != nil {
		return game.Server{}, fmt.Errorf("read the settings of server %s: %w", guild, err)
	}
	return s, nil
}

// UpdateServer lends what is chosen for a server. See game.Store.
func (db *DB) UpdateServer(ctx context.Context, claim, guild string, fn func(*game.Server) error) (s game.Server, err error) {
	err = db.updateChoice(ctx, claim, readServer, saveServer, guild, &s, func() error { return fn(&s) }, nil)
	return s, err
}

// readChoice reads one row of JSON. Without a row, to stays as it is.
func readChoice(ctx context.Context, q querier, query, key string, to any) error {
	var data string
	err := q.QueryRowContext(ctx, query, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(data), to)
}

// updateChoice reads one row into choice, lets change work on that and saves it, with what else follows from it (nil: nothing), in one
// transaction. An error of change saves the claim alone.
func (db *DB) updateChoice(ctx context.Context, claim, query, save, key string, choice any, change func() error, also func(*sql.Tx) error) error {
	var refused error
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.claim(ctx, tx, claim); err != nil {
			return err
		}
		if err := readChoice(ctx, tx, query+db.dialect.forUpdate(), key, choice); err != nil {
			return fmt.Errorf("read the settings of %s: %w", key, err)
		}
		if refused = change(); refused != nil {
			return nil //nolint:nilerr // the refusal is returned once the claim is saved
		}
		data, err := json.Marshal(choice)
		if err == nil {
			_, err = tx.ExecContext(ctx, save, key, string(data))
		}
		if err != nil {
			return fmt.Errorf("save the settings of %s: %w", key, err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
	return errors.Join(refused, err)
}
