// Package store stores games, players and jobs in a database, and runs the jobs when they are due.
//
//	db, err := store.Open(ctx, "sqlite:xiangqi.db", store.Options{Clock: time.Now})
//	service := game.New(game.Stores{GameStore: db.Games, …}, game.Options{Clock: time.Now})
//	err = db.Jobs.Work(ctx, store.Handle(service.Flag), …)
//
// A DB has a part for each package of the bot, which stores what that package needs: Games, [Members], [Tournaments]
// and so on. They share the connection, a clock and three unexported types:
//
//   - gameWriter saves a game with all consequences of its change: the ratings and results of its people, the
//     idempotency key of the act and the jobs that it causes;
//   - outbox hands the jobs to River, in the transaction that causes them;
//   - downtime compensates the clocks of games for the time in which the bot was down.
//
// [Games.Update] is the only way to change a game: it reads the game, passes it to a function and saves the changes, in
// one transaction. A crash at any moment leaves either all of them or none.
//
// Jobs are run by River (github.com/riverqueue/river). They are inserted in the transaction that causes them, with the
// time at which they are due by the clock in [Options], which need not be that of the machine. One job waits for what
// happens next to a game, and an act that changes that replaces it ([game.Game.Next]). Any other job that has become
// pointless is not canceled: each kind finds out by itself that nothing is left to do.
//
// One process uses a database at a time; [Open] refuses a second one, unless all of them set [Options.Role] to share a
// database on PostgreSQL (processes.go). A process writes over one connection, which River shares, so that it never
// waits for a lock that it holds itself; readers have separate connections and never wait. On SQLite a lock file beside
// the database keeps other processes out, on PostgreSQL an advisory lock held by the write connection.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/member"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/database"
)

// DB is an open database. Its parts share the connection; each is safe for concurrent use. They are set by [Open] and
// must not be changed.
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
	Asked       *Asked
	Jobs        *Jobs
	Shards      *Shards // nil if the process does not share the database

	connection connection
	lock       io.Closer // keeps other processes out
	processes  *processes
}

// The interfaces that the parts implement.
var (
	_ game.GameStore            = (*Games)(nil)
	_ posted.BoardStore         = (*Games)(nil)
	_ game.MarkStore            = (*Games)(nil)
	_ game.AnsweringStore       = (*Answerings)(nil)
	_ game.PanelStore           = (*Panels)(nil)
	_ lobby.ServerStore         = (*Servers)(nil)
	_ lobby.ConsentStore        = (*Members)(nil)
	_ lobby.SimulStore          = (*Simuls)(nil)
	_ record.Store              = (*Records)(nil)
	_ review.Store              = (*Reviews)(nil)
	_ review.WatcherStore       = (*Reviews)(nil)
	_ review.PracticeStore      = (*Reviews)(nil)
	_ solving.Store             = (*Puzzles)(nil)
	_ solving.DailyStore        = (*Puzzles)(nil)
	_ solving.CurrentStore      = (*Puzzles)(nil)
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

// Options configure a database.
type Options struct {
	Clock func() time.Time // simulates the time, which determines when jobs are due; nil: it is the machine's
	Log   *slog.Logger     // default: discard
	// Role is the role of this process if several processes share a database on PostgreSQL; each of them must have one.
	// nil: this process does everything, and no other may open the database.
	Role *Role
}

// Role says which work one of several processes does.
type Role struct {
	Gateway bool // holds connections to Discord, see Shards
	Engine  bool // does the jobs that search: moves of the bot and reviews
	Jobs    bool // does all other jobs
}

// Open opens the database that source names, "sqlite:PATH" or "postgres://USER@HOST/DATABASE", and migrates it to the
// latest schema. A missing file is created. An existing database is copied before it is migrated; the log says where
// to. No other bot can open the database until Close.
//
// It fails, with an error that says what to do, for a source of another kind, a database that is in use, a file that is
// not an SQLite database, a server that refuses the connection, a database of another program, a damaged one, and one
// written by a newer version of this program. A failure that a retry cannot fix is a *[database.PermanentError].
func Open(ctx context.Context, source string, opts Options) (*DB, error) {
	d, text, err := database.ParseSource(source)
	if err != nil {
		return nil, err
	}
	source = database.RedactSource(source)
	db := &DB{connection: connection{
		source: source, dialect: d, clock: opts.Clock, log: opts.Log, process: newProcess(), shared: opts.Role != nil,
		simulated: opts.Clock != nil,
	}}
	if db.connection.clock == nil {
		db.connection.clock = time.Now
	}
	if db.connection.log == nil {
		db.connection.log = slog.New(slog.DiscardHandler)
	}
	if err := db.open(ctx, text, opts.Role); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", source, err), db.Close())
	}
	return db, nil
}

