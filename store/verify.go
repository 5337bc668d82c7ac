package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// VerifyResult counts what [Verify] has read and found.
type VerifyResult struct {
	Games, Moves int
	Faults       int // contradictions
}

// Verify reads a consistent snapshot of a database and reports each contradiction as a sentence. It checks the file, if
// the database is one, and replays and judges every game. It changes nothing, and a bot may be using the database.
//
// An error means that the database could not be checked: it is missing, damaged, of another program, or has another
// schema version than the program.
func Verify(ctx context.Context, source string, report func(fault string)) (found VerifyResult, err error) {
	fault := func(text string) {
		found.Faults++
		report(text)
	}
	err = inSnapshot(ctx, source, func(d database.Dialect, tx *sql.Tx) error {
		if d.Integrity != "" {
			lines, err := database.Column[string](ctx, tx, d.Integrity)
			if err != nil {
				return err
			}
			for _, line := range lines {
				if line != "ok" {
					fault("the file is damaged: " + line)
				}
			}
		}
		return database.Each(ctx, tx, func(row database.Row) error {
			found.Games++
			g, err := scanGame(row)
			if err != nil { // a game that cannot be read is a fault, too
				fault(err.Error())
				return nil
			}
			found.Moves += g.Ply()
			for _, text := range game.Inconsistencies(g) {
				fault(text)
			}
			return nil
		}, everyGame)
	})
	if err != nil {
		return found, fmt.Errorf("verify %s: %w", database.RedactSource(source), err)
	}
	return found, nil
}

var everyGame = selectGames + ` ORDER BY games.id`

// inSnapshot calls read with a consistent snapshot of a database that has the tables of this program.
func inSnapshot(ctx context.Context, source string, read func(database.Dialect, *sql.Tx) error) (err error) {
	d, where, err := database.Locate(source, "")
	if err != nil {
		return err
	}
	db, err := where.OpenReadOnly()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: d.SnapshotIsolation, ReadOnly: true})
	if err != nil {
		return d.Explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	found, err := database.InspectTables(ctx, d, tx)
	switch {
	case err != nil:
		return err
	case found.New:
		return database.Permanent("nothing is in the database yet")
	case found.Version < database.LatestVersion():
		return database.Permanent("the tables have version %d, and this program verifies version %d; start the bot once, "+
			"which brings them up to date, or verify with the program that wrote them", found.Version, database.LatestVersion())
	}
	return d.Explain(read(d, tx))
}
