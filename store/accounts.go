package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"xiangqibot/bot/game"
)

const (
	openGamesOf = `SELECT ` + columns + ` FROM games JOIN (
		SELECT game FROM participants WHERE person = $1 AND open = 1) AS his ON his.game = games.id WHERE guild = $2 ORDER BY id`
	readVacation = `SELECT data FROM vacations WHERE person = $1 AND guild = $2`
	saveVacation = `INSERT INTO vacations (person, guild, data) VALUES ($1, $2, $3) ON CONFLICT (person, guild) DO UPDATE SET data = excluded.data`
	readHabits   = `SELECT coalesce((SELECT data FROM settings WHERE person = $1), ''),
		coalesce((SELECT data FROM vacations WHERE person = $1 AND guild = $2), '')`
)

// UpdateOf lends the account of a person in a server. See game.Store.
func (db *DB) UpdateOf(ctx context.Context, claim string, p game.Person, guild string, fn func(*game.Account) error) (*game.Account, error) {
	var a *game.Account
	var refused error
	err := db.tx(ctx, func(tx *sql.Tx) error {
		err := db.claim(ctx, tx, claim)
		if err != nil {
			return err
		}
		if a, err = db.readAccount(ctx, tx, p, guild); err != nil {
			return err
		}
		was := *a
		before := make([]lent, len(a.Games))
		for i, g := range a.Games {
			before[i] = lend(g)
		}
		if refused = fn(a); refused != nil {
			return nil //nolint:nilerr // nothing but the claim has been written so far; the refusal is returned after it
		}
		return db.saveAccount(ctx, tx, was, before, a)
	})
	if err = errors.Join(refused, err); err != nil {
		return nil, err
	}
	return a, nil
}

// readAccount reads all that an account consists of, for changing it.
func (db *DB) readAccount(ctx context.Context, tx *sql.Tx, p game.Person, guild string) (*game.Account, error) {
	a := &game.Account{Person: p, Guild: guild}
	var err error
	if a.Vacation, err = vacationOf(ctx, tx, p, guild); err != nil {
		return nil, err
	}
	if err := readChoice(ctx, tx, readSettings+db.dialect.forUpdate(), string(p), &a.Settings); err != nil {
		return nil, fmt.Errorf("read the settings of %s: %w", p, err)
	}
	rows, err := tx.QueryContext(ctx, openGamesOf+db.dialect.forUpdate(), p, guild)
	if err != nil {
		return nil, fmt.Errorf("read the open games of %s: %w", p, err)
	}
	if a.Games, err = collect(rows, func(rows *sql.Rows) (*game.Game, error) { return scanGame(rows) }); err != nil {
		return nil, fmt.Errorf("read the open games of %s: %w", p, err)
	}
	for _, g := range a.Games {
		if err := readPeople(ctx, tx, g); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// saveAccount writes what has changed, and the games with all that follows from them.
func (db *DB) saveAccount(ctx context.Context, tx *sql.Tx, was game.Account, before []lent, a *game.Account) error {
	if a.Vacation != was.Vacation {
		data, err := json.Marshal(a.Vacation)
		if err == nil {
			_, err = tx.ExecContext(ctx, saveVacation, a.Person, a.Guild, string(data))
		}
		if err != nil {
			return fmt.Errorf("save the vacation of %s: %w", a.Person, err)
		}
	}
	data, err := json.Marshal(a.Settings)
	if err == nil {
		_, err = tx.ExecContext(ctx, saveSettings, a.Person, string(data))
	}
	if err == nil && a.Settings.Hidden != was.Settings.Hidden {
		err = showOnBoards(ctx, tx, a.Person, !a.Settings.Hidden)
	}
	if err != nil {
		return fmt.Errorf("save the settings of %s: %w", a.Person, err)
	}
	for i, g := range a.Games {
		if err := db.save(ctx, tx, before[i], g); err != nil {
			return err
		}
	}
	owed, waived := a.TakeJobs()
	return db.owe(ctx, tx, 0, owed, waived)
}

// lend remembers of a game that was read what save has to know of it.
func lend(g *game.Game) lent {
	return lent{open: g.State.Open(), counts: g.Counts(), settled: g.Settled(), players: maps.Clone(g.Players)}
}

// Vacation reads a person's vacation in a server. See game.Store.
func (db *DB) Vacation(ctx context.Context, p game.Person, guild string) (game.Vacation, error) {
	return vacationOf(ctx, db.read, p, guild)
}

func vacationOf(ctx context.Context, q querier, p game.Person, guild string) (v game.Vacation, err error) {
	var data string
	switch err := q.QueryRowContext(ctx, readVacation, p, guild).Scan(&data); {
	case errors.Is(err, sql.ErrNoRows):
		return v, nil
	case err != nil:
		return v, fmt.Errorf("read the vacation of %s: %w", p, err)
	}
	return v, decodeJSON(data, &v)
}

// readPeople fills in what a game has to know of its people.
func readPeople(ctx context.Context, q querier, g *game.Game) (err error) {
	if g.Players, err = readPlayers(ctx, q, g.People()); err != nil {
		return err
	}
	g.Habits, err = habitsOf(ctx, q, g)
	return err
}

// habitsOf reads the habits of the people of a game by the day; nil for any other.
func habitsOf(ctx context.Context, q querier, g *game.Game) (map[game.Person]game.Habits, error) {
	if !g.ByDay() {
		return nil, nil
	}
	habits := map[game.Person]game.Habits{}
	for _, p := range g.People() {
		var choices, vacation string
		if err := q.QueryRowContext(ctx, readHabits, p, g.Guild).Scan(&choices, &vacation); err != nil {
			return nil, fmt.Errorf("read the habits of %s: %w", p, err)
		}
		var s game.Settings
		var h game.Habits
		if err := errors.Join(decodeJSON(choices, &s), decodeJSON(vacation, &h.Vacation)); err != nil {
			return nil, fmt.Errorf("read the habits of %s: %w", p, err)
		}
		h.Reminders, h.Zone = s.Reminders, s.Zone
		habits[p] = h
	}
	return habits, nil
}
