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
	sqlite3 "modernc.org/sqlite/lib"

	"xiangqibot/bot/playground/wire"
)

// databaseName is the file in [Options.Dir] that holds the state.
const databaseName = "playground.db"

//go:embed schema.sql
var schema string

// schemaVersion is the user_version of a database with the tables of schema.sql.
const schemaVersion = 3

// A database stores the state on disk. Every row is the JSON of one object. A change is committed, in its own
// transaction, before it is published, so a killed process loses nothing that was acknowledged. A power failure may
// lose the latest changes, but never an earlier one before a later one.
//
// It has no lock of its own: it is used with the state lock held. A nil *database stores nothing.
type database struct {
	db     *sql.DB
	failed bool // a write failed: nothing is written after it
	log    *slog.Logger
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
	d := &database{db: db, log: log}
	if err := d.createTables(); err != nil {
		advice := "move the folder away to begin anew"
		if refused, ok := errors.AsType[*sqlite.Error](err); ok && refused.Code()&0xff == sqlite3.SQLITE_BUSY {
			advice = "another playground uses this folder: end it, or choose another folder"
		}
		return nil, fmt.Errorf("playground: %s: %w; %s", path, errors.Join(err, db.Close()), advice)
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
	return d.db.Close()
}

// exec makes one change. After a failure, which is logged once, changes are kept only in memory.
func (d *database) exec(query string, args ...any) {
	if d == nil || d.failed {
		return
	}
	if _, err := d.db.Exec(query, args...); err != nil { //nolint:gosec // made of constants of this package
		d.failed = true
		d.log.Error("the playground cannot write to its folder; what happens from now on will not outlive the process",
			"err", err)
	}
}

// eachOf calls fn with the decoded objects of a table, in the order in which they were first stored.
func eachOf[T any](d *database, table string, fn func(*T)) error {
	if d == nil {
		return nil
	}
	rows, err := d.db.Query(`SELECT body FROM ` + table + ` ORDER BY rowid`) //nolint:gosec // a constant
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var body []byte
		v := new(T)
		if err := errors.Join(rows.Scan(&body), json.Unmarshal(body, v)); err != nil {
			return err
		}
		fn(v)
	}
	return rows.Err()
}

// save stores a new or changed object. into is its table with the columns: those of the keys, then the body.
func (d *database) save(into string, v any, keys ...any) {
	marks := ""
	for i := range keys {
		marks += fmt.Sprintf("$%d, ", i+1)
	}
	query := fmt.Sprintf(`INSERT INTO %s VALUES (%s$%d) ON CONFLICT DO UPDATE SET body = excluded.body`,
		into, marks, len(keys)+1)
	d.exec(query, append(keys, string(wire.JSON(v)))...)
}

// delete deletes the object with an id. Those of a channel are deleted with it.
func (d *database) delete(table string, id wire.ID) {
	d.exec(`DELETE FROM `+table+` WHERE id = $1`, id)
}
