package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
)

// Nobody loses on time because the bot was away. While it works it notes the time again and again; when it begins to
// work and finds the last note old, it takes what was missed off every clock that ran. A process that was suspended
// finds out while it works: see awake.
const (
	beatEvery = 10 * time.Second
	longAway  = time.Minute // what is shorter is no absence: people lose more to a slow line
)

const (
	lookEvery = 100 * time.Millisecond // how often the clocks are looked at
	maxPause  = 5 * time.Second        // how often while the database fails
)

const readBeat = `SELECT at FROM beat`

// activeGames names the states twice, as the index of the open games does.
var activeGames = `SELECT ` + columns + ` FROM games WHERE state IN ('offered', 'active') AND state = 'active' ORDER BY id`

// beatUntil looks at the clocks again and again until ctx ends, and notes that the program is at work.
func (db *DB) beatUntil(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var last time.Time
	for {
		err := db.wake(ctx)
		if err == nil {
			db.awake.look()
			last, err = db.beat(ctx, last)
		}
		pause := ticker.C
		if err != nil && ctx.Err() == nil {
			db.log.Error("the jobs to come could not be made available; trying again", "error", err)
			pause = time.After(maxPause)
		}
		select {
		case <-ctx.Done():
			return
		case <-pause:
		}
	}
}

// beat notes that the program is at work, and makes the next jobs available, once the last beat is old enough by the
// given clock, or that clock has jumped. It returns the time of the latest beat.
func (db *DB) beat(ctx context.Context, last time.Time) (time.Time, error) {
	now := db.clock()
	if since := now.Sub(last); since >= 0 && since < beatEvery {
		return last, nil
	}
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := noteBeat(ctx, tx, now); err != nil { // what falls due now did not do so while the program was away
			return err
		}
		return db.makeReady(ctx, tx, now)
	})
	if err != nil {
		return last, err
	}
	return now, nil
}

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

// excuse takes the time in which nobody was at work off every running clock, all in one transaction.
func (db *DB) excuse(ctx context.Context) error {
	now := fromMillis(db.now())
	return db.tx(ctx, func(tx *sql.Tx) error {
		var last int64
		switch err := tx.QueryRowContext(ctx, readBeat).Scan(&last); {
		case errors.Is(err, sql.ErrNoRows): // it never worked
		case err != nil:
			return fmt.Errorf("read when the program was last at work: %w", err)
		case now.Sub(fromMillis(last)) > longAway:
			if err := db.excuseAll(ctx, tx, fromMillis(last), now); err != nil {
				return err
			}
		}
		return noteBeat(ctx, tx, now)
	})
}

func (db *DB) excuseAll(ctx context.Context, tx *sql.Tx, from, to time.Time) error {
	games, err := queryGames(ctx, tx, activeGames+db.dialect.forUpdate())
	if err != nil {
		return fmt.Errorf("read which clocks run: %w", err)
	}
	games = slices.DeleteFunc(games, func(g *game.Game) bool { return g.Clock.Since.IsZero() && g.Vote == nil })
	for _, g := range games {
		before, err := snapshotOf(ctx, tx, g)
		if err != nil {
			return err
		}
		g.Excuse(from, to)
		before.since = g.Clock.Since // the reminders were put off with the flag, and are not planned again
		if err := db.save(ctx, tx, before, g); err != nil {
			return err
		}
	}
	db.log.Warn("the bot was away; the clocks of running games stood meanwhile", "since", from, "for", to.Sub(from).Round(time.Second), "games", len(games))
	return nil
}
