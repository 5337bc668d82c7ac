package learning

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
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
	return database.Collect(ctx, s.db.Read, func(row database.Row) (g review.ReviewedGame, err error) {
		var red game.Person
		err = row.Scan(&g.Game, &red, columns.JSON(&g.Study))
		if red != p {
			g.Side = board.Black
		}
		return g, err
	}, reviewsOf, p, limit)
}

// Mistakes lists the mistakes that p has tried. See [review.PracticeStore].
func (s *Reviews) Mistakes(ctx context.Context, p game.Person) ([]review.Mistake, error) {
	return database.All(ctx, s.db.Read, func(m *review.Mistake) []any {
		return []any{&m.Game, &m.Ply, &m.Step, columns.Millis(&m.Due)}
	}, readMistakes, p)
}

// SaveMistake saves the progress of p with a mistake. See [review.PracticeStore].
func (s *Reviews) SaveMistake(ctx context.Context, key string, p game.Person, m review.Mistake) error {
	return s.db.Save(ctx, key, database.SQL(saveMistake, p, m.Game, m.Ply, m.Step, columns.ToMillis(m.Due)))
}
