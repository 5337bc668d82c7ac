// Package store keeps games, players and the work that is owed, in a database, and does that work when its time has come.
//
//	db, err := store.Open(ctx, "sqlite:xiangqi.db", store.Options{Clock: time.Now})
//	service := game.New(db, thinker, game.Options{Clock: time.Now})
//	err = db.Work(ctx, worker)
//
// DB implements game.Store. Update is the one door through which a game changes: it reads the game, lends it to a function,
// and writes the game, its players' ratings, the claim of the interaction and the jobs the game owes in one transaction.
// A crash at any moment leaves either all of it or none.
//
// Jobs are River's (github.com/riverqueue/river). A job that is due goes to River in the transaction that owes it. A job for
// later waits in the table due and goes to River when Options.Clock says so. That clock need not be the real one: River's own
// scheduling mixes the database's time with the program's, the table due knows only the clock that was given. It also lets a job
// that has become pointless (a deadline that was met) be deleted with the act that makes it so.
//
// On SQLite one process works a database at a time; Work refuses a second one. It writes over one connection, which River shares, so nothing ever waits
// for a lock that its own process holds; readers have connections of their own and wait for nobody.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"xiangqibot/bot/game"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	source  string
	path    string // source without its scheme
	dialect dialect
	write   *sql.DB // on SQLite a single connection
	read    *sql.DB // cannot write
	insert  *river.Client[*sql.Tx]
	clock   func() time.Time
	log     *slog.Logger
	tune    func(*river.Config) // changes how River is driven; nil but in tests that live through a year

	work struct {
		sync.Mutex
		stop func() error // ends the work and waits for it; nil while nobody works
	}
}

var _ game.Store = (*DB)(nil)

// Options set a database up.
type Options struct {
	Clock func() time.Time // by which jobs fall due; default time.Now
	Log   *slog.Logger     // default: nowhere
}

// Open opens the database that source names, "sqlite:PATH", makes it if there is none, and brings its tables up to date.
//
// It refuses, with the cure in the error: a source of another kind, a file that is no SQLite database or that of another
// program, and a database that a newer version of this program has written.
func Open(ctx context.Context, source string, opts Options) (*DB, error) {
	d, path, err := parseSource(source)
	if err != nil {
		return nil, err
	}
	db := &DB{source: source, path: path, dialect: d, clock: opts.Clock, log: opts.Log}
	if db.clock == nil {
		db.clock = time.Now
	}
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	if db.write, db.read, err = d.open(ctx, path); err != nil {
		return nil, fmt.Errorf("open %s: %w", source, err)
	}
	if err := db.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", source, err), db.Close())
	}
	if db.insert, err = river.NewClient(d.river(db.write), &river.Config{Logger: db.riverLog(), MaxAttempts: maxAttempts}); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", source, err), db.Close())
	}
	return db, nil
}

// Close ends the work begun by Work, waits for jobs in progress, and closes the database.
func (db *DB) Close() error {
	db.work.Lock()
	stop := db.work.stop
	db.work.stop = nil
	db.work.Unlock()
	var err error
	if stop != nil {
		err = stop()
	}
	return errors.Join(err, db.read.Close(), db.write.Close())
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
