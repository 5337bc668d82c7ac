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
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var sqliteDialect = Dialect{
	Name: "sqlite", IsFile: true,
	marks: strings.NewReplacer(
		"{id}", "INTEGER PRIMARY KEY AUTOINCREMENT", "{key}", "INTEGER PRIMARY KEY", "{bytes}", "BLOB",
		"{keyed}", "WITHOUT ROWID",
	),
	tables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,

	LastNumber: `SELECT seq FROM sqlite_sequence WHERE name = $1`,
	SetNumber:  `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`,

	Bytes: `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`,
	// All tables that have grown (0x10000), with a bound on the work (0x10) of ANALYZE (0x2).
	Statistics: `PRAGMA optimize=0x10012`,
	Integrity:  `PRAGMA integrity_check(20)`,

	ForUpdate: "", // a writing transaction is alone
	advise:    sqliteAdvice,
}

// sqliteFile is the location of an SQLite database: the canonical path of its file. Two names of one file must not lead
// to two locks.
type sqliteFile string

func locateFile(path, process string) (sqliteFile, error) {
	if process != "" {
		return "", Permanent("several processes cannot share the file %s; use one process without -role, or move to PostgreSQL "+
			"with xiangqi-bot copy", path)
	}
	path, err := realPath(path)
	if err != nil {
		return "", Permanent("the path cannot be used: %w", err)
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

// maxQuickCheck is the size in bytes up to which a check reads the whole database, at some hundred megabytes a second.
// A larger one would delay the start.
const maxQuickCheck = 1 << 30

func (f sqliteFile) Check(ctx context.Context) (CheckResult, error) {
	path := string(f)
	there, err := inspectFile(path)
	if err != nil || !there {
		return CheckResult{New: true}, err
	}
	query := readOnlyOptions()
	switch {
	case sizeOf(path+"-journal") > 0: // a crash during the very first steps, which SQLite takes back
		query.Set("mode", "rw")
	case sizeOf(path+"-wal") == 0: // everything is in the one file, and SQLite need not create others to read it
		query.Set("immutable", "1")
	}
	db, err := sql.Open("sqlite", fileURL(path, query))
	if err != nil {
		return CheckResult{}, err
	}
	defer func() { _ = db.Close() }() // nothing was written
	db.SetMaxOpenConns(1)
	if sizeOf(path) <= maxQuickCheck {
		verdict, err := Value[string](ctx, db, `PRAGMA quick_check(1)`)
		if err != nil {
			return CheckResult{}, sqliteDialect.Explain(err)
		}
		if verdict != "ok" {
			return CheckResult{}, Permanent("%s (%s)", damaged, verdict)
		}
	}
	return InspectTables(ctx, sqliteDialect, db)
}

// readOnlyOptions returns the options for reading a file that a bot may be using.
func readOnlyOptions() url.Values {
	return url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}}
}

func (f sqliteFile) OpenReadOnly() (*sql.DB, error) {
	there, err := inspectFile(string(f))
	if err == nil && !there {
		err = Permanent("there is no database at %s, or an empty one", f)
	}
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", fileURL(string(f), readOnlyOptions()))
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// Open configures SQLite for a bot: WAL lets readers read while the writer writes; synchronous=FULL makes commits
// survive a power failure, NORMAL only keeps the file intact; the busy timeout waits for other processes, such as a
// backup; immediate transactions take the write lock when they begin, so that they cannot fail later when they have to
// become writers. The file is created if there is none.
func (f sqliteFile) Open(ctx context.Context, durable bool) (write, read *sql.DB, err error) {
	if err := createFile(string(f)); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, nil, err
	}
	synchronous := "synchronous(NORMAL)"
	if durable {
		synchronous = "synchronous(FULL)"
	}
	common := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", synchronous, "foreign_keys(1)"}}

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

	for _, db := range []*sql.DB{write, read} {
		if err := db.PingContext(ctx); err != nil {
			return nil, nil, errors.Join(sqliteDialect.Explain(err), read.Close(), write.Close())
		}
	}
	return write, read, nil
}

// damaged says what to do about a database that SQLite reports as damaged.
const damaged = "the database is damaged; the bot leaves it as it is. Move it away, with the files -wal and -shm beside it, and put your latest backup in its place; " +
	"\"sqlite3 FILE .recover\" may save what is newer. Look at the disk, too"

// adviceOfSQLite is the advice about errors of SQLite, by their code.
var adviceOfSQLite = map[int]advice{
	sqlite3.SQLITE_BUSY:     {"another program has locked the database; end it, sqlite3 for instance", true},
	sqlite3.SQLITE_READONLY: {"the file, its folder or its disk is read-only; make it writable for this user again", true},
	sqlite3.SQLITE_IOERR:    {"the disk fails; look at the system's log", true},
	sqlite3.SQLITE_FULL:     {"the disk is full; make room", true},
	sqlite3.SQLITE_CORRUPT:  {damaged, false},
	sqlite3.SQLITE_CANTOPEN: {"the file cannot be opened; is the path a file, in a folder that this user may write to?", false},
	sqlite3.SQLITE_NOTADB: {"this file is not an SQLite database; name another path, or, if games were in it, move it away and " +
		"put your latest backup in its place", false},
}

// sqliteAdvice returns the advice about an error.
func sqliteAdvice(err error) advice {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return adviceOfSQLite[e.Code()&0xff]
	}
	return advice{}
}

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
		return nil, errors.Join(sqliteDialect.Explain(err), db.Close())
	}
	held := &heldLock{db, conn}
	if _, err := conn.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		if e, is := errors.AsType[*sqlite.Error](err); is && e.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = fmt.Errorf("another bot is using %s; stop it first, or give this one another path", path)
		}
		return nil, errors.Join(err, held.Close())
	}
	return held, nil
}
