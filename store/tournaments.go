package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

const (
	newTournament  = `INSERT INTO tournaments (guild, data) VALUES ('', '') RETURNING id`
	saveTournament = `UPDATE tournaments SET guild = $2, data = $3 WHERE id = $1`
	oneTournament  = `SELECT id, guild, data FROM tournaments WHERE id = $1`
	tournamentsOf  = `SELECT id, guild, data FROM tournaments WHERE guild = $1 ORDER BY id DESC LIMIT $2`
	gameOfFixture  = `SELECT id FROM games WHERE fixture = $1 AND fixture <> ''`
)

// CreateTournament makes a new tournament. See game.Store.
func (db *DB) CreateTournament(ctx context.Context, claim string, fn func(*game.Tournament) error) (*game.Tournament, error) {
	t := &game.Tournament{}
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.claim(ctx, tx, claim); err != nil {
			return err
		}
		*t = game.Tournament{}
		if err := tx.QueryRowContext(ctx, newTournament).Scan(&t.ID); err != nil {
			return fmt.Errorf("new tournament: %w", err)
		}
		if err := fn(t); err != nil {
			return err
		}
		return db.saveTournament(ctx, tx, t)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// UpdateTournament lends the tournament to fn and keeps what fn leaves behind. See game.Store.
func (db *DB) UpdateTournament(ctx context.Context, claim string, id game.TournamentID, fn func(*game.Tournament) error) (*game.Tournament, error) {
	var t *game.Tournament
	var refused error
	err := db.tx(ctx, func(tx *sql.Tx) error {
		err := db.claim(ctx, tx, claim)
		if err != nil {
			return err
		}
		if t, err = scanTournament(tx.QueryRowContext(ctx, oneTournament+db.dialect.forUpdate(), id), id); err != nil {
			return err
		}
		if refused = fn(t); refused != nil {
			return nil //nolint:nilerr // nothing but the claim has been written so far; the refusal is returned after it
		}
		return db.saveTournament(ctx, tx, t)
	})
	if err = errors.Join(refused, err); err != nil {
		return nil, err
	}
	return t, nil
}

// saveTournament writes all that a lent tournament has left behind.
func (db *DB) saveTournament(ctx context.Context, tx *sql.Tx, t *game.Tournament) error {
	data, err := json.Marshal(t)
	if err == nil {
		_, err = tx.ExecContext(ctx, saveTournament, t.ID, t.Guild, string(data))
	}
	for _, p := range t.TakeMet() {
		if err == nil {
			_, err = tx.ExecContext(ctx, savePlayer, p.Person, p.Name, p.Locale)
		}
	}
	if err != nil {
		return fmt.Errorf("save tournament %d: %w", t.ID, err)
	}
	owed, waived := t.TakeJobs()
	return db.owe(ctx, tx, 0, owed, waived)
}

// scanTournament reads one row of tournaments; source is a *sql.Row or *sql.Rows.
func scanTournament(source interface{ Scan(dest ...any) error }, id game.TournamentID) (*game.Tournament, error) {
	t := &game.Tournament{}
	var data string
	err := source.Scan(&t.ID, &t.Guild, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &game.Refusal{Code: game.NoTournament, Tournament: id}
	}
	if err == nil {
		err = json.Unmarshal([]byte(data), t)
	}
	if err != nil {
		return nil, fmt.Errorf("read tournament %d: %w", id, err)
	}
	return t, nil
}

// Tournament reads one tournament. See game.Store.
func (db *DB) Tournament(ctx context.Context, id game.TournamentID) (*game.Tournament, error) {
	return scanTournament(db.read.QueryRowContext(ctx, oneTournament, id), id)
}

// Tournaments lists the tournaments of a guild. See game.Store.
func (db *DB) Tournaments(ctx context.Context, guild string) ([]*game.Tournament, error) {
	rows, err := db.read.QueryContext(ctx, tournamentsOf, guild, game.MaxTournaments)
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return collect(rows, func(rows *sql.Rows) (*game.Tournament, error) { return scanTournament(rows, 0) })
}

// Begin reads the game of a fixture, or makes it. See game.Store.
func (db *DB) Begin(ctx context.Context, f game.Fixture, fn func(*game.Game) error) (*game.Game, error) {
	key, err := encodeJSON(f)
	if err != nil {
		return nil, err
	}
	var g *game.Game
	err = db.tx(ctx, func(tx *sql.Tx) error {
		var id game.ID
		err := tx.QueryRowContext(ctx, gameOfFixture, key).Scan(&id)
		switch {
		case err == nil:
			if g, err = readGame(ctx, tx, id, ""); err != nil {
				return err
			}
			return readPeople(ctx, tx, g)
		case !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("look for the game of %+v: %w", f, err)
		}
		g, err = db.create(ctx, tx, fn)
		return err
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}
