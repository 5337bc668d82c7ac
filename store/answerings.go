package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

const (
	keepAnswering = `INSERT INTO answerings (interaction, token, channel, locale, at, game, revision, process, waiting)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
	// The last column says whether the process that wrote the row is gone. Only processes that share a database are in
	// the table.
	answeringColumns = `interaction, token, channel, locale, at, game, revision,
		process <> $2 AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.id = answerings.process)`
	openAnswerings = ` FROM answerings WHERE at > $1`
	latestFirst    = ` ORDER BY at DESC, interaction DESC`
	allAnswerings  = `SELECT ` + answeringColumns + `, waiting = 1 OR at > max(at) OVER (PARTITION BY process) - $3` +
		openAnswerings + latestFirst
	answeringsAbout = `SELECT ` + answeringColumns + `, waiting = 1` + openAnswerings + ` AND game = $3 AND revision > $4` +
		latestFirst
	sweepAnswerings = `DELETE FROM answerings WHERE at <= $1`
)

// Answerings stores how interactions can be answered.
type Answerings struct{ db *database.Connection }

// deferWindow bounds the time from an act until a process has deferred its answer and recorded that. If a process died,
// each of its acts within this time before its latest may have been deferred without a record.
const deferWindow = 15 * time.Second

// KeepAnswering saves how to answer somebody whose answer was deferred. See [game.AnsweringStore].
func (s *Answerings) KeepAnswering(ctx context.Context, a game.Answering) error {
	return s.db.Save(ctx, "", saveAnswering(a, 1, ` ON CONFLICT (interaction) DO UPDATE SET waiting = 1`, s.db.Process))
}

// saveAnswering returns the statement that inserts or updates how one interaction can be answered by a process.
func saveAnswering(a game.Answering, waiting int, conflict, process string) database.Statement {
	return database.SQL(keepAnswering+conflict, a.Interaction, string(a.Token), a.Channel, a.Locale,
		columns.ToMillis(a.At), a.Game, a.Revision, process, waiting)
}

// DropAnswering records that a person no longer waits. See [game.AnsweringStore].
func (s *Answerings) DropAnswering(ctx context.Context, interaction string) error {
	return s.db.Save(ctx, "",
		database.SQL(`DELETE FROM answerings WHERE interaction = $1 AND game = 0`, interaction),
		database.SQL(`UPDATE answerings SET waiting = 0 WHERE interaction = $1`, interaction))
}

// Answerings lists how interactions can be answered. See [game.AnsweringStore].
func (s *Answerings) Answerings(ctx context.Context, id game.ID, after int) ([]game.Answering, error) {
	query, args := allAnswerings, []any{s.db.Clock().Add(-game.TokenLifetime).UnixMilli(), s.db.Process}
	if id != 0 {
		query, args = answeringsAbout, append(args, id, after)
	} else {
		args = append(args, deferWindow.Milliseconds())
	}
	return database.All(ctx, s.db.Read, func(a *game.Answering) []any {
		return []any{
			&a.Interaction, &a.Token, &a.Channel, &a.Locale, columns.Millis(&a.At), &a.Game, &a.Revision, &a.Orphan, &a.Owed,
		}
	}, query, args...)
}

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

// locking returns the connection for those who change the panels of a game.
func (s *Panels) locking(id game.ID) *database.Connection {
	return s.db.Locking(fmt.Sprintf("panels of game %d", id))
}

// KeepPanel saves a panel in place of the previous one. See [game.PanelStore].
func (s *Panels) KeepPanel(ctx context.Context, p game.Panel) (old game.Panel, err error) {
	expired := s.db.Clock().Add(-game.TokenLifetime).UnixMilli()
	err = s.locking(p.Game).Tx(ctx, func(tx *sql.Tx) error {
		old = game.Panel{}
		if _, err := database.One(ctx, tx, panelValues(&old), readPanel, p.Game, p.Person, p.Asks, expired); err != nil {
			return err
		}
		if old.At.After(p.At) {
			old = game.Panel{}
			return nil
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
		err = s.locking(id).Tx(ctx, func(tx *sql.Tx) error {
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
