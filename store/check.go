package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
)

// Finding is what Check saw.
type Finding struct {
	// New reports whether there is no database yet. Open makes one.
	New bool
	// Version is the version of the database's tables, Latest the one that Open brings them to.
	Version, Latest int
}

// Check looks at the database that source names and reports whether Open would take it. It makes, migrates and changes
// nothing, and a bot may be at work meanwhile. An error says what to do.
func Check(ctx context.Context, source string) (Finding, error) {
	d, text, err := parseSource(source)
	if err != nil {
		return Finding{}, err
	}
	steps, err := readMigrations(d.name)
	if err != nil {
		return Finding{}, err
	}
	where, err := d.locate(text, "")
	if err != nil {
		return Finding{Latest: len(steps)}, err
	}
	return where.check(ctx, len(steps))
}

func (f sqliteFile) check(ctx context.Context, latest int) (Finding, error) {
	found, path := Finding{Latest: latest}, string(f)
	state, err := inspectFile(path)
	switch {
	case err != nil:
		return found, err
	case state == fileMissing:
		found.New = true
		return found, creatable(path)
	}
	if err := writable(path); err != nil {
		return found, incurable("the file may not be written to: %w", &fs.PathError{Op: "write", Path: path, Err: err})
	}
	version, err := examine(ctx, path, latest, look{mode: readOnly, whole: true})
	if found.New = version == noTables; !found.New {
		found.Version = version
	}
	return found, err
}

// openMode is what SQLite may do with a file that it opens.
type openMode string

const (
	readOnly  openMode = "ro"
	readWrite openMode = "rw" // it may finish or undo what was interrupted
)

// look is how a database is looked at.
type look struct {
	mode openMode
	// whole reads all of it: some hundred megabytes a second.
	whole bool
}

// examine reads the version of the tables and refuses a database that is damaged, somebody else's or newer than latest.
func examine(ctx context.Context, path string, latest int, how look) (version int, err error) {
	query := url.Values{"mode": {string(how.mode)}, "_pragma": {"busy_timeout(10000)"}}
	if sizeOf(path+"-wal") == 0 && sizeOf(path+"-journal") == 0 {
		// All is in the one file, and SQLite need not make others to read it.
		query.Set("immutable", "1")
	}
	db, err := sql.Open("sqlite", fileURL(path, query))
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }() // nothing was written
	db.SetMaxOpenConns(1)
	if how.whole {
		if err := undamaged(ctx, db); err != nil {
			return 0, err
		}
	}
	version, err = tablesVersion(ctx, sqliteDialect, db)
	if err != nil {
		return 0, err
	}
	return version, known(version, latest)
}

// known refuses tables of a version that is newer than the latest that this program knows.
func known(version, latest int) error {
	if version > latest {
		return incurable("a newer version of this program wrote this database "+
			"(its tables have version %d, this program knows %d); "+
			"upgrade the program, or restore the backup made before the upgrade", version, latest)
	}
	return nil
}

// undamaged refuses a damaged database.
func undamaged(ctx context.Context, db querier) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return explainSQLite(err)
	}
	if verdict != "ok" {
		return &IncurableError{fmt.Errorf("%s (%s)", damaged, verdict)}
	}
	return nil
}
