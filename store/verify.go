package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/store/database"
)

// VerifyResult is what [Verify] has read, and how many faults it found.
type VerifyResult struct {
	Games, Moves int

	// Faults is the number of contradictions found.
	Faults int
}

// Verify reads a consistent snapshot of a database and reports each contradiction as a sentence. It checks the file, if
// the database is one, and replays and judges every game. It changes nothing, and a bot may be using the database.
//
// An error means that the database could not be checked: it is missing, damaged, of another program, or has another
// schema version than the program.
func Verify(ctx context.Context, source string, report func(fault string)) (VerifyResult, error) {
	v := verifier{report: report}
	err := inSnapshot(ctx, source, func(d database.Dialect, tx *sql.Tx) error {
		v.q = tx
		if err := v.damage(ctx, d.Integrity); err != nil {
			return err
		}
		return v.rows(ctx, everyGame, v.game)
	})
	if err != nil {
		return v.found, fmt.Errorf("verify %s: %w", database.RedactSource(source), err)
	}
	return v.found, nil
}

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
	case found.Version < found.Latest:
		return database.Permanent("the tables have version %d, and this program verifies version %d; start the bot once, "+
			"which brings them up to date, or verify with the program that wrote them", found.Version, found.Latest)
	}
	return d.Explain(read(d, tx))
}

// verifier checks a database in one transaction.
type verifier struct {
	report func(string)
	found  VerifyResult
	q      database.Querier
}

// fault reports a contradiction.
func (v *verifier) fault(format string, values ...any) {
	v.found.Faults++
	v.report(fmt.Sprintf(format, values...))
}

// damage checks the file itself if the database is one.
func (v *verifier) damage(ctx context.Context, integrity string) error {
	if integrity == "" {
		return nil
	}
	lines, err := database.Column[string](ctx, v.q, integrity)
	for _, line := range lines {
		if line != "ok" {
			v.fault("the file is damaged: %s", line)
		}
	}
	return err
}

// rows reports the faults of each row that a query selects. A row that cannot be read is a fault, too.
func (v *verifier) rows(ctx context.Context, query string, faults func(database.Row) ([]string, error)) error {
	return database.Each(ctx, v.q, func(row database.Row) error {
		found, err := faults(row)
		if err != nil {
			v.fault("%v", err)
		}
		for _, fault := range found {
			v.fault("%s", fault)
		}
		return nil
	}, query)
}

var everyGame = selectGames + ` ORDER BY games.id`

// game replays a game.
func (v *verifier) game(row database.Row) ([]string, error) {
	v.found.Games++
	g, err := scanGame(row)
	if err != nil {
		return nil, err
	}
	v.found.Moves += g.Ply()
	return g.Inconsistencies(), nil
}
