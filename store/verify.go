package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/study"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/learning"
)

// VerifyResult is what [Verify] has read, and how many faults it found.
type VerifyResult struct {
	Games, Moves, Records, Reviews, Tournaments, Puzzles int

	// Faults is the number of contradictions found.
	Faults int
}

// Verify reads a consistent snapshot of the whole database and reports each contradiction as a sentence. It checks the
// file, if the database is one, replays and judges every game, and reads every record, review, tournament and puzzle
// that was found in a game. It changes nothing, and a bot may be using the database.
//
// An error means that the database could not be checked: it is missing, damaged, of another program, or has another
// schema version than the program.
func Verify(ctx context.Context, source string, tell func(fault string)) (VerifyResult, error) {
	v := verifier{tell: tell}
	err := inSnapshot(ctx, source, func(d database.Dialect, tx *sql.Tx) error {
		v.q = tx
		if err := v.damage(ctx, d.Integrity); err != nil {
			return err
		}
		for _, part := range []struct {
			query  string
			count  *int
			faults func(database.Row) ([]string, error) // of a row; an error is a fault, too
		}{
			{everyGame, &v.found.Games, v.game},
			{everyRecord, &v.found.Records, recordFaults},
			{everyReview, &v.found.Reviews, reviewFaults},
			{everyTournament, &v.found.Tournaments, tournamentFaults},
			{everyFound, &v.found.Puzzles, puzzleFaults},
		} {
			err := database.Each(ctx, v.q, func(row database.Row) error {
				*part.count++
				faults, err := part.faults(row)
				if err != nil {
					v.fault("%v", err)
				}
				for _, fault := range faults {
					v.fault("%s", fault)
				}
				return nil
			}, part.query)
			if err != nil {
				return err
			}
		}
		return v.boards(ctx)
	})
	if err != nil {
		return v.found, fmt.Errorf("verify %s: %w", database.RedactSource(source), err)
	}
	return v.found, nil
}

// inSnapshot calls a function with a consistent snapshot of a database that has the tables of this program.
func inSnapshot(ctx context.Context, source string, look func(database.Dialect, *sql.Tx) error) (err error) {
	d, text, err := database.ParseSource(source)
	if err != nil {
		return err
	}
	db, err := d.OpenReadOnly(text)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: d.SnapshotIsolation, ReadOnly: true})
	if err != nil {
		return d.Explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	version, err := database.TablesVersion(ctx, d, tx)
	switch {
	case err != nil:
		return err
	case version == database.NoTables:
		return database.Permanent("nothing is in the database yet")
	}
	if err := database.CheckVersion(version); err != nil {
		return err
	}
	if latest := database.LatestVersion(); version < latest {
		return database.Permanent("the tables have version %d, and this program verifies version %d; start the bot once, "+
			"which brings them up to date, or verify with the program that wrote them", version, latest)
	}
	return d.Explain(look(d, tx))
}

// verifier checks a database in one transaction.
type verifier struct {
	tell  func(string)
	found VerifyResult
	q     database.Querier
}

// fault reports a contradiction.
func (v *verifier) fault(format string, values ...any) {
	v.found.Faults++
	v.tell(fmt.Sprintf(format, values...))
}

// damage checks the file itself if the database is one.
func (v *verifier) damage(ctx context.Context, integrity string) error {
	if integrity == "" {
		return nil
	}
	said, err := database.Column[string](ctx, v.q, integrity)
	for _, line := range said {
		if line != "ok" {
			v.fault("the file is damaged: %s", line)
		}
	}
	return err
}

// boards compares the number of games with those that were read, which are those with a row of a board.
func (v *verifier) boards(ctx context.Context) error {
	all, err := database.Value[int](ctx, v.q, `SELECT count(*) FROM games`)
	if missing := all - v.found.Games; err == nil && missing > 0 {
		v.fault("%d games have no row of a board", missing)
	}
	return err
}

var everyGame = selectGames + ` ORDER BY games.id`

// game replays a game.
func (v *verifier) game(row database.Row) ([]string, error) {
	g, err := scanGame(row)
	if err != nil {
		return nil, err
	}
	v.found.Moves += g.Ply()
	return g.Inconsistencies(), nil
}

const everyRecord = `SELECT id, owner, guild, channel, at, caption, file FROM records ORDER BY id`

// recordFaults checks an imported record.
func recordFaults(row database.Row) ([]string, error) {
	var r record.Saved
	if err := row.Scan(append(learning.RecordValues(&r), &r.File)...); err != nil {
		return nil, fmt.Errorf("record %d: %w", r.ID, err)
	}
	return r.Contradictions(), nil
}

const everyReview = `SELECT game, record, done > 0, data FROM reviews ORDER BY game, record`

// reviewFaults checks a review: its game and every line that the engine found are replayed.
func reviewFaults(row database.Row) ([]string, error) {
	var of review.Subject
	var done bool
	var s study.Study
	if err := row.Scan(&of.Game, &of.Record, &done, columns.JSON(&s)); err != nil {
		return nil, fmt.Errorf("the review of %+v: %w", of, err)
	}
	if s.Done() != done {
		return nil, fmt.Errorf("the review of %+v is noted as done: %v, and it is: %v", of, done, s.Done())
	}
	return nil, nil
}

const everyTournament = `SELECT id, guild, data FROM tournaments ORDER BY id`

// tournamentFaults checks that a tournament agrees with itself.
func tournamentFaults(row database.Row) ([]string, error) {
	t, err := scanTournament(row)
	if err != nil {
		return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	return t.Contradictions(), nil
}

const everyFound = `SELECT guild, puzzle, data FROM puzzles_found ORDER BY guild, puzzle`

// puzzleFaults checks a puzzle that was found in a game.
func puzzleFaults(row database.Row) ([]string, error) {
	var guild, id, data string
	err := row.Scan(&guild, &id, &data)
	if err == nil {
		var p puzzle.Puzzle
		p, err = learning.DecodeFound(data)
		if err == nil && p.ID() != id {
			err = fmt.Errorf("it is puzzle %s", p.ID())
		}
	}
	if err != nil {
		err = fmt.Errorf("puzzle %s of server %s: %w", id, guild, err)
	}
	return nil, err
}