// OpenWaiting is [Open], but waits while the server of PostgreSQL is away, as the bot waits for Discord.
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
func (db *DB) open(ctx context.Context, text string, role *Role) error {
	c := &db.connection
	process := "" // a process that does not share needs no name
	if role != nil {
		process = c.process
	}
	where, err := c.dialect.Locate(text, process)
	if err != nil {
		return err
	}
	if server, ok := where.(database.PostgresSchema); ok {
		c.server = &server
	}
	// Lock first: a process that is refused must not have touched anything.
	if db.lock, err = where.Lock(ctx); err != nil {
		return err
	}
	latest, err := database.LatestVersion()
	if err != nil {
		return err
	}
	made, err := where.Create(ctx, latest)
	if err != nil {
		return err
	}
	if made {
		c.log.Info("there was no database; a new one was created", "path", where.String())
	}
	if role != nil {
		if err := db.prepare(ctx, where, text, latest); err != nil {
			return err
		}
	}
	if c.write, c.read, err = where.Open(ctx); err != nil {
		return err
	}
	outbox, err := newOutbox(c)
	if err != nil {
		return err
	}
	m := database.Migrator{
		Dialect: c.dialect, Write: c.write, Read: c.read, Alone: c.txAlone, Clock: c.clock, Log: c.log,
		Jobs: riverTables{c}, Place: where,
	}
	if err := m.Migrate(ctx); err != nil {
		return err
	}
	db.initParts(outbox, role)
	if role == nil {
		return nil
	}
	if err := db.processes.join(ctx); err != nil {
		return err
	}
	err = db.lock.Close() // the next one may start
	db.lock = nil
	return err
}

// prepare migrates the schema before the process shares the database, which requires that it is the only one.
func (db *DB) prepare(ctx context.Context, where database.Location, text string, latest int) error {
	found, err := where.Check(ctx, latest)
	if err != nil || !found.New && found.Version == latest {
		return err
	}
	alone := &DB{connection: db.connection}
	alone.connection.shared = false
	if err := errors.Join(alone.open(ctx, text, nil), alone.Close()); err != nil {
		return fmt.Errorf("the schema has to be migrated, for which no other process may be running: %w", err)
	}
	return nil
}

// initParts creates the parts.
func (db *DB) initParts(outbox *outbox, role *Role) {
	c := &db.connection
	writer := &gameWriter{c, outbox}
	dt := &downtime{connection: c, writer: writer, machine: time.Now}
	db.Games = &Games{c, writer, dt}
	db.Answerings = &Answerings{c}
	db.Panels = &Panels{c}
	db.Servers = &Servers{c}
	db.Members = &Members{c, outbox, writer, dt}
	db.Standings = &Standings{c}
	db.Tournaments = &Tournaments{c, outbox, writer}
	db.Privacy = &Privacy{c, outbox, writer, db.Tournaments}
	db.Simuls = &Simuls{c}
	db.Records = &Records{c}
	db.Reviews = &Reviews{c, outbox}
	db.Puzzles = &Puzzles{c}
	db.Posts = &Posts{c, outbox}
	db.Contests = &Contests{c}
	db.Asked = &Asked{c}
	recovery := &recovery{c, outbox}
	db.Jobs = &Jobs{connection: c, outbox: outbox, downtime: dt, recovery: recovery, role: role}
	if role != nil {
		db.processes = &processes{
			connection: c, gateway: role.Gateway, recover: recovery.fromDeath, ended: make(chan struct{}),
		}
		db.Shards = &Shards{c, db.processes}
		db.Jobs.processes = db.processes
	}
}

// Close stops the work started by Jobs, waits for running jobs, and closes the database.
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
	if db.lock != nil {
		err = errors.Join(err, db.lock.Close())
		db.lock = nil
	}
	return err
}
