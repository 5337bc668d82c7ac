package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"modernc.org/sqlite"
)

// sqliteFile is the location of an SQLite database: the canonical path of its file. Two names of one file must not lead
// to two locks.
type sqliteFile string

func locateFile(path, process string) (Location, error) {
	if process != "" {
		return nil, Permanent("several processes cannot share the file %s; use one process without -role, or move to PostgreSQL "+
			"with xiangqi-bot copy", path)
	}
	path, err := realPath(path)
	if err != nil {
		return nil, Permanent("the path cannot be used: %w", err)
	}
	return sqliteFile(path), nil
}

func (f sqliteFile) String() string { return string(f) }

func (f sqliteFile) Lock(ctx context.Context) (io.Closer, error) {
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o750); err != nil {
		return nil, Permanent("make the folder: %w", err)
	}
	return LockPath(ctx, string(f))
}

// wholeAtStart is the size up to which a database is checked completely before it is used. Larger ones would delay the
// start.
const wholeAtStart = 1 << 30

func (f sqliteFile) Create(ctx context.Context) (made bool, err error) {
	path := string(f)
	state, err := inspectFile(path)
	if err != nil {
		return false, err
	}
	switch state {
	case fileFilled:
		mode := "ro"
		if sizeOf(path+"-journal") > 0 { // a crash during the very first steps
			mode = "rw"
		}
		_, err := examine(ctx, path, mode, sizeOf(path) <= wholeAtStart)
		return false, err
	case fileMissing:
		err = createFile(path)
	case fileEmpty: // SQLite initializes it
	}
	return err == nil, err
}

// Open configures SQLite for a bot: WAL lets readers read while the writer writes; synchronous=FULL makes commits
// survive a power failure; the busy timeout waits for other processes, such as a backup; immediate transactions take
// the write lock when they begin, so that they cannot fail later when they have to become writers.
func (f sqliteFile) Open(ctx context.Context) (write, read *sql.DB, err error) {
	common := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}}

	common.Set("_txlock", "immediate")
	if write, err = openSQLite(fileURL(string(f), common)); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)

	common.Del("_txlock")
	common.Set("_query_only", "1")
	if read, err = openSQLite(fileURL(string(f), common)); err != nil {
		return nil, nil, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(max(2, runtime.GOMAXPROCS(0)))

	// The writer opens first: it creates the file.
	for _, db := range []*sql.DB{write, read} {
		if err := db.PingContext(ctx); err != nil {
			return nil, nil, errors.Join(explainSQLite(err), read.Close(), write.Close())
		}
	}
	return write, read, nil
}

// Result codes of SQLite for which there is advice.
const (
	sqliteReadonly = 8
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// damaged says what to do about a database that SQLite reports as damaged.
const damaged = "the database is damaged; the bot leaves it as it is. Move it away, with the files -wal and -shm beside it, and put your latest backup in its place; " +
	"\"sqlite3 FILE .recover\" may save what is newer. Look at the disk, too"

// explainSQLite adds advice to an error of SQLite if there is any.
func explainSQLite(err error) error {
	e, is := errors.AsType[*sqlite.Error](err)
	if !is {
		return err
	}
	switch e.Code() & 0xff {
	case sqliteNotADB:
		return Permanent("this file is not an SQLite database; name another path, or, if games were in it, move it away and put your latest backup in its place (%w)", err)
	case sqliteCorrupt:
		return Permanent("%s (%w)", damaged, err)
	case sqliteCantOpen:
		return Permanent("the file cannot be opened; is the path a file, in a folder that this user may write to? (%w)", err)
	case sqliteReadonly:
		return Permanent("the file or its folder is read-only for this user (%w)", err)
	case sqliteBusy:
		return fmt.Errorf("another program has locked the database; end it, sqlite3 for instance, and start again (%w)", err)
	case sqliteFull:
		return fmt.Errorf("the disk is full (%w)", err)
	}
	return err
}

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
