package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/engine/study"
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
		for _, look := range []func(context.Context) error{
			v.damage(d), v.games, v.records, v.reviews, v.tournaments, v.puzzles,
		} {
			if err := look(ctx); err != nil {
				return err
			}
		}
		return nil
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
	latest := database.LatestVersion()
	version, err := database.TablesVersion(ctx, d, tx)
	switch {
	case err != nil:
		return err
	case version == database.NoTables:
		return database.Permanent("nothing is in the database yet")
	}
	if err := database.CheckVersion(version, latest); err != nil {
		return err
	}
	if version < latest {
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
func (v *verifier) damage(d database.Dialect) func(context.Context) error {
	return func(ctx context.Context) error {
		if d.Integrity == "" {
			return nil
		}
		said, err := database.Column[string](ctx, v.q, d.Integrity)
		for _, line := range said {
			if line != "ok" {
				v.fault("the file is damaged: %s", line)
			}
		}
		return err
	}
}

// each calls look for each row of a query.
func (v *verifier) each(ctx context.Context, query string, look func(database.Row) error) error {
	return database.Each(ctx, v.q, look, query)
}

var everyGame = selectGames + ` ORDER BY games.id`

// games replays every game.
func (v *verifier) games(ctx context.Context) error {
	var all int
	if err := v.q.QueryRowContext(ctx, `SELECT count(*) FROM games`).Scan(&all); err != nil {
		return err
	}
	err := v.each(ctx, everyGame, func(row database.Row) error {
		v.found.Games++
		g, err := scanGame(row)
		if err != nil {
			v.fault("%v", err)
			return nil
		}
		v.found.Moves += g.Ply()
		for _, fault := range g.Inconsistencies() {
			v.fault("%s", fault)
		}
		return nil
	})
	if missing := all - v.found.Games; err == nil && missing > 0 {
		v.fault("%d games have no row of a board", missing)
	}
	return err
}

const everyRecord = `SELECT id, owner, guild, channel, at, caption, file FROM records ORDER BY id`

// records checks every imported record.
func (v *verifier) records(ctx context.Context) error {
	return v.each(ctx, everyRecord, func(row database.Row) error {
		var r record.Saved
		v.found.Records++
		if err := row.Scan(append(learning.RecordValues(&r), &r.File)...); err != nil {
			v.fault("record %d: %v", r.ID, err)
			return nil
		}
		for _, fault := range r.Contradictions() {
			v.fault("%s", fault)
		}
		return nil
	})
}

const everyReview = `SELECT game, record, done > 0, data FROM reviews ORDER BY game, record`

// reviews checks every review: its game and every line that the engine found are replayed.
func (v *verifier) reviews(ctx context.Context) error {
	return v.each(ctx, everyReview, func(row database.Row) error {
		var of review.Job
		var done bool
		var s study.Study
		var data string
		if err := row.Scan(&of.Game, &of.Record, &done, &data); err != nil {
			return err
		}
		v.found.Reviews++
		about, err := json.Marshal(of)
		if err != nil {
			return err
		}
		switch err := json.Unmarshal([]byte(data), &s); {
		case err != nil:
			v.fault("the review of %s: %v", about, err)
		case s.Done() != done:
			v.fault("the review of %s is noted as done: %v, and it is: %v", about, done, s.Done())
		}
		return nil
	})
}

const everyTournament = `SELECT id, guild, data FROM tournaments ORDER BY id`

// tournaments checks that every tournament agrees with itself.
func (v *verifier) tournaments(ctx context.Context) error {
	return v.each(ctx, everyTournament, func(row database.Row) error {
		v.found.Tournaments++
		t, err := scanTournament(row)
		if err != nil {
			v.fault("tournament %d: %v", t.ID, err)
			return nil
		}
		for _, fault := range t.Contradictions() {
			v.fault("%s", fault)
		}
		return nil
	})
}

const everyFound = `SELECT guild, puzzle, data FROM puzzles_found ORDER BY guild, puzzle`

// puzzles checks the puzzles that were found in games.
func (v *verifier) puzzles(ctx context.Context) error {
	return v.each(ctx, everyFound, func(row database.Row) error {
		var guild, id, data string
		if err := row.Scan(&guild, &id, &data); err != nil {
			return err
		}
		v.found.Puzzles++
		switch p, err := learning.DecodeFound(data); {
		case err != nil:
			v.fault("puzzle %s of server %s: %v", id, guild, err)
		case p.ID() != id:
			v.fault("puzzle %s of server %s is puzzle %s", id, guild, p.ID())
		}
		return nil
	})
}
