package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
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
	_, where, err := Locate(source, "")
	if err != nil {
		return 0, err
	}
	if _, is := where.(sqliteFile); !is {
		return 0, Permanent("PostgreSQL makes and restores its own backups: pg_dump and pg_restore work while the bot " +
			"runs; with the bot stopped, xiangqi-bot copy moves everything to a file of SQLite or back")
	}
	if _, err := os.Lstat(path); err == nil {
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

// Snapshots makes periodic backups of a database and keeps the latest ones.
type Snapshots struct {
	Source string        // the database, as Open takes it; on SQLite
	Folder string        // where the backups are stored; created if missing
	Every  time.Duration // the interval between backups
	Keep   int           // how many are kept, at least 1
	Clock  func() time.Time
	Log    *slog.Logger
	// Made, if not nil, is called with the path of each new backup, to check it or to hand it on. If it returns an
	// error, the backup is kept, and no older one is deleted.
	Made func(ctx context.Context, path string) error
	// Done is called after each backup that Run makes, with the time at which it was made, or with an error.
	Done func(at time.Time, err error)
}

// snapshotRetry is the delay before a retry after a failed backup.
const snapshotRetry = 10 * time.Minute

// Run makes a backup whenever the newest one in the folder is older than Every, until ctx ends. After a failure, such
// as a full disk, it looks again within ten minutes.
func (s Snapshots) Run(ctx context.Context) {
	for {
		wait, err := s.due()
		if err == nil && wait <= 0 {
			_, err = s.Take(ctx)
			if ctx.Err() != nil {
				return
			}
			s.Done(s.Clock(), err)
			wait = s.Every
		}
		if err != nil {
			wait = min(snapshotRetry, s.Every)
			s.Log.Error("no backup could be made, or there is something wrong with it; the older ones stay",
				"folder", s.Folder, "err", err, "again_in", wait)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// due returns the time until the next backup; zero or negative: now. If the newest one is from the future, made before
// the clock was set back, it counts as made now.
func (s Snapshots) due() (time.Duration, error) {
	latest, err := s.Latest()
	return s.Every - max(0, s.Clock().Sub(latest)), err
}

// Latest returns when the newest backup in the folder was made; zero: there is none.
func (s Snapshots) Latest() (time.Time, error) {
	list, err := s.List()
	if err != nil || len(list) == 0 {
		return time.Time{}, err
	}
	return time.Parse(snapshotName, filepath.Base(list[len(list)-1]))
}

// Take makes a backup now, passes it to Made and deletes the oldest ones beyond Keep. It returns the path of the new
// one, also with an error of Made. If an old one cannot be deleted, that is logged and is no error.
func (s Snapshots) Take(ctx context.Context) (path string, err error) {
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return "", err
	}
	// What an interrupted one has left may be as large as the database.
	unfinished, err := s.list(snapshotName + partSuffix)
	for _, part := range unfinished {
		err = errors.Join(err, os.Remove(part))
	}
	if err != nil {
		return "", err
	}
	path = filepath.Join(s.Folder, s.Clock().UTC().Format(snapshotName))
	if _, err := Backup(ctx, s.Source, path); err != nil {
		return "", err
	}
	if s.Made != nil {
		if err := s.Made(ctx, path); err != nil {
			return path, err
		}
	}
	s.Log.Info("a backup was made", "path", path)
	if err := s.prune(path); err != nil {
		s.Log.Warn("old backups could not be deleted; the folder grows", "folder", s.Folder, "keep", s.Keep, "err", err)
	}
	return path, nil
}

// prune deletes the backups beyond Keep, but not the one that was just made.
func (s Snapshots) prune(made string) error {
	list, err := s.List()
	if err != nil {
		return err
	}
	for _, old := range list[:max(0, len(list)-s.Keep)] {
		if old != made { // if the clock was set back, the new one looks like the oldest
			err = errors.Join(err, os.Remove(old))
		}
	}
	return err
}

// snapshotName is the name of a backup, a layout of the time at which it was made.
const snapshotName = "xiangqi-" + stampLayout + ".db"

// List lists the paths of the backups in the folder, the oldest first. Other files there are ignored.
func (s Snapshots) List() ([]string, error) { return s.list(snapshotName) }

// list lists the paths of the files in the folder whose names are times in a layout.
func (s Snapshots) list(layout string) (paths []string, err error) {
	entries, err := os.ReadDir(s.Folder) // sorted by name
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range entries {
		if _, err := time.Parse(layout, entry.Name()); err == nil {
			paths = append(paths, filepath.Join(s.Folder, entry.Name()))
		}
	}
	return paths, err
}
