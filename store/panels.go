package store

import (
	"context"
	"database/sql"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
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
type Panels struct{ db *database.Connection }

// holding returns the connection for those who change the panels of a game.
func (s *Panels) holding(id game.ID) *database.Connection {
	return s.db.Holding(fmt.Sprintf("panels of game %d", id))
}

// KeepPanel saves a panel in place of the previous one. See [game.PanelStore].
func (s *Panels) KeepPanel(ctx context.Context, p game.Panel) (old game.Panel, err error) {
	expired := s.db.Clock().Add(-game.TokenLifetime).UnixMilli()
	err = s.holding(p.Game).Tx(ctx, func(tx *sql.Tx) error {
		old = game.Panel{}
		if _, err := database.One(ctx, tx, panelValues(&old), readPanel, p.Game, p.Person, p.Asks, expired); err != nil {
			return err
		}
		return database.Execute(ctx, tx,
			database.SQL(savePanel, p.Game, p.Person, p.Asks, string(p.Token), p.Message, p.Locale, p.Revision, columns.ToMillis(p.At)),
			database.SQL(sweepPanels, expired))
	})
	return old, err
}

// StalePanels lists panels that show an outdated state of a game. See [game.PanelStore].
func (s *Panels) StalePanels(ctx context.Context, id game.ID, revision int) (late []game.Panel, err error) {
	expired := s.db.Clock().Add(-game.TokenLifetime).UnixMilli()
	list := func(q database.Querier) ([]game.Panel, error) {
		return database.All(ctx, q, panelValues, latePanels, id, revision, expired)
	}
	if late, err = list(s.db.Read); err == nil && len(late) > 0 { // most games have none
		err = s.holding(id).Tx(ctx, func(tx *sql.Tx) error {
			if late, err = list(tx); err != nil {
				return err
			}
			return database.Execute(ctx, tx, database.SQL(dropAsked, id, revision), database.SQL(showPanels, id, revision))
		})
	}
	return late, err
}

func panelValues(p *game.Panel) []any {
	return []any{&p.Game, &p.Person, &p.Asks, &p.Token, &p.Message, &p.Locale, &p.Revision, columns.Millis(&p.At)}
}
