package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
	_, where, err := Locate(source, "")
	if err != nil {
		return 0, err
	}
	if _, is := where.(sqliteFile); !is {
		return 0, Permanent("PostgreSQL makes and restores its own backups: pg_dump and pg_restore work while the bot " +
			"runs; with the bot stopped, xiangqi-bot copy moves everything to a file of SQLite or back")
	}
	if exists(path) {
		return 0, Permanent("there is a file already; name another one, or delete it first")
	}
	db, err := where.OpenReadOnly()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := writeWhole(ctx, db, path); err != nil {
		return 0, err
	}
	return sizeOf(path), nil
}

// partSuffix ends the name of an incomplete file.
const partSuffix = ".part"

// writeWhole writes the contents of an open database to a new path: a copy of the file itself would lack what is in its
// log, or be inconsistent. The file gets its name only when it is complete, so that the remains of a killed program are
// not mistaken for a backup.
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
		return errors.Join(sqliteDialect.Explain(err), os.Remove(part))
	}
	return flush(path)
}

// stampLayout is the format of times in file names.
const stampLayout = "20060102-150405"
