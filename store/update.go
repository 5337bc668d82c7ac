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

// claimLife is how long a claim is kept. Discord delivers an interaction again within seconds, and forgets it after 15 minutes.
const claimLife = time.Hour

// Create makes a new game. See game.Store.
func (db *DB) Create(ctx context.Context, claim string, fn func(*game.Game) error) (*game.Game, error) {
	var g *game.Game
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.claim(ctx, tx, claim); err != nil {
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

// create lends fn a blank game and saves it.
func (db *DB) create(ctx context.Context, tx *sql.Tx, fn func(*game.Game) error) (*game.Game, error) {
	g := &game.Game{}
	if err := tx.QueryRowContext(ctx, `INSERT INTO games (state) VALUES ('offered') RETURNING id`).Scan(&g.ID); err != nil {
		return nil, fmt.Errorf("new game: %w", err)
	}
	if err := fn(g); err != nil {
		return nil, err
	}
	return g, db.save(ctx, tx, lent{}, g)
}

// Update lends the game to fn and keeps what fn leaves behind: the game, its players, its deadlines and the messages it owes
// are saved together or not at all. See game.Store.
func (db *DB) Update(ctx context.Context, claim string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	var g *game.Game
	var refused error
	err := db.tx(ctx, func(tx *sql.Tx) error {
		err := db.claim(ctx, tx, claim)
		if err != nil {
			return err
		}
		if g, err = readGame(ctx, tx, id, db.dialect.forUpdate()); err != nil {
			return err
		}
		if err := readPeople(ctx, tx, g); err != nil {
			return err
		}
		before := lend(g)
		if refused = fn(g); refused != nil {
			if claim == "" {
				return refused
			}
			return nil // nothing but the claim has been written so far
		}
		return db.save(ctx, tx, before, g)
	})
	switch {
	case refused != nil && err != nil && claim != "":
		return nil, errors.Join(refused, err)
	case refused != nil:
		return nil, refused
	case err != nil:
		return nil, err
	}
	return g, nil
}

// lent is what must be remembered of a game while it is lent, to know what changed beside its own row.
type lent struct {
	open    bool
	counts  bool // it was a result, and settled: one that had moved ratings
	settled bool
	players map[game.Person]game.Player // by whom was in it; nil: nobody, it is new
}

// save writes all that a lent game has left behind.
func (db *DB) save(ctx context.Context, tx *sql.Tx, before lent, g *game.Game) error {
	joined := slices.DeleteFunc(g.People(), func(p game.Person) bool { _, was := before.players[p]; return was })
	if len(joined) > 0 && g.ByDay() {
		habits, err := habitsOf(ctx, tx, g)
		if err != nil {
			return err
		}
		g.Accustom(habits)
	}
	if err := writeGame(ctx, tx, g); err != nil {
		return err
	}
	known, err := readPlayers(ctx, tx, joined)
	if err != nil {
		return err
	}
	g.Know(known)
	if len(joined) > 0 || before.open != g.State.Open() {
		if err := writeParticipants(ctx, tx, g); err != nil {
			return err
		}
	}
	for p, player := range g.Players {
		was, lent := before.players[p]
		if !lent {
			was = known[p]
		}
		if player != was {
			if err := writePlayer(ctx, tx, was, player); err != nil {
				return err
			}
		}
	}
	if err := db.saveResults(ctx, tx, before, g); err != nil {
		return fmt.Errorf("save the result of game %d: %w", g.ID, err)
	}
	for _, key := range g.TakeReserved() {
		err := db.claim(ctx, tx, "reserved "+key)
		if errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
			return &game.Refusal{Code: game.Outdated, Game: g.ID}
		}
		if err != nil {
			return err
		}
	}
	owed, waived := g.TakeJobs()
	return db.owe(ctx, tx, g.ID, owed, waived)
}

// saveResults brings the results and the ratings of others into line with what has become of a lent game.
func (db *DB) saveResults(ctx context.Context, tx *sql.Tx, before lent, g *game.Game) error {
	if before.settled && !g.Settled() {
		if err := db.unsettle(ctx, tx, g); err != nil {
			return err
		}
	}
	switch {
	case !before.counts && g.Counts():
		return db.writeResults(ctx, tx, g)
	case before.counts && !g.Counts():
		_, err := tx.ExecContext(ctx, dropResult, g.ID)
		return err
	}
	return nil
}

const sweepClaims = `DELETE FROM claims WHERE at < $1`

// claim marks an interaction as acted upon, and forgets the old ones.
func (db *DB) claim(ctx context.Context, tx *sql.Tx, id string) error {
	if id == "" {
		return nil
	}
	now := db.clock()
	res, err := tx.ExecContext(ctx, `INSERT INTO claims (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("claim %q: %w", id, err)
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return &game.Refusal{Code: game.AlreadyDone}
	}
	_, err = tx.ExecContext(ctx, sweepClaims, now.Add(-claimLife).UnixMilli())
	return err
}

// Mark marks a key for ever. See game.Store.
func (db *DB) Mark(ctx context.Context, key string) error {
	return db.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO once (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, db.now()); err != nil {
			return fmt.Errorf("mark %q: %w", key, err)
		}
		return nil
	})
}

// Marked tells whether a key was marked. See game.Store.
func (db *DB) Marked(ctx context.Context, key string) (marked bool, err error) {
	if err := db.read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM once WHERE id = $1)`, key).Scan(&marked); err != nil {
		return false, fmt.Errorf("look for the mark %q: %w", key, err)
	}
	return marked, nil
}
