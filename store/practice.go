package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine/board"
	"xiangqibot/store/database"
)

const (
	reviewsOf = `SELECT games.id, games.red, reviews.data FROM participants
		JOIN games ON games.id = participants.game
		JOIN reviews ON reviews.game = games.id AND reviews.record = 0 AND reviews.done > 0
		WHERE participants.person = $1 AND (games.red = $1 OR games.black = $1) ORDER BY games.id DESC LIMIT $2`
	readMistakes = `SELECT game, ply, step, due FROM mistakes WHERE person = $1 ORDER BY due, game, ply`
	saveMistake  = `INSERT INTO mistakes (person, game, ply, step, due) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (person, game, ply) DO UPDATE SET step = $4, due = $5`
)

// ReviewsOf reads the reviews of a person's games. See [review.PracticeStore].
func (s *Reviews) ReviewsOf(ctx context.Context, p game.Person, limit int) ([]review.ReviewedGame, error) {
	rows, err := s.read.QueryContext(ctx, reviewsOf, p, limit)
	var played []review.ReviewedGame
	if err == nil {
		played, err = database.Collect(rows, func(rows *sql.Rows) (g review.ReviewedGame, err error) {
			var red game.Person
			var data string
			if err := rows.Scan(&g.Game, &red, &data); err != nil {
				return g, err
			}
			if red != p {
				g.Side = board.Black
			}
			return g, json.Unmarshal([]byte(data), &g.Study)
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the reviews of games of %s: %w", p, err)
	}
	return played, nil
}

// Mistakes lists the mistakes that p has tried. See [review.PracticeStore].
func (s *Reviews) Mistakes(ctx context.Context, p game.Person) ([]review.Mistake, error) {
	rows, err := s.read.QueryContext(ctx, readMistakes, p)
	var tried []review.Mistake
	if err == nil {
		tried, err = database.Collect(rows, func(rows *sql.Rows) (m review.Mistake, err error) {
			return m, rows.Scan(&m.Game, &m.Ply, &m.Step, asMillis{&m.Due})
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the mistakes of %s: %w", p, err)
	}
	return tried, nil
}

// SaveMistake saves the progress of p with a mistake. See [review.PracticeStore].
func (s *Reviews) SaveMistake(ctx context.Context, key string, p game.Person, m review.Mistake) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, saveMistake, p, m.Game, m.Ply, m.Step, toMillis(m.Due)); err != nil {
			return fmt.Errorf("save the mistake of %s in game %d: %w", p, m.Game, err)
		}
		return nil
	})
}
