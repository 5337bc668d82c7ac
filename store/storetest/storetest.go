// Package storetest provides each test with its own database, and records the jobs that acts have caused in it.
//
// SQLite and [Open] copy an empty database, which is much faster than creating the tables. New opens one as a DB whose
// jobs nothing runs: a test reads them from Jobs, removes the ones that it wants, and runs them itself.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/store"
)

// empty returns the file of a database without games.
var empty = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "games.db")
	db, err := store.Open(context.Background(), "sqlite:"+path, store.Options{}) //nolint:forbidigo // no test's context: the file serves them all
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path) //nolint:gosec // a test names the file
})

// SQLite returns the source of a new database for [store.Open], which has its tables but no games.
func SQLite(t testing.TB) (source string) {
	t.Helper()
	file, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a folder", "games.db")
	if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, file, 0o600)); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + path
}

// Open opens a new [SQLite] database, which is closed when the test ends.
func Open(t testing.TB, opts store.Options) *store.DB {
	t.Helper()
	return openAt(t, SQLite(t), opts)
}

// openAt opens a database as a simulation does, without waiting for the disk.
func openAt(t testing.TB, source string, opts store.Options) *store.DB {
	t.Helper()
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	db, err := store.Open(t.Context(), source, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// DB is a database that records the jobs that its callers have caused. A test must read Jobs only while none is
// working.
type DB struct {
	*store.DB
	Jobs   []game.QueuedJob // in the order in which they were queued
	saving sync.Mutex       // guards Jobs among callers
}

// New opens a new database for a test.
func New(t testing.TB, opts store.Options) *DB {
	t.Helper()
	return NewAt(t, SQLite(t), opts)
}

// NewAt opens a database as New does, for one of several processes that share it.
func NewAt(t testing.TB, source string, opts store.Options) *DB {
	t.Helper()
	db := &DB{}
	opts.Enqueued = func(job game.QueuedJob) {
		db.saving.Lock()
		defer db.saving.Unlock()
		db.Jobs = append(db.Jobs, job)
	}
	db.DB = openAt(t, source, opts)
	return db
}

// Stores returns the stores of a [game.Service] on a database.
func Stores(db *store.DB) gametest.Stores {
	return gametest.Stores{
		Stores:       game.Stores{GameStore: db.Games, MarkStore: db.Games},
		ConsentStore: db.Members, ServerStore: db.Servers,
	}
}
