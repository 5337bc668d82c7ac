package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// register counts inside a transaction. See [game.Register].
type register struct {
	ctx context.Context //nolint:containedctx // that of the transaction, with which it ends
	tx  *sql.Tx
}

// Games reads games. See [game.Register].
func (r register) Games(q game.Query) ([]*game.Game, error) { return selectGamesBy(r.ctx, r.tx, q) }

const latestRated = `SELECT at FROM results WHERE opponent = $1 AND person = $2 AND rated <> '' ORDER BY seq DESC LIMIT $3`

// RatedGames lists when the rated games of two people ended. See [game.Register].
func (r register) RatedGames(a, b game.Person, limit int) ([]time.Time, error) {
	rows, err := r.tx.QueryContext(r.ctx, latestRated, a, b, limit)
	var ended []time.Time
	if err == nil {
		ended, err = database.Collect(rows, func(rows *sql.Rows) (at time.Time, err error) { return at, rows.Scan(asMillis{&at}) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the rated games of %s and %s: %w", a, b, err)
	}
	return ended, nil
}

// admit makes the checks on which a change of a game depends, once the keys are held, after the game and before anything
// else.
func (w *gameWriter) admit(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	keys, checks := g.TakeAdmissions()
	keys = slices.DeleteFunc(keys, func(key string) bool { return key == "" })
	if err := w.hold(ctx, tx, keys...); err != nil {
		return err
	}
	for _, check := range checks {
		if err := check(register{ctx, tx}); err != nil {
			return err
		}
	}
	return nil
}
