package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
)

const (
	newSimul  = `INSERT INTO simuls (id, host, data) VALUES ($1, $2, $3)`
	saveSimul = `UPDATE simuls SET data = $2 WHERE id = $1`
	oneSimul  = `SELECT host, data FROM simuls WHERE id = $1`
)

// Simuls stores simultaneous displays.
type Simuls struct{ *connection }

// CreateSimul saves a new display. See [lobby.SimulStore].
func (s *Simuls) CreateSimul(ctx context.Context, key string, simul lobby.Simul) error {
	data, err := json.Marshal(simul)
	if err != nil {
		return fmt.Errorf("new display %d: %w", simul.ID, err)
	}
	return s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, newSimul, simul.ID, simul.Host, string(data)); err != nil {
			return fmt.Errorf("new display %d: %w", simul.ID, err)
		}
		return nil
	})
}

// UpdateSimul passes the display to fn and saves the changes. See [lobby.SimulStore].
func (s *Simuls) UpdateSimul(
	ctx context.Context, key string, id game.SimulID, fn func(*lobby.Simul) error,
) (lobby.Simul, error) {
	simul, err := updateRow(ctx, s.connection, key, func(tx *sql.Tx) (*lobby.Simul, error) {
		simul, err := scanSimul(tx.QueryRowContext(ctx, oneSimul+s.dialect.ForUpdate, id), id)
		return &simul, err
	}, fn, func(tx *sql.Tx, simul *lobby.Simul) error {
		data, err := json.Marshal(simul)
		if err == nil {
			_, err = tx.ExecContext(ctx, saveSimul, id, string(data))
		}
		if err != nil {
			return fmt.Errorf("save display %d: %w", id, err)
		}
		return nil
	})
	if err != nil {
		return lobby.Simul{}, err
	}
	return *simul, nil
}

// Simul reads one display. See [lobby.SimulStore].
func (s *Simuls) Simul(ctx context.Context, id game.SimulID) (lobby.Simul, error) {
	return scanSimul(s.read.QueryRowContext(ctx, oneSimul, id), id)
}

func scanSimul(row *sql.Row, id game.SimulID) (lobby.Simul, error) {
	s := lobby.Simul{ID: id}
	var data string
	err := row.Scan(&s.Host, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Simul{}, &game.Refusal{Code: game.NoSuchSimul}
	}
	if err == nil {
		err = json.Unmarshal([]byte(data), &s)
	}
	if err != nil {
		return lobby.Simul{}, fmt.Errorf("read display %d: %w", id, err)
	}
	return s, nil
}
