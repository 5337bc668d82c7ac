package playground

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite" // the driver "sqlite"

	"xiangqibot/bot/playground/wire"
)

// databaseName is the file in [Options.Dir] that holds the state.
const databaseName = "playground.db"

//go:embed schema.sql
var schema string

// schemaVersion is the user_version of a database with the tables of schema.sql.
const schemaVersion = 2

// sqliteBusy is SQLite's result code for a database that is locked by another connection.
const sqliteBusy = 5

// A database stores the state on disk. Every row is the JSON of one object. A change is committed, in its own
// transaction, before it is published, so a killed process loses nothing that was acknowledged. A power failure may
// lose the latest changes, but never an earlier one before a later one.
//
// It has no lock of its own: it is used with the state lock held. A nil *database stores nothing.
type database struct {
	db         *sql.DB
	statements map[string]*sql.Stmt
	failed     bool // a write failed: nothing is written after it
	log        *slog.Logger
}

// openDatabase opens the database in a folder, and creates both if they are missing. Only one process at a time can
// open it.
func openDatabase(dir string, log *slog.Logger) (*database, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	path := filepath.Join(dir, databaseName)
	options := url.Values{"_pragma": {"locking_mode(EXCLUSIVE)", "journal_mode(WAL)", "synchronous(NORMAL)",
		"foreign_keys(1)"},
		"_txlock": {"immediate"}}
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(),
		RawQuery: options.Encode()}
	db, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, fmt.Errorf("playground: %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	d := &database{db: db, statements: map[string]*sql.Stmt{}, log: log}
	if err := d.createTables(); err != nil {
		cure := "move the folder away to begin anew"
		if refused, ok := errors.AsType[*sqlite.Error](err); ok && refused.Code()&0xff == sqliteBusy {
			cure = "another playground uses this folder: end it, or choose another folder"
		}
		return nil, fmt.Errorf("playground: %s: %w; %s", path, errors.Join(err, db.Close()), cure)
	}
	return d, nil
}

// createTables creates the tables of a new database, and refuses those of another version.
func (d *database) createTables() error {
	tx, err := d.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	if version == schemaVersion {
		return nil
	}
	if version != 0 {
		return fmt.Errorf("its tables are of version %d, this program knows version %d", version, schemaVersion)
	}
	if _, err := tx.Exec(schema + fmt.Sprintf(`PRAGMA user_version = %d`, schemaVersion)); err != nil {
		return err
	}
	return tx.Commit()
}

// Close closes the file.
func (d *database) Close() error {
	if d == nil {
		return nil
	}
	var errs []error
	for _, statement := range d.statements {
		errs = append(errs, statement.Close())
	}
	return errors.Join(append(errs, d.db.Close())...)
}

// exec makes one change. After a failure, which is logged once, changes are kept only in memory.
func (d *database) exec(query string, args ...any) {
	if d == nil || d.failed {
		return
	}
	if err := d.try(query, args...); err != nil {
		d.failed = true
		d.log.Error("the playground cannot write to its folder; what happens from now on will not outlive the process",
			"err", err)
	}
}

func (d *database) try(query string, args ...any) error {
	statement := d.statements[query]
	if statement == nil {
		var err error
		if statement, err = d.db.Prepare(query); err != nil {
			return err
		}
		d.statements[query] = statement
	}
	_, err := statement.Exec(args...)
	return err
}

// each calls fn with the bodies that the query selects.
func (d *database) each(query string, fn func(body []byte) error) error {
	if d == nil {
		return nil
	}
	rows, err := d.db.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return err
		}
		if err := fn(body); err != nil {
			return err
		}
	}
	return rows.Err()
}

// eachOf calls fn with the decoded results of a query.
func eachOf[T any](d *database, query string, fn func(*T)) error {
	return d.each(query, func(body []byte) error {
		v := new(T)
		if err := json.Unmarshal(body, v); err != nil {
			return err
		}
		fn(v)
		return nil
	})
}

// jsonText returns a value as JSON.
func jsonText(v any) string { return string(toJSON(v)) }

func (d *database) savePerson(p *person) {
	d.exec(`INSERT INTO people (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		p.ID, jsonText(p))
}

func (d *database) saveRole(r *wire.Role) {
	d.exec(`INSERT INTO roles (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		r.ID, jsonText(r))
}

// A savedChannel is a channel without its messages.
type savedChannel struct {
	Channel     wire.Channel `json:"channel"`
	Members     []wire.ID    `json:"members,omitempty"`
	Application wire.ID      `json:"application,omitempty"`
}

func (d *database) saveChannel(c *channel) {
	d.exec(`INSERT INTO channels (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		c.ID, jsonText(savedChannel{c.Channel, c.Members, c.Application}))
}

// deleteChannel deletes a channel with its messages and interactions.
func (d *database) deleteChannel(id wire.ID) {
	d.exec(`DELETE FROM channels WHERE id = $1`, id)
}

func (d *database) saveMessage(m *wire.Message) {
	d.exec(`INSERT INTO messages (id, channel, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		m.ID, m.ChannelID, jsonText(m))
}

func (d *database) deleteMessage(id wire.ID) {
	d.exec(`DELETE FROM messages WHERE id = $1`, id)
}

// saveCommands replaces the commands of an application, those of the guild or the global ones.
func (d *database) saveCommands(in scope, list []wire.Command) {
	d.exec(`INSERT INTO commands (application, guild, body) VALUES ($1, $2, $3)
		ON CONFLICT (application, guild) DO UPDATE SET body = excluded.body`, in.app, in.guild, jsonText(list))
}

func (d *database) saveApplication(a *application) {
	d.exec(`INSERT INTO applications (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		a.ID, jsonText(a))
}

func (d *database) saveInteraction(x *interaction) {
	d.exec(`INSERT INTO interactions (id, channel, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
		x.ID, x.Channel, jsonText(x))
}

func (d *database) deleteInteraction(id wire.ID) {
	d.exec(`DELETE FROM interactions WHERE id = $1`, id)
}

// saveSetting keeps a single value under a name.
func (d *database) saveSetting(name string, v any) {
	d.exec(`INSERT INTO settings (name, body) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = excluded.body`,
		name, jsonText(v))
}

// setting reads a single value into v, which is unchanged if there is none.
func (d *database) setting(name string, v any) error {
	if d == nil {
		return nil
	}
	var body []byte
	err := d.db.QueryRow(`SELECT body FROM settings WHERE name = $1`, name).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return errors.Join(err, json.Unmarshal(body, v))
}
