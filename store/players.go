package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"xiangqibot/bot/game"
)

const (
	readPlayer  = `SELECT name, locale FROM players WHERE person = $1`
	readRatings = `SELECT class, rating, rd, vol, rated_at, games, wins, draws, losses FROM ratings WHERE person = $1`
	savePlayer  = `INSERT INTO players (person, name, locale) VALUES ($1, $2, $3)
		ON CONFLICT (person) DO UPDATE SET (name, locale) = (excluded.name, excluded.locale)`
	saveRating = `INSERT INTO ratings (person, class, rating, rd, vol, rated_at, games, wins, draws, losses)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (person, class) DO UPDATE SET (rating, rd, vol, rated_at, games, wins, draws, losses) =
			(excluded.rating, excluded.rd, excluded.vol, excluded.rated_at, excluded.games, excluded.wins, excluded.draws, excluded.losses)`
	dropRating = `DELETE FROM ratings WHERE person = $1 AND class = $2`
)

// readPerson tells what is known of one person. One of whom nothing is known is a newcomer.
func readPerson(ctx context.Context, q querier, p game.Person) (game.Player, error) {
	player := game.Newcomer(p)
	err := q.QueryRowContext(ctx, readPlayer, p).Scan(&player.Name, &player.Locale)
	if errors.Is(err, sql.ErrNoRows) {
		return player, nil
	}
	var rows *sql.Rows
	if err == nil {
		rows, err = q.QueryContext(ctx, readRatings, p)
	}
	if err != nil {
		return player, fmt.Errorf("read player %s: %w", p, err)
	}
	defer rows.Close() // Err below tells what went wrong
	for rows.Next() {
		var class string
		var s game.Standing
		var ratedAt int64
		if err := rows.Scan(&class, &s.Rating.R, &s.Rating.RD, &s.Rating.Vol, &ratedAt, &s.Games, &s.Wins, &s.Draws, &s.Losses); err != nil {
			return player, fmt.Errorf("read the ratings of %s: %w", p, err)
		}
		s.RatedAt = fromMillis(ratedAt)
		switch class {
		case game.Live.String():
			player.Live = s
		case game.Correspondence.String():
			player.Correspondence = s
		}
	}
	return player, rows.Err()
}

// readPlayers tells what is known of some people, of each something.
func readPlayers(ctx context.Context, q querier, people []game.Person) (map[game.Person]game.Player, error) {
	players := make(map[game.Person]game.Player, len(people))
	for _, p := range people {
		player, err := readPerson(ctx, q, p)
		if err != nil {
			return nil, err
		}
		players[p] = player
	}
	return players, nil
}

// Player tells what is known of one person. See game.Store.
func (db *DB) Player(ctx context.Context, p game.Person) (game.Player, error) {
	return readPerson(ctx, db.read, p)
}

// writePlayer saves what a game changed in a player: his name, and his standing in a class if the game brought him a result.
func writePlayer(ctx context.Context, tx *sql.Tx, before, now game.Player) error {
	if _, err := tx.ExecContext(ctx, savePlayer, now.Person, now.Name, now.Locale); err != nil {
		return fmt.Errorf("save player %s: %w", now.Person, err)
	}
	for _, class := range []game.Class{game.Live, game.Correspondence} {
		if s := now.In(class); s != before.In(class) {
			if err := writeStanding(ctx, tx, now.Person, class, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeStanding saves how a player stands in a class.
func writeStanding(ctx context.Context, tx *sql.Tx, p game.Person, class game.Class, s game.Standing) error {
	var err error
	if s.Games == 0 {
		_, err = tx.ExecContext(ctx, dropRating, p, class.String())
	} else {
		_, err = tx.ExecContext(ctx, saveRating, p, class.String(), s.Rating.R, s.Rating.RD, s.Rating.Vol, toMillis(s.RatedAt),
			s.Games, s.Wins, s.Draws, s.Losses)
	}
	if err != nil {
		return fmt.Errorf("save the %s rating of %s: %w", class, p, err)
	}
	return nil
}
