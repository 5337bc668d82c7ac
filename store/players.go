package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

const playerColumns = `p.person, p.name, p.locale, p.rating, p.rd, p.vol, p.rated_at,
	COALESCE(s.games, 0), COALESCE(s.wins, 0), COALESCE(s.draws, 0), COALESCE(s.losses, 0)`

func scanPlayer(source interface{ Scan(dest ...any) error }) (game.Player, error) {
	var p game.Player
	var ratedAt int64
	err := source.Scan(&p.Person, &p.Name, &p.Locale, &p.Rating.R, &p.Rating.RD, &p.Rating.Vol, &ratedAt, &p.Games, &p.Wins, &p.Draws, &p.Losses)
	p.RatedAt = fromMillis(ratedAt)
	return p, err
}

const readPlayer = `SELECT ` + playerColumns + ` FROM players p LEFT JOIN standings s ON s.guild = '' AND s.person = p.person WHERE p.person = $1`

// readPlayers tells what is known of some people. Those of whom nothing is known are there as well, as newcomers.
func readPlayers(ctx context.Context, q querier, people []game.Person) (map[game.Person]game.Player, error) {
	players := make(map[game.Person]game.Player, len(people))
	for _, p := range people {
		player, err := scanPlayer(q.QueryRowContext(ctx, readPlayer, p))
		if errors.Is(err, sql.ErrNoRows) {
			player = game.Newcomer(p)
		} else if err != nil {
			return nil, fmt.Errorf("read player %s: %w", p, err)
		}
		players[p] = player
	}
	return players, nil
}

// Player tells what is known of one person. See game.Store.
func (db *DB) Player(ctx context.Context, p game.Person) (game.Player, error) {
	players, err := readPlayers(ctx, db.read, []game.Person{p})
	return players[p], err
}

// writePlayer saves what a game changed in a player: his name, and his rating if the game brought him a result.
func writePlayer(ctx context.Context, tx *sql.Tx, g *game.Game, before, now game.Player) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO players (person, name, locale, rating, rd, vol, rated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (person) DO UPDATE SET (name, locale, rating, rd, vol, rated_at) =
			(excluded.name, excluded.locale, excluded.rating, excluded.rd, excluded.vol, excluded.rated_at)`,
		now.Person, now.Name, now.Locale, now.Rating.R, now.Rating.RD, now.Rating.Vol, toMillis(now.RatedAt))
	if err != nil {
		return fmt.Errorf("save player %s: %w", now.Person, err)
	}
	if now.Games == before.Games {
		return nil
	}
	if err := writeResult(ctx, tx, g, before, now); err != nil {
		return fmt.Errorf("save the result of game %d for %s: %w", g.ID, now.Person, err)
	}
	return nil
}

const updateStandings = `UPDATE standings SET rating = $1 WHERE person = $2`

// writeResult adds a rated result to the player's history and to his lines on the leaderboards.
func writeResult(ctx context.Context, tx *sql.Tx, g *game.Game, before, now game.Player) error {
	c, seated := g.SeatOf(now.Person)
	score, finished := g.Score(c)
	if !seated || !finished {
		return errors.New("a rated result outside a finished game")
	}
	b, a := g.Before[c], g.After[c]
	_, err := tx.ExecContext(ctx, `INSERT INTO rating_changes
		(person, at, game, score, before_rating, before_rd, before_vol, after_rating, after_rd, after_vol)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		now.Person, toMillis(now.RatedAt), g.ID, score, b.R, b.RD, b.Vol, a.R, a.RD, a.Vol)
	if err != nil {
		return err
	}
	guilds := []string{""}
	if g.Guild != "" {
		guilds = append(guilds, g.Guild)
	}
	for _, guild := range guilds {
		_, err := tx.ExecContext(ctx, `INSERT INTO standings (guild, person, rating, games, wins, draws, losses) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (guild, person) DO UPDATE SET (games, wins, draws, losses) =
				(standings.games + excluded.games, standings.wins + excluded.wins, standings.draws + excluded.draws, standings.losses + excluded.losses)`,
			guild, now.Person, now.Rating.R,
			now.Games-before.Games, now.Wins-before.Wins, now.Draws-before.Draws, now.Losses-before.Losses)
		if err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, updateStandings, now.Rating.R, now.Person)
	return err
}

const leaderboard = `SELECT ` + playerColumns + ` FROM standings s JOIN players p ON p.person = s.person
	WHERE s.guild = $1 ORDER BY s.rating DESC, s.person LIMIT $2`

// Leaderboard lists the best players of a guild, or of everywhere. See game.Store.
func (db *DB) Leaderboard(ctx context.Context, guild string, limit int) ([]game.Player, error) {
	rows, err := db.read.QueryContext(ctx, leaderboard, guild, limit)
	if err != nil {
		return nil, fmt.Errorf("read the leaderboard: %w", err)
	}
	players, err := collect(rows, func(rows *sql.Rows) (game.Player, error) { return scanPlayer(rows) })
	if err != nil {
		return nil, fmt.Errorf("read the leaderboard: %w", err)
	}
	return players, nil
}

const history = `SELECT game, at, score, before_rating, before_rd, before_vol, after_rating, after_rd, after_vol
	FROM rating_changes WHERE person = $1 ORDER BY at DESC, game DESC LIMIT $2`

// History lists a player's rating changes. See game.Store.
func (db *DB) History(ctx context.Context, p game.Person, limit int) ([]game.RatingChange, error) {
	rows, err := db.read.QueryContext(ctx, history, p, limit)
	if err != nil {
		return nil, fmt.Errorf("read the history of %s: %w", p, err)
	}
	changes, err := collect(rows, func(rows *sql.Rows) (c game.RatingChange, err error) {
		var at int64
		err = rows.Scan(&c.Game, &at, &c.Score, &c.Before.R, &c.Before.RD, &c.Before.Vol, &c.After.R, &c.After.RD, &c.After.Vol)
		c.At = fromMillis(at)
		return c, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the history of %s: %w", p, err)
	}
	return changes, nil
}
