package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"modernc.org/sqlite"
)

// sqliteBusy is SQLite's result code for a lock that somebody else holds.
const sqliteBusy = 5

// heldLock is a transaction that is never committed. The operating system ends it with the process, however that ends.
type heldLock struct {
	db   *sql.DB
	conn *sql.Conn
}

func (l *heldLock) Close() error { return errors.Join(l.conn.Close(), l.db.Close()) }

// Alone takes the right to work on what lies at path, which one process at a time can have, until it is closed or the
// process ends. The lock is SQLite's own, on an empty database PATH-lock: so it is the same on every system, and
// readers and backups of path itself are not kept out. It lies beside what path means, however many symbolic links
// lead there.
func Alone(ctx context.Context, path string) (io.Closer, error) {
	real, err := realPath(path)
	if err != nil {
		return nil, incurable("the path cannot be used: %w", err)
	}
	if err := createFile(real + "-lock"); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	db, err := sql.Open("sqlite", fileURL(real+"-lock", nil))
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(explainSQLite(err), db.Close())
	}
	held := &heldLock{db, conn}
	if _, err := conn.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		var e *sqlite.Error
		if errors.As(err, &e) && e.Code()&0xff == sqliteBusy {
			err = fmt.Errorf("another bot is at work on %s; stop it first, or give this one another place", path)
		}
		return nil, errors.Join(err, held.Close())
	}
	return held, nil
}
