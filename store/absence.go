package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
)

// longAway is the least absence. What is shorter is none: people lose more to a slow line.
const longAway = time.Minute

// absence takes the time in which the bot was away off the clocks of games: nobody loses on time because of it.
//
// While the program works it notes the time again and again; when it begins to work and finds the last note old, it
// takes what was missed off every clock that ran.
//
// A process that is alive may be away as well: the lid of a laptop was closed, a virtual machine paused, a container
// frozen. It does not notice, but the machine's clock has gone on. So Jobs, which looks for what is due ten times a
// second, says each time by that clock that it does; a gap of more than longAway is an absence.
//
// The clock that the database was given does not tell. In a playground it jumps over days, and who did not move in
// those loses. Nor does the process's own time: it goes on in a stopped process and stops in a machine that
// sleeps. A machine's clock that was set forward looks like an absence too: the clocks of games are put right by it, as
// nobody has had that time.
type absence struct {
	*connection
	writer  *gameWriter
	machine func() time.Time
	seen    atomic.Int64 // when somebody last looked, in milliseconds; 0: nobody works
	noted   atomic.Int64 // the given clock's time of this process's last note that it works, in milliseconds
	mu      sync.Mutex   // one absence is taken off once
}

const readBeat = `SELECT at FROM beat`

// activeGames names the states twice, as the index of the open games does.
var activeGames = selectGames + ` WHERE state IN ('offered', 'active') AND state = 'active' ORDER BY id`

// away is how long nobody has looked, if that is an absence, and otherwise 0.
func (a *absence) away() time.Duration {
	seen := a.seen.Load()
	if gap := time.Duration(a.machine().UnixMilli()-seen) * time.Millisecond; seen != 0 && gap > longAway {
		return gap
	}
	return 0
}

// look notes that somebody looks for due jobs now.
func (a *absence) look() { a.seen.Store(a.machine().UnixMilli()) }

// end notes that nobody looks any longer.
func (a *absence) end() { a.seen.Store(0) }

// wake takes an absence that is over off every running clock. It comes before anything that would find a clock run down
// in it.
func (a *absence) wake(ctx context.Context) error {
	if a.away() == 0 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	gap := a.away()
	if gap == 0 {
		return nil // somebody else has done it
	}
	if a.shared { // others may have been at work meanwhile
		if err := a.excuse(ctx); err != nil {
			return err
		}
		a.look()
		return nil
	}
	now := fromMillis(a.now())
	err := a.tx(ctx, func(tx *sql.Tx) error {
		if err := a.excuseAll(ctx, tx, now.Add(-gap), now); err != nil {
			return err
		}
		return noteBeat(ctx, tx, now)
	})
	if err != nil {
		return fmt.Errorf("take an absence of %v off the clocks: %w", gap.Round(time.Second), err)
	}
	a.look()
	return nil
}

// work notes that the program is at work, if its last note is old by the given clock: that of a playground may have
// jumped just now. A job comes after it, so what people have seen the program do did not happen while it was away, even
// if it is killed before the next beat.
func (a *absence) work(ctx context.Context) error {
	now := fromMillis(a.now())
	if since := now.Sub(fromMillis(a.noted.Load())); since >= 0 && since < longAway/2 {
		return nil
	}
	return a.beat(ctx, now, nil)
}

// beat notes that the program is at work, together with something else to do; nil: nothing.
func (a *absence) beat(ctx context.Context, at time.Time, also func(*sql.Tx) error) error {
	err := a.tx(ctx, func(tx *sql.Tx) error {
		if err := noteBeat(ctx, tx, at); err != nil || also == nil {
			return err
		}
		return also(tx)
	})
	if err == nil {
		a.noted.Store(at.UnixMilli())
	}
	return err
}

// excuse takes the time in which no process was at work off every running clock, all in one transaction.
func (a *absence) excuse(ctx context.Context) error {
	now := fromMillis(a.now())
	return a.tx(ctx, func(tx *sql.Tx) error {
		var last int64
		switch err := tx.QueryRowContext(ctx, readBeat).Scan(&last); {
		case errors.Is(err, sql.ErrNoRows): // it never worked
		case err != nil:
			return fmt.Errorf("read when the program was last at work: %w", err)
		case now.Sub(fromMillis(last)) > longAway:
			if err := a.excuseAll(ctx, tx, fromMillis(last), now); err != nil {
				return err
			}
		}
		return noteBeat(ctx, tx, now)
	})
}

func (a *absence) excuseAll(ctx context.Context, tx *sql.Tx, from, to time.Time) error {
	games, err := queryGames(ctx, tx, activeGames+a.dialect.forUpdate)
	if err != nil {
		return fmt.Errorf("read which clocks run: %w", err)
	}
	games = slices.DeleteFunc(games, func(g *game.Game) bool { return g.Clock.Since.IsZero() && g.Vote == nil })
	for _, g := range games {
		before, err := snapshotOf(ctx, tx, g)
		if err != nil {
			return err
		}
		g.Timing().Excuse(from, to)
		before.since = g.Clock.Since // the reminders were put off with the flag, and are not planned again
		if err := a.writer.save(ctx, tx, before, g); err != nil {
			return err
		}
	}
	a.log.Warn("the bot was away; the clocks of running games were stopped meanwhile",
		"since", from, "for", to.Sub(from).Round(time.Second), "games", len(games))
	return nil
}

// noteBeat notes that the program is at work.
func noteBeat(ctx context.Context, tx *sql.Tx, at time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM beat`)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO beat (at) VALUES ($1)`, at.UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("note that the program is at work: %w", err)
	}
	return forgetAnswerings(ctx, tx, at)
}
