// Package store stores games, players and jobs in a database, and runs the jobs when they are due.
//
//	db, err := store.Open(ctx, "sqlite:xiangqi.db", store.Options{Clock: time.Now})
//	service := game.New(game.Stores{GameStore: db.Games, …}, game.Options{Clock: time.Now})
//	err = db.Jobs.Work(ctx, jobs.Handle(service.Flag), …)
//
// A DB has a part for each package of the bot, which stores what that package needs: Games, [Members], [Tournaments]
// and so on; the parts about puzzles, records and reviews are in package learning. They share a [database.Connection].
//
// [Games.Update] is the only way to change a game: it reads the game, passes it to a function and saves it with all
// consequences, such as ratings, results and jobs, in one transaction. A crash at any moment leaves either all of them
// or none.
//
// One process uses a database at a time; [Open] refuses a second one, unless all of them set [Options.Role] to share a
// database on PostgreSQL. Writes go over one connection, which River shares, so that a process never waits for a lock
// that it holds itself; readers have connections of their own and never wait.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
	"xiangqibot/store/learning"
)

// DB is an open database. Its parts share the connection; each is safe for concurrent use. They are set by [Open] and
// must not be changed.
type DB struct {
	learning.Parts
	Games       *Games
	Answerings  *Answerings
	Panels      *Panels
	Servers     *Servers
	Members     *Members
	Privacy     *Privacy
	Standings   *Standings
	Tournaments *Tournaments
	Simuls      *Simuls
	FairPlay    *FairPlay
	Operator    *Operator
	Jobs        *jobs.Jobs
	Shards      *jobs.Shards // nil if the process does not share the database

	connection database.Connection
	outbox     *jobs.Outbox
	downtime   *downtime
	tidying    *tidying
	lock       io.Closer // keeps other processes out
}

// Options configure a database.
type Options struct {
	// Clock simulates the time, by which jobs become due; nil: the machine's clock. In a simulation no commit to a file
	// waits for the disk: a power failure may lose the latest ones.
	Clock func() time.Time
	Log   *slog.Logger // default: discard
	// Role is the role of this process if several processes share a database on PostgreSQL; each of them must have one.
	// nil: this process does everything, and no other may open the database.
	Role *jobs.Role
	// Keep says for how long things are kept; the zero value deletes only old challenges and races.
	Keep Keep
	// Enqueued, if not nil, is called for each job that an act enqueues, even if its transaction then fails: for tests.
	Enqueued func(game.QueuedJob)
}

// Open opens the database that source names, "sqlite:PATH" or "postgres://USER@HOST/DATABASE", and migrates it to the
// latest schema. A missing file is created. An existing database is copied before it is migrated; the log says where
// to. No other bot can open the database until Close.
//
// It fails, with an error that says what to do, for a source of another kind, a database that is in use, a file that is
// not an SQLite database, a server that refuses the connection, a database of another program, a damaged one, and one
// written by a newer version of this program. A failure that a retry cannot fix is a *[database.PermanentError].
func Open(ctx context.Context, source string, opts Options) (*DB, error) {
	if err := database.ValidateSource(source); err != nil {
		return nil, err
	}
	db := &DB{connection: database.Connection{
		Source: database.RedactSource(source), Clock: opts.Clock, Log: opts.Log, Process: jobs.NewProcessName(),
		Shared: opts.Role != nil, Simulated: opts.Clock != nil, Repeated: new(atomic.Int64),
	}}
	if db.connection.Clock == nil {
		db.connection.Clock = time.Now
	}
	if db.connection.Log == nil {
		db.connection.Log = slog.New(slog.DiscardHandler)
	}
	if err := db.open(ctx, source, opts); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", db.connection.Source, err), db.Close())
	}
	return db, nil
}

