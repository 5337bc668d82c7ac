package store

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

// Backup writes all that the database holds at this moment to a new file at path, which is a database on SQLite of its
// own. A bot may be at work meanwhile, and is not kept waiting. The file gets its name when it is whole and on the
// disk. It returns its size in bytes.
//
// It refuses a path at which there is something, a source that is not there, a damaged one, and a database on
// PostgreSQL, whose own program pg_dump does this.
func Backup(ctx context.Context, source, path string) (size int64, err error) {
	size, err = backUp(ctx, source, path)
	if err != nil {
		return 0, fmt.Errorf("back up %s to %s: %w", Public(source), path, err)
	}
	return size, nil
}

func backUp(ctx context.Context, source, path string) (size int64, err error) {
	d, text, err := parseSource(source)
	if err != nil {
		return 0, err
	}
	if d.name != sqliteDialect.name {
		return 0, incurable("%s", postgresBackup)
	}
	from, err := filled(text)
	if err != nil {
		return 0, err
	}
	if exists(path) {
		return 0, incurable("there is a file already; name another one, or delete it first")
	}
	if err := vacuumInto(ctx, from, path); err != nil {
		return 0, err
	}
	return sizeOf(path), nil
}

// postgresBackup is what to do instead of Backup and Restore where a server keeps the database.
const postgresBackup = "PostgreSQL makes and restores its own backups: pg_dump and pg_restore work while the bot runs; " +
	"with the bot stopped, xiangqi-bot copy moves everything to a file of SQLite or back"

// filled is the real path of a database that has something in it.
func filled(path string) (string, error) {
	real, err := realPath(path)
	if err != nil {
		return "", incurable("the path cannot be used: %w", err)
	}
	state, err := inspectFile(real)
	if err != nil {
		return "", err
	}
	if state != fileFilled {
		return "", incurable("there is no database at %s, or an empty one", path)
	}
	return real, nil
}

// vacuumInto writes what the database at the real path from holds to a new file, by a connection of its own that only
// reads. A copy of the file itself would lack what is in the log, or be of two moments.
func vacuumInto(ctx context.Context, from, path string) (err error) {
	db, err := sql.Open("sqlite", fileURL(from, readingOnly()))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	version, err := tablesVersion(ctx, sqliteDialect, db)
	if err != nil {
		return err
	}
	if version == noTables {
		return incurable("nothing is in the database yet")
	}
	return writeWhole(ctx, db, path)
}

// watchFile opens a database that is there for reading, while a bot may be using it.
func watchFile(path string) (*sql.DB, error) {
	real, err := filled(path)
	if err != nil {
		return nil, err
	}
	return sql.Open("sqlite", fileURL(real, readingOnly()))
}

// readingOnly is how a database is opened that a bot may be using.
func readingOnly() url.Values {
	return url.Values{"mode": {string(readOnly)}, "_pragma": {"busy_timeout(10000)"}}
}

// partSuffix ends the name of what is being written.
const partSuffix = ".part"

// writeWhole writes what an open database holds to a free path. The file gets its name when it is whole, so that what a
// killed program leaves is not taken for a backup.
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

// Restored is what Restore has done.
type Restored struct {
	// Aside is where the database lies now that was there before; empty: there was none.
	Aside string
	// Version is the version of the tables that the backup had, Latest the one to which the next start brings them.
	Version, Latest int
}

// Restore puts the backup at path, a database on SQLite, in the place of the one that source names. What is there is
// kept: it is moved aside, with its log, also where it is damaged. The backup stays as it is.
//
// It refuses a backup that is not there, is damaged, of another program, or of a newer version of this one; a database
// with which a bot is at work; and one on PostgreSQL.
func Restore(ctx context.Context, source, path string, now time.Time) (done Restored, err error) {
	done, err = restore(ctx, source, path, now)
	if err != nil {
		return Restored{}, fmt.Errorf("restore %s from %s: %w", Public(source), path, err)
	}
	return done, nil
}

func restore(ctx context.Context, source, path string, now time.Time) (done Restored, err error) {
	d, text, err := parseSource(source)
	if err != nil {
		return done, err
	}
	if d.name != sqliteDialect.name {
		return done, incurable("%s", postgresBackup)
	}
	steps, err := readMigrations(d.name)
	if err != nil {
		return done, err
	}
	from, err := filled(path)
	if err != nil {
		return done, err
	}
	where, err := realPath(text)
	if err != nil {
		return done, incurable("the path cannot be used: %w", err)
	}
	if from == where {
		return done, incurable("this is the database itself; name a backup of it")
	}
	done.Latest = len(steps)
	if done.Version, err = examine(ctx, from, len(steps), look{mode: readOnly, whole: true}); err != nil {
		return done, err
	}
	held, err := sqliteFile(where).alone(ctx)
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

// moveAside gives a database another name, with its log, and returns it; empty where nothing is there.
func moveAside(path string, now time.Time) (aside string, err error) {
	base := path + ".replaced-" + now.UTC().Format(stampLayout)
	aside = base
	for n := 2; exists(aside) || exists(aside+"-wal"); n++ {
		aside = fmt.Sprintf("%s-%d", base, n)
	}
	moved := false
	// The database goes first: without it the bot refuses the log that is left, and with it a new log would begin.
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		switch err := os.Rename(path+end, aside+end); {
		case err == nil:
			moved = true
		case !errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("move what is there aside: %w", err)
		}
	}
	if !moved {
		return "", nil
	}
	return filepath.Clean(aside), nil
}

// stampLayout is how times are written in the names of files.
const stampLayout = "20060102-150405"
