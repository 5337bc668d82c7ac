package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

const (
	panelColumns = `game, person, asks, token, message, locale, revision, at`
	readPanel    = `SELECT ` + panelColumns + ` FROM panels WHERE game = $1 AND person = $2 AND asks = $3 AND at > $4`
	savePanel    = `INSERT INTO panels (` + panelColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (game, person, asks) DO UPDATE SET token = excluded.token, message = excluded.message,
		locale = excluded.locale, revision = excluded.revision, at = excluded.at`
	latePanels  = `SELECT ` + panelColumns + ` FROM panels WHERE game = $1 AND revision < $2 AND at > $3 ORDER BY person`
	showPanels  = `UPDATE panels SET revision = $2 WHERE game = $1 AND revision < $2`
	dropAsked   = `DELETE FROM panels WHERE game = $1 AND revision < $2 AND asks`
	sweepPanels = `DELETE FROM panels WHERE at <= $1`
)

// Panels stores the private messages in which people choose their moves.
type Panels struct{ *connection }

// panelsOf is the key of those who change the panels of a game.
func panelsOf(id game.ID) string { return fmt.Sprintf("panels of game %d", id) }

// KeepPanel saves a panel in place of the previous one. See [game.PanelStore].
func (s *Panels) KeepPanel(ctx context.Context, p game.Panel) (old game.Panel, err error) {
	expired := s.clock().Add(-game.TokenLifetime).UnixMilli()
	err = s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.hold(ctx, tx, panelsOf(p.Game)); err != nil {
			return err
		}
		old, err = scanPanel(tx.QueryRowContext(ctx, readPanel, p.Game, p.Person, p.Asks, expired))
		if errors.Is(err, sql.ErrNoRows) {
			old, err = game.Panel{}, nil
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, savePanel,
				p.Game, p.Person, p.Asks, string(p.Token), p.Message, p.Locale, p.Revision, toMillis(p.At))
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, sweepPanels, expired)
		}
		return err
	})
	if err != nil {
		return game.Panel{}, fmt.Errorf("keep a panel of %s in game %d: %w", p.Person, p.Game, err)
	}
	return old, nil
}

// StalePanels lists panels that show an outdated state of a game. See [game.PanelStore].
func (s *Panels) StalePanels(ctx context.Context, id game.ID, revision int) (late []game.Panel, err error) {
	expired := s.clock().Add(-game.TokenLifetime).UnixMilli()
	list := func(q database.Querier) ([]game.Panel, error) {
		rows, err := q.QueryContext(ctx, latePanels, id, revision, expired)
		if err != nil {
			return nil, err
		}
		return database.Collect(rows, func(rows *sql.Rows) (game.Panel, error) { return scanPanel(rows) })
	}
	if late, err = list(s.read); err == nil && len(late) > 0 { // most games have none
		err = s.tx(ctx, func(tx *sql.Tx) error {
			if err := s.hold(ctx, tx, panelsOf(id)); err != nil {
				return err
			}
			if late, err = list(tx); err != nil {
				return err
			}
			if _, err = tx.ExecContext(ctx, dropAsked, id, revision); err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, showPanels, id, revision)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the panels of game %d: %w", id, err)
	}
	return late, nil
}

func scanPanel(row interface{ Scan(dest ...any) error }) (p game.Panel, err error) {
	var token string
	var at int64
	err = row.Scan(&p.Game, &p.Person, &p.Asks, &token, &p.Message, &p.Locale, &p.Revision, &at)
	p.Token, p.At = game.Secret(token), fromMillis(at)
	return p, err
}
