// Package store keeps games, players and jobs in a database, and runs the jobs when they are due.
//
//	db, err := store.Open(ctx, "sqlite:xiangqi.db", store.Options{Clock: time.Now})
//	service := game.New(game.Stores{GameStore: db.Games, …}, game.Options{Clock: time.Now})
//	err = db.Jobs.Work(ctx, store.Handle(service.Flag), …)
//
// A DB has a part for each package of the bot, which stores what that package needs: Games, Members, Tournaments and so
// on. They share the connection, a clock and three unexported types:
//
//   - gameWriter saves a game with all that follows from its change: the ratings and results of its people, the
//     idempotency key of the act and the jobs that it causes;
//   - outbox gives the jobs to River, in the transaction that causes them;
//   - absence takes the time in which the bot was away off the clocks of games.
//
// Games.Update is the only way to change a game: it reads the game, passes it to a function and writes what that
// leaves, in one transaction. A crash at any moment leaves either all of it or none.
//
// Jobs are River's (github.com/riverqueue/river). They are inserted in the transaction that causes them, with the time
// from which they are to be done, by the clock in Options, which need not be that of the machine. A job that has become
// pointless, such as a deadline that was met, is not withdrawn: each kind finds out by itself that nothing is left to
// do.
//
// One process uses a database at a time; Open refuses a second one, unless all of them say by Options.Share that they
// share a database on PostgreSQL (processes.go). A process writes over one connection, which River shares, so nothing
// ever waits for a lock that its own process holds; readers have connections of their own and never wait. On SQLite a
// lock beside the file keeps other processes out, on PostgreSQL an advisory lock that the writing connection holds.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
)

// DB is an open database. Its parts share the connection; each is safe for concurrent use. They are set by Open and
// stay what they are.
type DB struct {
	Games       *Games
	Answerings  *Answerings
	Panels      *Panels
	Servers     *Servers
	Members     *Members
	Privacy     *Privacy
	Standings   *Standings
	Tournaments *Tournaments
	Simuls      *Simuls
	Records     *Records
	Reviews     *Reviews
	Puzzles     *Puzzles
	Posts       *Posts
	Contests    *Contests
	Jobs        *Jobs
	Shards      *Shards // nil where the process does not share the database

	connection connection
	held       io.Closer // keeps other processes out
	processes  *processes
}

// What the parts are for.
var (
	_ game.GameStore            = (*Games)(nil)
	_ game.BoardStore           = (*Games)(nil)
	_ game.MarkStore            = (*Games)(nil)
	_ game.AnsweringStore       = (*Answerings)(nil)
	_ game.PanelStore           = (*Panels)(nil)
	_ game.ServerStore          = (*Servers)(nil)
	_ game.ConsentStore         = (*Members)(nil)
	_ game.SimulStore           = (*Simuls)(nil)
	_ record.Store              = (*Records)(nil)
	_ review.Store              = (*Reviews)(nil)
	_ review.WatcherStore       = (*Reviews)(nil)
	_ review.PracticeStore      = (*Reviews)(nil)
	_ solving.Store             = (*Puzzles)(nil)
	_ solving.DailyStore        = (*Puzzles)(nil)
	_ solving.ScheduleStore     = (*Posts)(nil)
	_ solving.RunStore          = (*Contests)(nil)
	_ solving.RaceStore         = (*Contests)(nil)
	_ member.Store              = (*Members)(nil)
	_ member.LessonStore        = (*Members)(nil)
	_ member.DrillStore         = (*Games)(nil)
	_ member.PrivacyStore       = (*Privacy)(nil)
	_ standing.PlayerStore      = (*Standings)(nil)
	_ standing.LeaderboardStore = (*Standings)(nil)
	_ standing.ExplorerStore    = (*Standings)(nil)
	_ standing.PartnerStore     = (*Standings)(nil)
	_ tournament.Store          = (*Tournaments)(nil)
	_ tournament.RatingStore    = (*Standings)(nil)
)

// Options set a database up.
type Options struct {
	Clock func() time.Time // by which jobs fall due; default time.Now
	Log   *slog.Logger     // default: nowhere
	// Share is the part that this process has in the work, where several processes share a database on PostgreSQL. Each of
	// them has to have one. nil: this process does all, and no other may open the database.
	Share *Share
}

// Share is what one of several processes does.
type Share struct {
	Gateway bool // holds connections to Discord, see Shards
	Engine  bool // does the jobs that search: moves of the bot and reviews
	Jobs    bool // does all other jobs
}

