package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
)

// CheckResult is the result of [Check].
type CheckResult struct {
	// New reports that there is no database yet. Open creates one.
	New bool
	// Version is the schema version of the database, Latest the one to which Open migrates it.
	Version, Latest int
}

// Check inspects the database that source names and reports whether store.Open would accept it. It creates, migrates
// and changes nothing, and a bot may be using the database. An error says what to do.
func Check(ctx context.Context, source string) (CheckResult, error) {
	d, text, err := ParseSource(source)
	if err != nil {
		return CheckResult{}, err
	}
	where, err := d.Locate(text, "")
	if err != nil {
		return CheckResult{}, err
	}
	return where.Check(ctx)
}

func (f sqliteFile) Check(ctx context.Context) (CheckResult, error) {
	found, path := CheckResult{Latest: LatestVersion()}, string(f)
	state, err := inspectFile(path)
	switch {
	case err != nil:
		return found, err
	case state == fileMissing:
		found.New = true
		return found, creatable(path)
	}
	if err := writable(path); err != nil {
		return found, Permanent("the file may not be written to: %w", &fs.PathError{Op: "write", Path: path, Err: err})
	}
	version, err := examine(ctx, path, "ro", true)
	return found.with(version), err
}

// with adds the version that was found.
func (r CheckResult) with(version int) CheckResult {
	if r.New = version == NoTables; !r.New {
		r.Version = version
	}
	return r
}

// examine reads the schema version and rejects a database that is damaged, of another program or newer than this one.
// In the mode "rw" SQLite may complete or roll back what was interrupted; whole reads all of the file, at some hundred
// megabytes a second.
func examine(ctx context.Context, path, mode string, whole bool) (version int, err error) {
	query := inUse(mode)
	if sizeOf(path+"-wal") == 0 && sizeOf(path+"-journal") == 0 {
		// Everything is in the one file, and SQLite need not create others to read it.
		query.Set("immutable", "1")
	}
	db, err := sql.Open("sqlite", fileURL(path, query))
	if err != nil {
		return 0, err
	}
	defer func() { _ = db.Close() }() // nothing was written
	db.SetMaxOpenConns(1)
	if whole {
		if err := checkIntegrity(ctx, db); err != nil {
			return 0, err
		}
	}
	version, err = TablesVersion(ctx, sqliteDialect, db)
	if err != nil {
		return 0, err
	}
	return version, CheckVersion(version)
}

// CheckVersion rejects a schema version that is newer than the latest that this program knows, or older than the
// baseline.
func CheckVersion(version int) error {
	if version != NoTables && version < baseline {
		return Permanent("a program from before the first release wrote this database (its tables have version %d, and the "+
			"oldest that can be migrated is %d); name another path, where a new one is created", version, baseline)
	}
	if latest := LatestVersion(); version > latest {
		return Permanent("a newer version of this program wrote this database "+
			"(its tables have version %d, this program knows %d); "+
			"upgrade the program, or restore the backup made before the upgrade", version, latest)
	}
	return nil
}

// checkIntegrity rejects a damaged database.
func checkIntegrity(ctx context.Context, db Querier) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return explainSQLite(err)
	}
	if verdict != "ok" {
		return &PermanentError{fmt.Errorf("%s (%s)", damaged, verdict)}
	}
	return nil
}
