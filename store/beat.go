package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
)

// Nobody loses on time because the bot was away. While it works it notes the time again and again; when it begins to work and finds the last
// note old, it takes what was missed off every clock that ran.
const (
	beatEvery = 10 * time.Second
	longAway  = time.Minute // what is shorter is no absence: people lose more to a slow line
)

const (
	readBeat  = `SELECT at FROM beat`
	clocksRun = `SELECT DISTINCT game FROM due WHERE kind IN ($1, $2) AND game IS NOT NULL`
)

// beat notes that the program is at work, if the last note is old enough. It tells when it was noted last.
func (db *DB) beat(ctx context.Context, last time.Time) (time.Time, error) {
	now := db.clock()
	if since := now.Sub(last); since >= 0 && since < beatEvery {
		return last, nil
	}
	return now, db.tx(ctx, func(tx *sql.Tx) error { return noteBeat(ctx, tx, now) })
}

func noteBeat(ctx context.Context, tx *sql.Tx, at time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM beat`)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO beat (at) VALUES ($1)`, at.UnixMilli())
	}
	if err != nil {
		return fmt.Errorf("note that the program is at work: %w", err)
	}
	return nil
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
	rows, err := tx.QueryContext(ctx, clocksRun, game.Flag{}.Kind(), game.CountVotes{}.Kind())
	if err != nil {
		return fmt.Errorf("read which clocks run: %w", err)
	}
	ids, err := collect(rows, func(rows *sql.Rows) (id game.ID, err error) { return id, rows.Scan(&id) })
	if err != nil {
		return fmt.Errorf("read which clocks run: %w", err)
	}
	for _, id := range ids {
		g, err := readGame(ctx, tx, id, db.dialect.forUpdate())
		if err == nil {
			err = readPeople(ctx, tx, g)
		}
		if err != nil {
			return err
		}
		before := lend(g)
		g.Excuse(from, to)
		if err := db.save(ctx, tx, before, g); err != nil {
			return err
		}
	}
	db.log.Warn("the bot was away; the clocks of running games stood meanwhile", "since", from, "for", to.Sub(from).Round(time.Second), "games", len(ids))
	return nil
}
