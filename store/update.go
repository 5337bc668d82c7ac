package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
)

// keyLife is how long an idempotency key is kept. Discord delivers an interaction again within seconds, and forgets it
// after 15 minutes.
const keyLife = time.Hour

// Create makes a new game. See game.Store.
func (db *DB) Create(ctx context.Context, key string, fn func(*game.Game) error) (*game.Game, error) {
	var g *game.Game
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.useKey(ctx, tx, key); err != nil {
			return err
		}
		var err error
		g, err = db.create(ctx, tx, fn)
		return err
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// create passes fn a blank game and saves it.
func (db *DB) create(ctx context.Context, tx *sql.Tx, fn func(*game.Game) error) (*game.Game, error) {
	g := &game.Game{}
	if err := tx.QueryRowContext(ctx, `INSERT INTO games (state) VALUES ('offered') RETURNING id`).Scan(&g.ID); err != nil {
		return nil, fmt.Errorf("new game: %w", err)
	}
	if err := fn(g); err != nil {
		return nil, err
	}
	return g, db.save(ctx, tx, snapshot{}, g)
}

// Update passes the game to fn and keeps what fn leaves behind: the game, its players, its deadlines and its outbox
// are saved together or not at all. See game.Store.
func (db *DB) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	var g *game.Game
	var refused error
	if err := db.wake(ctx); err != nil {
		return nil, err
	}
	err := db.tx(ctx, func(tx *sql.Tx) error {
		err := db.useKey(ctx, tx, key)
		if err != nil {
			return err
		}
		if g, err = readGame(ctx, tx, id, db.dialect.forUpdate()); err != nil {
			return err
		}
		before, err := snapshotOf(ctx, tx, g)
		if err != nil {
			return err
		}
		if refused = fn(g); refused != nil {
			if key == "" {
				return refused
			}
			return nil // nothing but the key has been written so far
		}
		return db.save(ctx, tx, before, g)
	})
	switch {
	case refused != nil && err != nil && key != "":
		return nil, errors.Join(refused, err)
	case refused != nil:
		return nil, refused
	case err != nil:
		return nil, err
	}
	return g, nil
}

// snapshot is what save has to know of a game as it was before it changed.
type snapshot struct {
	open    bool
	counts  bool // it was a result, and settled: one that had moved ratings
	settled bool
	since   time.Time // when its clock was started, at which ply
	ply     int
	players map[game.Person]standing.Player // its people; nil: it is new
}

// snapshotOf fills in the people of a game that was read, and notes what save has to know of it.
func snapshotOf(ctx context.Context, tx *sql.Tx, g *game.Game) (snapshot, error) {
	players, err := readPeople(ctx, tx, g)
	return snapshot{
		open: g.State.Open(), counts: g.Counts(), settled: standing.Settled(g), since: g.Clock.Since, ply: g.Ply(), players: players,
	}, err
}

// readPeople fills in the people of a game that was read, and returns all that is known of them.
func readPeople(ctx context.Context, q querier, g *game.Game) (map[game.Person]standing.Player, error) {
	players, err := readPlayers(ctx, q, g.People())
	if err != nil {
		return nil, err
	}
	show(g, players)
	return players, showAway(ctx, q, g)
}

// save writes all that fn has left of a game.
func (db *DB) save(ctx context.Context, tx *sql.Tx, before snapshot, g *game.Game) error {
	joined := slices.DeleteFunc(g.People(), func(p game.Person) bool { _, was := before.players[p]; return was })
	away, err := awayOf(ctx, tx, g, joined)
	if err != nil {
		return err
	}
	for p, until := range away {
		g.Vacations().Know(p, until)
	}
	if err := planReminders(ctx, tx, before, g); err != nil {
		return err
	}
	was, err := readPlayers(ctx, tx, joined)
	if err != nil {
		return err
	}
	maps.Copy(was, before.players)
	players := meet(was, g)
	switch {
	case before.settled && !standing.Rates(g):
		g.Before, g.After = [2]glicko.Rating{}, [2]glicko.Rating{}
	case !before.counts && standing.Rates(g):
		standing.Rate(g, players)
	}
	if err := writeGame(ctx, tx, g); err != nil {
		return err
	}
	if len(joined) > 0 || before.open != g.State.Open() {
		if err := writeParticipants(ctx, tx, g); err != nil {
			return err
		}
	}
	if err := writePlayers(ctx, tx, was, players); err != nil {
		return err
	}
	if err := db.saveResults(ctx, tx, before, g, players); err != nil {
		return fmt.Errorf("save the result of game %d: %w", g.ID, err)
	}
	show(g, players)
	for _, key := range g.TakeReserved() {
		err := db.useKey(ctx, tx, "reserved "+key)
		if errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
			return &game.Refusal{Code: game.Outdated, Game: g.ID}
		}
		if err != nil {
			return err
		}
	}
	if a, ok := g.TakeAnswering(); ok {
		a.Game, a.Revision = g.ID, g.Revision
		const replace = ` ON CONFLICT (interaction) DO UPDATE SET game = excluded.game, revision = excluded.revision`
		if err := db.saveAnswering(ctx, tx, a, replace); err != nil {
			return err
		}
	}
	return db.enqueue(ctx, tx, g.TakeJobs())
}

// saveResults brings the results, and the ratings of players, into line with what has become of a game.
func (db *DB) saveResults(ctx context.Context, tx *sql.Tx, before snapshot, g *game.Game, players map[game.Person]standing.Player) error {
	if before.settled && !standing.Settled(g) {
		if err := unsettle(ctx, tx, g.ID); err != nil {
			return err
		}
		now, err := readPlayers(ctx, tx, g.People())
		if err != nil {
			return err
		}
		maps.Copy(players, now)
	}
	switch {
	case !before.counts && g.Counts():
		return db.writeResults(ctx, tx, g, players)
	case before.counts && !g.Counts():
		_, err := tx.ExecContext(ctx, dropResult, g.ID)
		return err
	}
	return nil
}

const sweepKeys = `DELETE FROM idempotency_keys WHERE at < $1`

// useKey saves an idempotency key, and forgets the old ones. It refuses a key that was used before.
func (db *DB) useKey(ctx context.Context, tx *sql.Tx, key string) error {
	if key == "" {
		return nil
	}
	now := db.clock()
	res, err := tx.ExecContext(ctx, `INSERT INTO idempotency_keys (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("use the idempotency key %q: %w", key, err)
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return &game.Refusal{Code: game.AlreadyDone}
	}
	_, err = tx.ExecContext(ctx, sweepKeys, now.Add(-keyLife).UnixMilli())
	return err
}

// Mark marks a key forever. See game.Store.
func (db *DB) Mark(ctx context.Context, key string) error {
	return db.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO once (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, db.now()); err != nil {
			return fmt.Errorf("mark %q: %w", key, err)
		}
		return nil
	})
}

// Marked reports whether a key was marked. See game.Store.
func (db *DB) Marked(ctx context.Context, key string) (marked bool, err error) {
	if err := db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM once WHERE id = $1)`, key).Scan(&marked); err != nil {
		return false, fmt.Errorf("look for the mark %q: %w", key, err)
	}
	return marked, nil
}
