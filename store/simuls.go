package store

import (
	"context"
	"database/sql"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	newSimul  = `INSERT INTO simuls (id, host, data) VALUES ($1, $2, $3)`
	saveSimul = `UPDATE simuls SET data = $2 WHERE id = $1`
	oneSimul  = `SELECT host, data FROM simuls WHERE id = $1`
)

// Simuls stores simultaneous displays.
type Simuls struct{ db *database.Connection }

// CreateSimul saves a new display. See [lobby.SimulStore].
func (s *Simuls) CreateSimul(ctx context.Context, key string, simul lobby.Simul) error {
	return s.db.Save(ctx, key, database.SQL(newSimul, simul.ID, simul.Host, columns.JSON(&simul)))
}

// UpdateSimul passes the display to fn and saves the changes. See [lobby.SimulStore].
func (s *Simuls) UpdateSimul(
	ctx context.Context, key string, id game.SimulID, fn func(*lobby.Simul) error,
) (lobby.Simul, error) {
	simul, err := database.UpdateRow(ctx, s.db, key, func(tx *sql.Tx) (*lobby.Simul, error) {
		simul, err := simulOf(ctx, tx, id, s.db.Dialect.ForUpdate)
		return &simul, err
	}, fn, func(tx *sql.Tx, simul *lobby.Simul) error {
		return database.Exec(ctx, tx, saveSimul, id, columns.JSON(simul))
	})
	if err != nil {
		return lobby.Simul{}, err
	}
	return *simul, nil
}

// Simul reads one display. See [lobby.SimulStore].
func (s *Simuls) Simul(ctx context.Context, id game.SimulID) (lobby.Simul, error) {
	return simulOf(ctx, s.db.Read, id, "")
}

// simulOf reads a display. suffix is appended to the query and may lock the row.
func simulOf(ctx context.Context, q database.Querier, id game.SimulID, suffix string) (lobby.Simul, error) {
	s := lobby.Simul{ID: id}
	found, err := database.One(ctx, q, []any{&s.Host, columns.JSON(&s)}, oneSimul+suffix, id)
	if err == nil && !found {
		err = &game.Refusal{Code: game.NoSuchSimul}
	}
	return s, err
}
