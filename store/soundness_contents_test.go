package store

import (
	"context"
	"fmt"

	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/study"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/learning"
)

// contents reads every record, review, tournament and puzzle that was found in a game, each by itself.
func (v *soundness) contents(ctx context.Context) error {
	for _, table := range []struct {
		query  string
		faults func(database.Row) ([]string, error)
	}{
		{everyRecord, recordFaults}, {everyReview, reviewFaults}, {everyTournament, tournamentFaults}, {everyFound, puzzleFaults},
	} {
		if err := v.rows(ctx, table.query, table.faults); err != nil {
			return err
		}
	}
	return nil
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
	var guild, id string
	var p puzzle.Puzzle
	err := row.Scan(&guild, &id, columns.JSON(&p))
	if err == nil && p.ID() != id {
		err = fmt.Errorf("it is puzzle %s", p.ID())
	}
	if err != nil {
		err = fmt.Errorf("puzzle %s of server %s: %w", id, guild, err)
	}
	return nil, err
}
