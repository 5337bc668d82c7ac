package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
)

const resultColumns = `person, seq, game, at, guild, season, class, color, opponent, opponent_level, score, plies, opening, rated,
	before_rating, before_rd, before_vol, after_rating, after_rd, after_vol, against_rating, against_rd, against_vol`

// result is a row of results.
type result struct {
	game.Result
	person                       game.Person
	seq                          int64
	season                       int
	at                           int64
	class, color, opening, rated string
}

func (r *result) values() []any {
	return []any{
		&r.person, &r.seq, &r.Game, &r.at, &r.Guild, &r.season, &r.class, &r.color, &r.Opponent.Person, &r.Opponent.Level, &r.Score, &r.Plies, &r.opening, &r.rated,
		&r.Before.R, &r.Before.RD, &r.Before.Vol, &r.After.R, &r.After.RD, &r.After.Vol, &r.Against.R, &r.Against.RD, &r.Against.Vol,
	}
}

func scanResult(rows *sql.Rows) (r result, err error) {
	if err := rows.Scan(r.values()...); err != nil {
		return r, err
	}
	r.At, r.Rated, r.Color = fromMillis(r.at), r.rated != "", board.Red
	if r.color == board.Black.String() {
		r.Color = board.Black
	}
	if err := decodeEnum(r.class, &r.Class); err != nil {
		return r, err
	}
	return r, decodeMoves(r.opening, &r.Opening)
}

// The queries of Results, each answered from an index in its order.
const (
	resultsOf      = `SELECT ` + resultColumns + ` FROM results WHERE person = $1 ORDER BY seq DESC LIMIT $2`
	ratedResultsOf = `SELECT ` + resultColumns + ` FROM results WHERE person = $1 AND rated <> '' ORDER BY seq DESC LIMIT $2`
	resultsIn      = `SELECT ` + resultColumns + ` FROM results WHERE person = $1 AND rated = $3 AND rated <> '' ORDER BY seq DESC LIMIT $2`
	resultsAgainst = `SELECT ` + resultColumns + ` FROM results WHERE person = $1 AND opponent = $3 ORDER BY seq DESC LIMIT $2`
)

// Results lists a person's results. See game.Store.
func (db *DB) Results(ctx context.Context, q game.ResultQuery) ([]game.Result, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = 100
	}
	query, args := resultsOf, []any{q.Person, limit}
	switch {
	case q.Opponent != "":
		query, args = resultsAgainst, append(args, q.Opponent)
	case q.Rated && q.Class != game.Untimed:
		query, args = resultsIn, append(args, q.Class.String())
	case q.Rated:
		query = ratedResultsOf
	}
	rows, err := db.read.QueryContext(ctx, query, args...)
	var found []game.Result
	if err == nil {
		found, err = collect(rows, func(rows *sql.Rows) (game.Result, error) {
			r, err := scanResult(rows)
			return r.Result, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the results of %s: %w", q.Person, err)
	}
	return found, nil
}

const firstVoteGame = `SELECT games.id, games.updated FROM participants JOIN games ON games.id = participants.game
	WHERE participants.person = $1 AND games.vote <> '' AND games.state = 'finished' ORDER BY participants.game LIMIT 1`

// FirstVoteGame finds the first vote game of a person. See game.Store.
func (db *DB) FirstVoteGame(ctx context.Context, p game.Person) (game.Achievement, error) {
	a := game.Achievement{Kind: game.FirstVoteGame}
	var at int64
	err := db.read.QueryRowContext(ctx, firstVoteGame, p).Scan(&a.Game, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return game.Achievement{}, nil
	}
	if err != nil {
		return game.Achievement{}, fmt.Errorf("read the vote games of %s: %w", p, err)
	}
	a.At = fromMillis(at)
	return a, nil
}

const (
	nextResult = `SELECT COALESCE(MAX(seq), 0) + 1 FROM results`
	meetPlayer = `INSERT INTO players (person) VALUES ($1) ON CONFLICT DO NOTHING`
	dropResult = `DELETE FROM results WHERE game = $1`
)

// saveResult writes a row.
const saveResult = `INSERT INTO results (` + resultColumns + `)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`

// writeResults adds a game that has just ended to the results of its people and, if it is rated, to the leaderboards.
func (db *DB) writeResults(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	season, err := db.season(ctx, tx, g.Guild)
	if err != nil {
		return err
	}
	r := result{class: g.Time.Class().String(), season: season}
	r.Game, r.at, r.Guild, r.Plies = g.ID, toMillis(g.Updated), g.Guild, g.Ply()
	if err := tx.QueryRowContext(ctx, nextResult).Scan(&r.seq); err != nil {
		return err
	}
	if g.Record.Start == board.StartPosition() {
		r.opening = encodeMoves(g.Record.Moves[:min(g.Ply(), game.OpeningPlies)])
	}
	if g.Settled() {
		r.rated = g.RatingClass().String()
		r.class = r.rated
	}
	for c, seat := range g.Seats {
		if seat.Person == "" {
			continue
		}
		color := board.Color(c)
		r.person, r.color, r.Opponent = seat.Person, color.String(), g.Seats[color.Opponent()]
		r.Score, _ = g.Score(color)
		r.Before, r.After, r.Against = g.Before[color], g.After[color], g.Before[color.Opponent()]
		if r.rated == "" {
			r.Against = glicko.Rating{}
		}
		if _, err := tx.ExecContext(ctx, meetPlayer, r.person); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, saveResult, deref(r.values())...); err != nil {
			return err
		}
		if r.rated != "" {
			if err := db.addToBoards(ctx, tx, &r, g.Players[r.person]); err != nil {
				return err
			}
		}
	}
	return db.sweepBoards(ctx, tx)
}
