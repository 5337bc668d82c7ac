package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/member"
	"xiangqibot/store/database"
)

// The settings of people and servers are stored as JSON, one row each, since they are never queried by value. Only
// blocks are, when a blocked person is erased, and have their own table.
const (
	readSettings = `SELECT data FROM settings WHERE person = $1`
	readMember   = `SELECT coalesce(s.data, ''), coalesce(b.blocked, '') FROM (SELECT CAST($1 AS TEXT) AS person) AS p
		LEFT JOIN settings AS s ON s.person = p.person LEFT JOIN blocks AS b ON b.person = p.person ORDER BY b.place`
	readServer   = `SELECT data FROM servers WHERE guild = $1`
	readBlocks   = `SELECT blocked FROM blocks WHERE person = $1 ORDER BY place`
	saveSettings = `INSERT INTO settings (person, data) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET data = excluded.data`
	saveServer   = `INSERT INTO servers (guild, data) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET data = excluded.data`
)

// choices describes a table of such rows.
type choices struct {
	lock  string // reads a row to be changed and creates it if missing: otherwise two transactions could do so
	write string
	drop  string // deletes a row that lock created
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

// Members stores people's settings, lessons and vacations.
type Members struct {
	*connection
	outbox   *outbox
	writer   *gameWriter
	downtime *downtime
}

// Servers stores the settings of Discord servers.
type Servers struct{ *connection }

// Settings reads the settings of p. See [member.Store].
func (m *Members) Settings(ctx context.Context, p game.Person) (s member.Settings, err error) {
	var data string
	var blocked []game.Person
	rows, err := m.read.QueryContext(ctx, readMember, p)
	if err == nil {
		blocked, err = database.Collect(rows, func(rows *sql.Rows) (b game.Person, err error) { return b, rows.Scan(&data, &b) })
	}
	if err == nil && data != "" {
		err = json.Unmarshal([]byte(data), &s)
	}
	if err != nil {
		return member.Settings{}, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	if blocked[0] != "" { // otherwise nobody is blocked
		s.Blocked = blocked
	}
	return s, nil
}

// UpdateSettings changes the settings of p. See [member.Store].
func (m *Members) UpdateSettings(
	ctx context.Context, key string, p game.Person, fn func(*member.Settings) error,
) (s member.Settings, err error) {
	var blocked []game.Person
	var hidden bool
	row := settingsRow{Settings: &s}
	err = updateChoice(ctx, m.connection, key, choice{
		choices: settingsTable, id: string(p), row: &row, forget: func() { s = member.Settings{} },
		read: func(tx *sql.Tx) (err error) {
			blocked, err = blocksOf(ctx, tx, p)
			s.Blocked, hidden = slices.Clone(blocked), s.Hidden
			return err
		},
		change: func() error { return fn(&s) },
		save: func(tx *sql.Tx) error {
			if s.Hidden != hidden {
				if _, err := m.writer.lockRatings(ctx, tx, nil); err != nil { // whoever ends a game reads it
					return err
				}
				if err := showOnBoards(ctx, tx, p, !s.Hidden); err != nil {
					return err
				}
			}
			if slices.Equal(blocked, s.Blocked) {
				return nil
			}
			return saveBlocks(ctx, tx, p, s.Blocked)
		},
	})
	return s, err
}

// settingsRow is the part of the settings stored in their row: all but the blocked people.
type settingsRow struct {
	*member.Settings
	Blocked []game.Person `json:"blocked,omitempty"` // hides the field of the settings and is empty
}

// blocksOf reads whom a person blocks, the latest first.
func blocksOf(ctx context.Context, q database.Querier, p game.Person) ([]game.Person, error) {
	rows, err := q.QueryContext(ctx, readBlocks, p)
	if err != nil {
		return nil, err
	}
	return database.Collect(rows, func(rows *sql.Rows) (blocked game.Person, err error) { return blocked, rows.Scan(&blocked) })
}

// saveBlocks writes whom a person blocks.
func saveBlocks(ctx context.Context, tx *sql.Tx, p game.Person, blocked []game.Person) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM blocks WHERE person = $1`, p)
	for place, b := range blocked {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO blocks (person, blocked, place) VALUES ($1, $2, $3)`, p, b, place)
		}
	}
	if err != nil {
		return fmt.Errorf("save whom %s blocks: %w", p, err)
	}
	return nil
}

// Consent reads whether p accepts challenges from another person. See [lobby.ConsentStore].
func (m *Members) Consent(ctx context.Context, p, from game.Person) (lobby.Consent, error) {
	s, err := m.Settings(ctx, p)
	return s.Consent(from), err
}

// Server reads the settings of a server. See [lobby.ServerStore].
func (s *Servers) Server(ctx context.Context, guild string) (server game.Server, err error) {
	if err := readChoice(ctx, s.read, readServer, guild, &server); err != nil {
		return game.Server{}, fmt.Errorf("read the settings of server %s: %w", guild, err)
	}
	return server, nil
}

// UpdateServer changes the settings of a server. See [lobby.ServerStore].
func (s *Servers) UpdateServer(
	ctx context.Context, key, guild string, fn func(*game.Server) error,
) (server game.Server, err error) {
	err = updateChoice(ctx, s.connection, key, choice{
		choices: serversTable, id: guild, row: &server, forget: func() { server = game.Server{} },
		change: func() error { return fn(&server) },
	})
	return server, err
}

// readChoice decodes one row of JSON into to. If there is no row, to is unchanged.
func readChoice(ctx context.Context, q database.Querier, query, key string, to any) error {
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

// choice is a change of one row.
type choice struct {
	choices
	id     string
	row    any // the content of the row, and forget empties it
	forget func()
	read   func(*sql.Tx) error // reads what is stored elsewhere; nil: nothing
	change func() error        // changes what was read
	save   func(*sql.Tx) error // saves what is stored elsewhere, and the consequences of the change; nil: nothing
}

// updateChoice reads, changes and saves one row in one transaction. If the change fails, only the key is saved.
func updateChoice(ctx context.Context, c *connection, key string, one choice) error {
	var refused error
	err := c.tx(ctx, func(tx *sql.Tx) error {
		if err := c.useKey(ctx, tx, key); err != nil {
			return err
		}
		if err := one.take(ctx, tx); err != nil {
			return err
		}
		if refused = one.change(); refused != nil {
			_, err := tx.ExecContext(ctx, one.drop, one.id)
			return err // the refusal is returned once the key is saved
		}
		return one.put(ctx, tx)
	})
	return errors.Join(refused, err)
}

// take locks and reads the row, in place of what a transaction that was repeated had read.
func (one *choice) take(ctx context.Context, tx *sql.Tx) error {
	if one.forget != nil {
		one.forget()
	}
	err := readChoice(ctx, tx, one.lock, one.id, one.row)
	if err == nil && one.read != nil {
		err = one.read(tx)
	}
	if err != nil {
		return fmt.Errorf("read the settings of %s: %w", one.id, err)
	}
	return nil
}

// put saves the row.
func (one *choice) put(ctx context.Context, tx *sql.Tx) error {
	data, err := json.Marshal(one.row)
	if err == nil {
		_, err = tx.ExecContext(ctx, one.write, one.id, string(data))
	}
	if err == nil && one.save != nil {
		err = one.save(tx)
	}
	if err != nil {
		return fmt.Errorf("save the settings of %s: %w", one.id, err)
	}
	return nil
}