// OpenWaiting is [Open], but tries again until ctx ends while the server of PostgreSQL cannot be reached.
func OpenWaiting(ctx context.Context, source string, opts Options) (*DB, error) {
	const longest = 15 * time.Second
	for pause := time.Second / 4; ; pause = min(2*pause, longest) {
		db, err := Open(ctx, source, opts)
		if err == nil || !database.IsAway(err) {
			return db, err
		}
		if opts.Log != nil {
			opts.Log.Warn("the server of the database cannot be reached; is it running, and is the address right?",
				"again", pause, "err", err)
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// open connects, migrates the schema and creates the parts. If it fails, Close closes what it has opened.
func (db *DB) open(ctx context.Context, source string, opts Options) (err error) {
	role := opts.Role
	c := &db.connection
	process := "" // a process that does not share needs no name
	if role != nil {
		process = c.Process
	}
	var where database.Location
	if c.Dialect, where, err = database.Locate(source, process); err != nil {
		return err
	}
	if server, ok := where.(database.PostgresSchema); ok {
		c.Server = &server
	}
	// Lock first: a process that is refused must not have touched anything.
	if db.lock, err = where.Lock(ctx); err != nil {
		return err
	}
	found, err := where.Check(ctx)
	if err != nil {
		return err
	}
	if role != nil && (found.New || found.Version < database.LatestVersion()) {
		if err := db.prepare(ctx, source); err != nil {
			return err
		}
	}
	write, read, err := where.Open(ctx, !c.Simulated)
	if err != nil {
		return err
	}
	if found.New {
		c.Log.Info("there was no database; a new one was created", "path", where.String())
	}
	c.Write, c.Read = write, database.NewReader(read, c.Dialect)
	outbox, err := jobs.NewOutbox(c)
	if err != nil {
		return err
	}
	outbox.Enqueued = opts.Enqueued
	current, err := outbox.TablesAreCurrent(ctx)
	if err != nil {
		return err
	}
	if err := database.Migrate(ctx, c, where, current); err != nil {
		return err
	}
	if err := outbox.MigrateTables(ctx); err != nil {
		return err
	}
	db.initParts(outbox, opts)
	if role == nil {
		return nil
	}
	if err := db.Jobs.Join(ctx); err != nil {
		return err
	}
	err = db.lock.Close() // the next one may start
	db.lock = nil
	return err
}

// prepare migrates the schema before the process shares the database, which requires that it is the only one.
func (db *DB) prepare(ctx context.Context, source string) error {
	alone := &DB{connection: db.connection}
	alone.connection.Shared = false
	if err := errors.Join(alone.open(ctx, source, Options{}), alone.Close()); err != nil {
		return fmt.Errorf("the schema has to be migrated, for which no other process may be running: %w", err)
	}
	return nil
}

// initParts creates the parts.
func (db *DB) initParts(outbox *jobs.Outbox, opts Options) {
	c, role := &db.connection, opts.Role
	writer := &gameWriter{db: c, outbox: outbox}
	dt := &downtime{db: c, writer: writer, machine: time.Now}
	db.Games = &Games{c, writer, dt}
	db.Answerings = &Answerings{c}
	db.Panels = &Panels{c}
	db.Servers = &Servers{c}
	db.Members = &Members{c, outbox, writer, dt}
	db.Standings = &Standings{c}
	db.Tournaments = &Tournaments{c, outbox, writer}
	db.Privacy = &Privacy{c, outbox, writer, db.Tournaments}
	db.Simuls = &Simuls{c}
	db.Parts = learning.New(c, outbox)
	db.FairPlay = &FairPlay{c}
	db.Operator = &Operator{c, writer, db.Tournaments}
	db.outbox, db.downtime, db.tidying = outbox, dt, &tidying{c, opts.Keep, writer}
	db.Jobs = jobs.New(c, outbox, dt, db.tidying.tidy, role)
	if role != nil {
		db.Shards = jobs.NewShards(c)
	}
}

// Close stops the work started by Jobs, waits for running jobs, and closes the database.
func (db *DB) Close() error {
	if db.Jobs != nil {
		db.Jobs.Stop()
		db.Jobs.Leave()
	}
	var err error
	if c := &db.connection; c.Write != nil {
		err = errors.Join(err, c.Read.Close(), c.Write.Close())
	}
	if db.lock != nil {
		err = errors.Join(err, db.lock.Close())
		db.lock = nil
	}
	return err
}
