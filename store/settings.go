package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
)

// What people and servers chose is kept as JSON, a row each: nobody asks the database who chose what.
const (
	readSettings = `SELECT data FROM settings WHERE person = $1`
	readServer   = `SELECT data FROM servers WHERE guild = $1`
	saveSettings = `INSERT INTO settings (person, data) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET data = excluded.data`
	saveServer   = `INSERT INTO servers (guild, data) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET data = excluded.data`
)

// choices is a table of such rows.
type choices struct {
	lock string // reads a row that is to change, which it makes where there is none: otherwise two could make it at once
	save string
	drop string // takes back a row that lock made
}

var (
	settingsTable = choices{
		`INSERT INTO settings (person, data) VALUES ($1, '{}') ON CONFLICT (person) DO UPDATE SET data = settings.data RETURNING data`,
		saveSettings, `DELETE FROM settings WHERE person = $1 AND data = '{}'`,
	}
	serversTable = choices{
		`INSERT INTO servers (guild, data) VALUES ($1, '{}') ON CONFLICT (guild) DO UPDATE SET data = servers.data RETURNING data`,
		saveServer, `DELETE FROM servers WHERE guild = $1 AND data = '{}'`,
	}
)

// Members keep what belongs to people: what they have chosen, and their vacations.
type Members struct {
	*connection
	outbox  *outbox
	writer  *gameWriter
	absence *absence
}

// Servers keep what is chosen for Discord servers.
type Servers struct{ *connection }

// Settings reads what p chose. See member.Store.
func (m *Members) Settings(ctx context.Context, p game.Person) (s member.Settings, err error) {
	if err := readChoice(ctx, m.read, readSettings, string(p), &s); err != nil {
		return member.Settings{}, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	return s, nil
}

// UpdateSettings passes on what p chose. See member.Store.
func (m *Members) UpdateSettings(ctx context.Context, key string, p game.Person, fn func(*member.Settings) error) (s member.Settings, err error) {
	show := func(tx *sql.Tx) error { return showOnBoards(ctx, tx, p, !s.Hidden) }
	err = m.updateChoice(ctx, key, settingsTable, string(p), &s, func() error { return fn(&s) }, show)
	return s, err
}

// Consent reads what p has said to challenges from another person. See game.ConsentStore.
func (m *Members) Consent(ctx context.Context, p, from game.Person) (game.Consent, error) {
	s, err := m.Settings(ctx, p)
	return s.Consent(from), err
}

// Server reads what is chosen for a server. See game.ServerStore.
func (s *Servers) Server(ctx context.Context, guild string) (server game.Server, err error) {
	if err := readChoice(ctx, s.read, readServer, guild, &server); err != nil {
		return game.Server{}, fmt.Errorf("read the settings of server %s: %w", guild, err)
	}
	return server, nil
}

// UpdateServer passes on what is chosen for a server. See game.ServerStore.
func (s *Servers) UpdateServer(ctx context.Context, key, guild string, fn func(*game.Server) error) (server game.Server, err error) {
	err = s.updateChoice(ctx, key, serversTable, guild, &server, func() error { return fn(&server) }, nil)
	return server, err
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

// updateChoice reads one row into choice, lets change work on that and saves it, with what else follows from it (nil:
// nothing), in one transaction. An error of change saves the key alone.
func (c *connection) updateChoice(ctx context.Context, key string, table choices, id string, choice any, change func() error, also func(*sql.Tx) error) error {
	var refused error
	err := c.tx(ctx, func(tx *sql.Tx) error {
		if err := c.useKey(ctx, tx, key); err != nil {
			return err
		}
		if err := readChoice(ctx, tx, table.lock, id, choice); err != nil {
			return fmt.Errorf("read the settings of %s: %w", id, err)
		}
		if refused = change(); refused != nil {
			_, err := tx.ExecContext(ctx, table.drop, id)
			return err // the refusal is returned once the key is saved
		}
		data, err := json.Marshal(choice)
		if err == nil {
			_, err = tx.ExecContext(ctx, table.save, id, string(data))
		}
		if err != nil {
			return fmt.Errorf("save the settings of %s: %w", id, err)
		}
		if also == nil {
			return nil
		}
		return also(tx)
	})
	return errors.Join(refused, err)
}
