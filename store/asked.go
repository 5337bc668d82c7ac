package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/engine/board"
	"xiangqibot/store/database"
)

const (
	ratedGames = `SELECT id, red, black, start, moves FROM games WHERE guild = $1 AND state = 'active' AND rated
		ORDER BY id DESC LIMIT $2`
	saveAsked = `INSERT INTO asked_positions (game, person, guild, ply, first, last) VALUES ($1, $2, $3, $4, $5, $5)
		ON CONFLICT (game, person) DO UPDATE SET (last, ply) = (excluded.last, excluded.ply)`
	sweepAsked = `DELETE FROM asked_positions WHERE last < $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = asked_positions.game AND state = 'active')`
	readAsked = `SELECT game, person, ply, first, last FROM asked_positions WHERE guild = $1 ORDER BY last DESC, game, person LIMIT $2`
)

const (
	// maxRatedGames is how many of the latest rated games of a guild a position is compared with.
	maxRatedGames = 1000
	// askedLife is how long it is kept who asked about a game that is over.
	askedLife = 28 * 24 * time.Hour
)

// Asked stores who was helped with positions of rated games that others play.
type Asked struct{ *connection }

// RatedGames lists the positions of the rated games of a guild. See [fairplay.Log].
func (s *Asked) RatedGames(ctx context.Context, guild string) ([]fairplay.Protected, error) {
	rows, err := s.read.QueryContext(ctx, ratedGames, guild, maxRatedGames)
	var all []fairplay.Protected
	if err == nil {
		all, err = database.Collect(rows, func(rows *sql.Rows) (p fairplay.Protected, err error) {
			var red, black string
			var rec board.Record
			if err := rows.Scan(&p.Game, &red, &black, asFEN{&rec.Start}, asMoves{&rec.Moves}); err != nil {
				return p, err
			}
			p.Position, p.Players, p.Ply = rec.Position(), []string{red, black}, len(rec.Moves)
			return p, nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the rated games of server %s: %w", guild, err)
	}
	return all, nil
}

// SaveAsked saves that somebody was helped with a position of a game. See [fairplay.Log].
func (s *Asked) SaveAsked(ctx context.Context, a fairplay.Asked) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, sweepAsked, s.now()-askedLife.Milliseconds())
		if err == nil {
			_, err = tx.ExecContext(ctx, saveAsked, a.Game, a.Person, a.Guild, a.Ply, s.now())
		}
		if err != nil {
			return fmt.Errorf("save who asked about game %d: %w", a.Game, err)
		}
		return nil
	})
}

// AskedIn lists who was helped with positions of the rated games of a guild, the latest first. See [fairplay.Log].
func (s *Asked) AskedIn(ctx context.Context, guild string, limit int) ([]fairplay.Asked, error) {
	rows, err := s.read.QueryContext(ctx, readAsked, guild, limit)
	var all []fairplay.Asked
	if err == nil {
		all, err = database.Collect(rows, func(rows *sql.Rows) (fairplay.Asked, error) {
			a := fairplay.Asked{Guild: guild}
			return a, rows.Scan(&a.Game, &a.Person, &a.Ply, asMillis{&a.First}, asMillis{&a.Last})
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read who asked about games of server %s: %w", guild, err)
	}
	return all, nil
}

var _ fairplay.Log = (*Asked)(nil)