// Open opens the database that source names, "sqlite:PATH" or "postgres://USER@HOST/DATABASE", and brings its tables up
// to date. A file is made if there is none. A database that has games is copied before its tables change; the log says
// where to. No other bot can open the database until Close.
//
// It refuses, with the cure in the error: a source of another kind, a database that is in use, a file that is no SQLite
// database, a server that lets nobody in, the database of another program, a damaged one, and one that a newer version
// of this program has written. What cannot be cured by another try is an *IncurableError.
func Open(ctx context.Context, source string, opts Options) (*DB, error) {
	d, text, err := parseSource(source)
	if err != nil {
		return nil, err
	}
	source = Public(source)
	db := &DB{connection: connection{
		source: source, dialect: d, clock: opts.Clock, log: opts.Log, process: newProcess(), shared: opts.Share != nil,
	}}
	if db.connection.clock == nil {
		db.connection.clock = time.Now
	}
	if db.connection.log == nil {
		db.connection.log = slog.New(slog.DiscardHandler)
	}
	if err := db.open(ctx, text, opts.Share); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", source, err), db.Close())
	}
	return db, nil
}

// open connects, brings the tables up to date and makes the parts. What it has opened when it fails is for Close.
func (db *DB) open(ctx context.Context, text string, share *Share) error {
	c := &db.connection
	process := "" // one that shares with nobody needs no name
	if share != nil {
		process = c.process
	}
	where, err := c.dialect.locate(text, process)
	if err != nil {
		return err
	}
	// First of all: a process that is refused must not have touched anything.
	if db.held, err = where.alone(ctx); err != nil {
		return err
	}
	steps, err := readMigrations(c.dialect.name)
	if err != nil {
		return err
	}
	made, err := where.create(ctx, len(steps))
	if err != nil {
		return err
	}
	if made {
		c.log.Info("there was no database; a new one is made", "path", where.String())
	}
	if share != nil {
		if err := db.prepare(ctx, where, text, len(steps)); err != nil {
			return err
		}
	}
	if c.write, c.read, err = where.open(ctx); err != nil {
		return err
	}
	outbox, err := newOutbox(c)
	if err != nil {
		return err
	}
	m := migrator{connection: c, place: where, outbox: outbox, steps: steps}
	if err := m.migrate(ctx); err != nil {
		return err
	}
	db.furnish(outbox, share)
	if share == nil {
		return nil
	}
	if err := db.processes.join(ctx); err != nil {
		return err
	}
	err = db.held.Close() // the next one may start
	db.held = nil
	return err
}

// prepare brings the tables up to date before the process shares them: for that it has to be the only one.
func (db *DB) prepare(ctx context.Context, where place, text string, latest int) error {
	found, err := where.check(ctx, latest)
	if err != nil || !found.New && found.Version == latest {
		return err
	}
	alone := &DB{connection: db.connection}
	alone.connection.shared = false
	if err := errors.Join(alone.open(ctx, text, nil), alone.Close()); err != nil {
		return fmt.Errorf("the tables have to be brought up to date, for which no other process may be at work: %w", err)
	}
	return nil
}

// furnish makes the parts.
func (db *DB) furnish(outbox *outbox, share *Share) {
	c := &db.connection
	writer := &gameWriter{c, outbox}
	absence := &absence{connection: c, writer: writer, machine: time.Now}
	db.Games = &Games{c, writer, absence}
	db.Answerings = &Answerings{c}
	db.Panels = &Panels{c}
	db.Servers = &Servers{c}
	db.Members = &Members{c, outbox, writer, absence}
	db.Standings = &Standings{c}
	db.Tournaments = &Tournaments{c, outbox, writer}
	db.Privacy = &Privacy{c, outbox, writer, db.Tournaments}
	db.Simuls = &Simuls{c}
	db.Records = &Records{c}
	db.Reviews = &Reviews{c, outbox}
	db.Puzzles = &Puzzles{c}
	db.Posts = &Posts{c, outbox}
	db.Contests = &Contests{c}
	db.Jobs = &Jobs{connection: c, outbox: outbox, absence: absence, share: share}
	if share != nil {
		db.processes = &processes{connection: c, gateway: share.Gateway, revive: db.Jobs.reviveOf, ended: make(chan struct{})}
		db.Jobs.processes = db.processes
		db.Shards = &Shards{c, db.processes}
	}
}

// Close ends the work begun by Jobs, waits for jobs in progress, and closes the database.
func (db *DB) Close() error {
	if db.Jobs != nil {
		db.Jobs.stop()
	}
	var err error
	if db.processes != nil {
		db.processes.leave()
	}
	if c := &db.connection; c.write != nil {
		err = errors.Join(err, c.read.Close(), c.write.Close())
	}
	if db.held != nil {
		err = errors.Join(err, db.held.Close())
		db.held = nil
	}
	return err
}
