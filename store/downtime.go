package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

// minDowntime is the shortest downtime that is compensated. People lose more time than that to a slow connection.
const minDowntime = time.Minute

// downtime compensates the clocks of games for the time in which the bot was down, so that nobody loses on time because
// of it.
//
// While the program works it records the time periodically, as a beat in the database. If the last beat is old when it
// starts to work, the missed time is added to every running clock.
//
// A live process may miss time too: the lid of a laptop was closed, a virtual machine paused, a container frozen. It
// does not notice, but the machine's clock has gone on. Therefore [jobs.Jobs], which checks for due jobs ten times a
// second, records the machine's time at each check; after a gap of more than minDowntime, the time since the last beat
// is added as well.
//
// The clock in [Options] cannot detect this: in a playground it jumps over days, and people who do not move in these
// lose. Nor can the process's monotonic clock: it runs on in a stopped process and stops while a machine sleeps.
// Setting the machine's clock forward looks like a downtime as well: compensating for it is right, since nobody has had
// that time.
type downtime struct {
	db      *database.Connection
	writer  *gameWriter
	machine func() time.Time
	seen    atomic.Int64 // machine time of the last check for due jobs, in milliseconds; 0: not working
	beat    atomic.Int64 // the last beat of this process, in milliseconds
	mu      sync.Mutex   // so that a downtime is compensated only once
}

const readBeat = `SELECT at FROM beat`

// keyLife is how long an idempotency key is kept: longer than an interaction can be answered, however late Discord
// delivers it once more.
const keyLife = 4 * game.TokenLifetime

const sweepKeys = `DELETE FROM idempotency_keys WHERE at < $1`

// activeGames repeats the states of open games so that the query matches the partial index.
var activeGames = selectGames + ` WHERE state IN ('offered', 'active') AND state = 'active' ORDER BY id`

// missed reports whether the time since the last check for due jobs is a downtime.
func (a *downtime) missed() bool {
	seen := a.seen.Load()
	return seen != 0 && time.Duration(a.machine().UnixMilli()-seen)*time.Millisecond > minDowntime
}

// jumped reports whether the clock in [Options] has gone on by more than minDowntime since the last beat.
func (a *downtime) jumped() bool {
	beat := a.beat.Load()
	return beat != 0 && time.Duration(a.db.Now()-beat)*time.Millisecond > minDowntime
}

// MarkSeen records a check for due jobs.
func (a *downtime) MarkSeen() { a.seen.Store(a.machine().UnixMilli()) }

// MarkStopped records that due jobs are no longer checked.
func (a *downtime) MarkStopped() { a.seen.Store(0) }

// Compensate compensates every running clock for a downtime that has just ended. It must come before anything that
// could find a flag fallen during the downtime.
//
// It records a beat if the clock has jumped since the last one: what a job does after a jump must not look, to the next
// process, as if it had been done before a downtime.
func (a *downtime) Compensate(ctx context.Context) error {
	if !a.missed() && !a.jumped() {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch { // neither: another goroutine has done it
	case a.missed():
		if err := a.CompensateSinceLastBeat(ctx); err != nil {
			return err
		}
		a.MarkSeen()
	case a.jumped():
		return a.Beat(ctx, a.db.Clock())
	}
	return nil
}

// Beat records that the program is working.
func (a *downtime) Beat(ctx context.Context, at time.Time) error {
	return a.db.Tx(ctx, func(tx *sql.Tx) error { return a.noteBeat(ctx, tx, at) })
}

// CompensateSinceLastBeat compensates every running clock for the time since the last beat of any process, in one
// transaction.
func (a *downtime) CompensateSinceLastBeat(ctx context.Context) error {
	now := columns.FromMillis(a.db.Now())
	err := a.db.TxAlone(ctx, func(tx *sql.Tx) error {
		var last time.Time
		worked, err := database.One(ctx, tx, []any{columns.Millis(&last)}, readBeat)
		if err != nil {
			return err
		}
		if worked && now.Sub(last) > minDowntime {
			if err := a.compensateAll(ctx, tx, last, now); err != nil {
				return err
			}
		}
		return a.noteBeat(ctx, tx, now)
	})
	if err != nil {
		return fmt.Errorf("compensate the clocks for a downtime: %w", err)
	}
	return nil
}

func (a *downtime) compensateAll(ctx context.Context, tx *sql.Tx, from, to time.Time) error {
	games, err := queryGames(ctx, tx, activeGames+a.db.Dialect.ForUpdate)
	if err != nil {
		return err
	}
	games = slices.DeleteFunc(games, func(g *game.Game) bool { return g.Clock.Since.IsZero() && g.Vote == nil })
	err = a.writer.changeAll(ctx, tx, games, func(g *game.Game, before *snapshot) error {
		game.ExcludeDowntime(g, from, to)
		before.since = g.Clock.Since // the reminders were postponed with the flag and must not be planned again
		return nil
	})
	if err != nil {
		return err
	}
	a.db.Log.Warn("the bot was down; the clocks of running games were stopped for that time",
		"since", from, "for", to.Sub(from).Round(time.Second), "games", len(games))
	return nil
}

// noteBeat records that the program is working, and forgets what is too old to be needed.
func (a *downtime) noteBeat(ctx context.Context, tx *sql.Tx, at time.Time) error {
	err := a.db.Lock(ctx, tx, "beat")
	if err == nil {
		a.beat.Store(at.UnixMilli())
		err = database.Execute(ctx, tx,
			database.SQL(`DELETE FROM beat`), database.SQL(`INSERT INTO beat (at) VALUES ($1)`, at.UnixMilli()),
			database.SQL(sweepAnswerings, at.Add(-game.TokenLifetime).UnixMilli()),
			database.SQL(sweepKeys, at.Add(-keyLife).UnixMilli()))
	}
	return err
}
