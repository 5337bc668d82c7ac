package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"modernc.org/sqlite"
)

// sqliteBusy is SQLite's result code for a lock held by another connection.
const sqliteBusy = 5

// heldLock is a transaction that is never committed. The operating system releases it with the process, however that
// ends.
type heldLock struct {
	db   *sql.DB
	conn *sql.Conn
}

func (l *heldLock) Close() error { return errors.Join(l.conn.Close(), l.db.Close()) }

// LockPath takes an exclusive lock on path, which is held until it is closed or the process ends. It is an SQLite lock
// on an empty database PATH-lock: it works the same on every system and does not block readers and backups of path
// itself. The lock file lies beside the target of path, after resolving symbolic links.
func LockPath(ctx context.Context, path string) (io.Closer, error) {
	real, err := realPath(path)
	if err != nil {
		return nil, Permanent("the path cannot be used: %w", err)
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
		if e, is := errors.AsType[*sqlite.Error](err); is && e.Code()&0xff == sqliteBusy {
			err = fmt.Errorf("another bot is using %s; stop it first, or give this one another path", path)
		}
		return nil, errors.Join(err, held.Close())
	}
	return held, nil
}
