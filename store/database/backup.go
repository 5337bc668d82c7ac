package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Backup writes the current contents of the database to a new file at path, which is an SQLite database. A bot may be
// using the database and is not blocked. The file gets its name only when it is complete and on disk. Backup returns
// its size in bytes.
//
// It fails if path exists, if the source is missing or damaged, and for a database on PostgreSQL, which has pg_dump for
// this.
func Backup(ctx context.Context, source, path string) (size int64, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("back up %s to %s: %w", RedactSource(source), path, err)
		}
	}()
	d, text, err := ParseSource(source)
	if err != nil {
		return 0, err
	}
	if d.Name != sqliteDialect.Name {
		return 0, Permanent("%s", postgresBackup)
	}
	from, err := nonEmptyPath(text)
	if err != nil {
		return 0, err
	}
	if exists(path) {
		return 0, Permanent("there is a file already; name another one, or delete it first")
	}
	if err := vacuumInto(ctx, from, path); err != nil {
		return 0, err
	}
	return sizeOf(path), nil
}

// postgresBackup says what to do instead of [Backup] and [Restore] for a database on PostgreSQL.
const postgresBackup = "PostgreSQL makes and restores its own backups: pg_dump and pg_restore work while the bot runs; " +
	"with the bot stopped, xiangqi-bot copy moves everything to a file of SQLite or back"

// nonEmptyPath returns the real path of a database file that is not empty.
func nonEmptyPath(path string) (string, error) {
	real, err := realPath(path)
	if err != nil {
		return "", Permanent("the path cannot be used: %w", err)
	}
	state, err := inspectFile(real)
	if err != nil {
		return "", err
	}
	if state != fileFilled {
		return "", Permanent("there is no database at %s, or an empty one", path)
	}
	return real, nil
}

// vacuumInto writes the contents of the database at the real path from to a new file, over a separate read-only
// connection. A copy of the file itself would lack the contents of the log, or be inconsistent.
func vacuumInto(ctx context.Context, from, path string) (err error) {
	db, err := sql.Open("sqlite", fileURL(from, inUse("ro")))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	version, err := TablesVersion(ctx, sqliteDialect, db)
	if err != nil {
		return err
	}
	if version == NoTables {
		return Permanent("nothing is in the database yet")
	}
	return writeWhole(ctx, db, path)
}

// openFileReadOnly opens an existing database for reading, while a bot may be using it.
func openFileReadOnly(path string) (*sql.DB, error) {
	real, err := nonEmptyPath(path)
	if err != nil {
		return nil, err
	}
	return sql.Open("sqlite", fileURL(real, inUse("ro")))
}

// inUse returns the options for opening a database that a bot may be using.
func inUse(mode string) url.Values {
	return url.Values{"mode": {mode}, "_pragma": {"busy_timeout(10000)"}}
}

// partSuffix ends the name of an incomplete file.
const partSuffix = ".part"

// writeWhole writes the contents of an open database to a new path. The file gets its name only when it is complete, so
// that the remains of a killed program are not mistaken for a backup.
func writeWhole(ctx context.Context, db *sql.DB, path string) error {
	part := path + partSuffix
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := createFile(part); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `VACUUM INTO $1`, part)
	if err == nil {
		err = flush(part)
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(explainSQLite(err), os.Remove(part))
	}
	return flush(path)
}

// RestoreResult is the result of [Restore].
type RestoreResult struct {
	// Aside is the new path of the previous database; empty: there was none.
	Aside string
	// Version is the schema version of the backup, Latest the one to which the next start migrates it.
	Version, Latest int
}

// Restore replaces the database that source names with the backup at path, an SQLite database. The previous database is
// kept: it is moved aside with its log, even if it is damaged. The backup is not changed.
//
// It fails if the backup is missing, damaged, of another program, or of a newer version of this one; if a bot is using
// the database; and for a database on PostgreSQL.
func Restore(ctx context.Context, source, path string, now time.Time) (done RestoreResult, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("restore %s from %s: %w", RedactSource(source), path, err)
		}
	}()
	d, text, err := ParseSource(source)
	if err != nil {
		return done, err
	}
	if d.Name != sqliteDialect.Name {
		return done, Permanent("%s", postgresBackup)
	}
	from, err := nonEmptyPath(path)
	if err != nil {
		return done, err
	}
	where, err := realPath(text)
	if err != nil {
		return done, Permanent("the path cannot be used: %w", err)
	}
	if from == where {
		return done, Permanent("this is the database itself; name a backup of it")
	}
	done.Latest = LatestVersion()
	if done.Version, err = examine(ctx, from, "ro", true); err != nil {
		return done, err
	}
	held, err := sqliteFile(where).Lock(ctx)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	fresh := where + ".restored"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return done, err
	}
	if err := vacuumInto(ctx, from, fresh); err != nil {
		return done, err
	}
	if done.Aside, err = moveAside(where, now); err != nil {
		return done, errors.Join(err, os.Remove(fresh))
	}
	if err := os.Rename(fresh, where); err != nil {
		return done, err
	}
	return done, flush(where)
}

// moveAside renames a database with its log and returns the new name; empty if there is none.
func moveAside(path string, now time.Time) (aside string, err error) {
	aside = unused(path + ".replaced-" + now.UTC().Format(stampLayout))
	moved := false
	// The database is moved first: if only the log is left, the bot refuses to start, whereas a database without its
	// Log would start a new one.
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		switch err := os.Rename(path+end, aside+end); {
		case err == nil:
			moved = true
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("move the previous database aside: %w", err)
		}
	}
	if !moved {
		return "", nil
	}
	return filepath.Clean(aside), nil
}

// stampLayout is the format of times in file names.
const stampLayout = "20060102-150405"
