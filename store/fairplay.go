package store

import (
	"context"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
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
	// askedLife is how long an entry about a game that is over is kept.
	askedLife = 28 * 24 * time.Hour
)

// FairPlay stores who was helped with positions of rated games that others play.
type FairPlay struct{ db *database.Connection }

// RatedGames lists the positions of the rated games of a guild. See [fairplay.Log].
func (s *FairPlay) RatedGames(ctx context.Context, guild string) ([]fairplay.Protected, error) {
	return database.Collect(ctx, s.db.Read, func(row database.Row) (p fairplay.Protected, err error) {
		var red, black string
		var rec board.Record
		err = row.Scan(&p.Game, &red, &black, columns.FEN(&rec.Start), columns.Moves(&rec.Moves))
		if err == nil {
			p.Position, p.Players, p.Ply = rec.Position(), []string{red, black}, len(rec.Moves)
		}
		return p, err
	}, ratedGames, guild, maxRatedGames)
}

// SaveAsked saves that somebody was helped with a position of a game. See [fairplay.Log].
func (s *FairPlay) SaveAsked(ctx context.Context, a fairplay.Asked) error {
	return s.db.Save(ctx, "", database.SQL(sweepAsked, s.db.Now()-askedLife.Milliseconds()),
		database.SQL(saveAsked, a.Game, a.Person, a.Guild, a.Ply, s.db.Now()))
}

// AskedIn lists who was helped with positions of the rated games of a guild, the latest first. See [fairplay.Log].
func (s *FairPlay) AskedIn(ctx context.Context, guild string, limit int) ([]fairplay.Asked, error) {
	return database.All(ctx, s.db.Read, func(a *fairplay.Asked) []any {
		a.Guild = guild
		return []any{&a.Game, &a.Person, &a.Ply, columns.Millis(&a.First), columns.Millis(&a.Last)}
	}, readAsked, guild, limit)
}
