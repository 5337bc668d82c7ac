// Package store keeps games, players and jobs, in a database, and does the jobs when their time has come.
//
//	db, err := store.Open(ctx, "sqlite:xiangqi.db", store.Options{Clock: time.Now})
//	service := game.New(db, thinker, game.Options{Clock: time.Now})
//	err = db.Work(ctx, store.Handle(service.Think), store.Handle(service.Flag), …)
//
// DB implements game.Store. Update is the one door through which a game changes: it reads the game, passes it to a
// function, and writes the game, its players' ratings, the idempotency key of the act and the jobs of its outbox in one
// transaction. A crash at any moment leaves either all of it or none.
//
// Jobs are River's (github.com/riverqueue/river). They are inserted in the transaction that causes them, with the time
// from which they are to be done, by the clock in Options, which need not be that of the machine. A job that has become
// pointless, such as a deadline that was met, is not withdrawn: each kind finds out by itself that nothing is left to
// do.
//
// On SQLite one process uses a database at a time; Open refuses a second one. It writes over one connection, which
// River shares, so nothing ever waits for a lock that its own process holds; readers have connections of their own and
// wait for nobody.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/standing"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	source  string
	path    string // where the database really lies
	dialect dialect
	held    io.Closer              // keeps other processes out
	write   *sql.DB                // on SQLite a single connection
	read    *sql.DB                // cannot write
	river   *river.Client[*sql.Tx] // enqueues jobs
	clock   func() time.Time
	log     *slog.Logger
	awake   awake
	tune    func(*river.Config) // changes how River is driven; nil but in tests that live through a year

	work struct {
		sync.Mutex
		stop func() // ends the work and waits for it; nil while nobody works
	}
}

var (
	_ game.Store           = (*DB)(nil)
	_ member.Store         = (*DB)(nil)
	_ member.PrivacyStore  = (*DB)(nil)
	_ standing.PlayerStore = (*DB)(nil)
	_ standing.BoardStore  = (*DB)(nil)
)

// Options set a database up.
type Options struct {
	Clock func() time.Time // by which jobs fall due; default time.Now
	Log   *slog.Logger     // default: nowhere
}

// Open opens the database that source names, "sqlite:PATH", makes it if there is none, and brings its tables up to
// date. A database that has games is copied before that; the log says where to. On SQLite nobody else can open the
// database until Close.
//
// It refuses, with the cure in the error: a source of another kind, a database that is in use, a file that is no SQLite
// database or that of another program, a damaged one, and one that a newer version of this program has written. What
// cannot be cured by another try is an *IncurableError.
func Open(ctx context.Context, source string, opts Options) (*DB, error) {
	d, path, err := parseSource(source)
	if err != nil {
		return nil, err
	}
	db := &DB{source: source, dialect: d, clock: opts.Clock, log: opts.Log}
	db.awake.machine = time.Now
	if db.clock == nil {
		db.clock = time.Now
	}
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	if err := db.open(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", source, err), db.Close())
	}
	return db, nil
}

// open connects and brings the tables up to date. What it has opened when it fails is for Close.
func (db *DB) open(ctx context.Context, path string) (err error) {
	if db.path, err = db.dialect.locate(path); err != nil {
		return err
	}
	// First of all: a process that is refused must not have touched anything.
	if db.held, err = db.dialect.alone(ctx, path); err != nil {
		return err
	}
	steps, err := readMigrations(db.dialect.name())
	if err != nil {
		return err
	}
	made, err := db.dialect.create(ctx, db.path, len(steps))
	if err != nil {
		return err
	}
	if made {
		db.log.Info("there was no database; a new one is made", "path", db.path)
	}
	if db.write, db.read, err = db.dialect.open(ctx, db.path); err != nil {
		return err
	}
	if err := db.connect(); err != nil {
		return err
	}
	return db.migrate(ctx, steps)
}

// Close ends the work begun by Work, waits for jobs in progress, and closes the database.
func (db *DB) Close() error {
	db.work.Lock()
	stop, held := db.work.stop, db.held
	db.work.stop, db.held = nil, nil
	db.work.Unlock()
	var err error
	if stop != nil {
		stop()
	}
	if db.write != nil {
		err = errors.Join(err, db.read.Close(), db.write.Close())
	}
	if held != nil {
		err = errors.Join(err, held.Close())
	}
	return err
}

// now is the given clock's time as the database keeps it.
func (db *DB) now() int64 { return db.clock().UnixMilli() }

// tx runs fn in one writing transaction: committed if fn returns nil, otherwise, or if fn panics, undone.
func (db *DB) tx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("%s: begin: %w", db.source, err)
	}
	defer tx.Rollback() // without effect after the commit
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%s: commit: %w", db.source, err)
	}
	return nil
}

// querier is what reading needs: a transaction, or the connections for reading.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
