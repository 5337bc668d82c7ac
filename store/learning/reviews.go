package learning

import (
	"context"
	"database/sql"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/engine/board"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

const (
	readReview = `SELECT asker, guild, asked, data FROM reviews WHERE game = $1 AND record = $2`
	// otherReview finds a review of the same subject other than the one to be replaced.
	otherReview = `SELECT EXISTS (SELECT 1 FROM reviews WHERE game = $1 AND record = $2 AND asked <> $3)`
	beginReview = `INSERT INTO reviews (game, record, asker, guild, asked, done, data) VALUES ($1, $2, $3, $4, $5, 0, $6)`
	dropReview  = `DELETE FROM reviews WHERE game = $1 AND record = $2 AND asked = $3`
	saveReview  = `UPDATE reviews SET done = $1, data = $2 WHERE game = $3 AND record = $4 AND asked = $5`

	dropReviewOfRecord = `DELETE FROM reviews WHERE game = 0 AND record = $1`
	hasRecord          = `SELECT EXISTS (SELECT 1 FROM records WHERE id = $1)`

	countReviews = `SELECT COUNT(*) FILTER (WHERE done = 0), COUNT(*) FILTER (WHERE asked > $2),
		(SELECT COUNT(*) FROM reviews WHERE guild = $3 AND done = 0) FROM reviews WHERE asker = $1`

	saveWatcher = `INSERT INTO review_waits (interaction, game, record, person, guild, locale, black, token, message, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`
	// Only one message per person is updated.
	dropWatcher  = `DELETE FROM review_waits WHERE person = $1 AND game = $2 AND record = $3`
	readWatchers = `SELECT interaction, person, guild, locale, black, token, message, at FROM review_waits
		WHERE game = $1 AND record = $2 AND at > $3 ORDER BY at, interaction`
	sweepWatchers = `DELETE FROM review_waits WHERE at <= $1`
)

// Reviews stores the reviews of games and who waits for them.
type Reviews struct {
	db     *database.Connection
	outbox *jobs.Outbox
}

// Review reads a review. See [review.Store].
func (s *Reviews) Review(ctx context.Context, of review.Subject) (*review.Review, error) {
	r := &review.Review{Subject: of}
	found, err := database.One(ctx, s.db.Read, []any{&r.Asker, &r.Guild, columns.Millis(&r.Asked), columns.JSON(&r.Study)},
		readReview, of.Game, of.Record)
	if err != nil || !found {
		return nil, err
	}
	return r, nil
}

// BeginReview saves a new review and enqueues its job. See [review.Store].
func (s *Reviews) BeginReview(
	ctx context.Context, key string, r, older *review.Review, admit func(review.Load) error,
) error {
	return s.db.Locking("reviews").Act(ctx, key, func(tx *sql.Tx) error {
		if err := stillKept(ctx, tx, r.Record); err != nil {
			return err
		}
		var replaced time.Time
		if older != nil {
			replaced = older.Asked
		}
		other, err := database.Value[bool](ctx, tx, otherReview, r.Game, r.Record, columns.ToMillis(replaced))
		if err != nil || other {
			return err
		}
		load, err := reviewLoad(ctx, tx, r)
		if err == nil {
			err = admit(load)
		}
		if err == nil {
			err = database.Execute(ctx, tx,
				database.SQL(dropReview, r.Game, r.Record, columns.ToMillis(replaced)),
				database.SQL(beginReview, r.Game, r.Record, r.Asker, r.Guild, columns.ToMillis(r.Asked), columns.JSON(&r.Study)))
		}
		if err != nil {
			return err
		}
		return s.outbox.Enqueue(ctx, tx, []game.QueuedJob{{Job: review.Job{Subject: r.Subject}, At: r.Asked}})
	})
}

// stillKept refuses the review of a record that was deleted after it was read: its review was deleted with it, and no
// new one must follow. ID 0 is no record.
func stillKept(ctx context.Context, tx *sql.Tx, id record.ID) error {
	kept, err := database.Value[bool](ctx, tx, hasRecord, id)
	if err == nil && !kept && id != 0 {
		return &record.NotFoundError{ID: id}
	}
	return err
}

// SaveReview saves the progress of a review. See [review.Store].
func (s *Reviews) SaveReview(ctx context.Context, r *review.Review) error {
	var done int64
	if r.Study.Done() {
		done = s.db.Now()
	}
	return s.db.Tx(ctx, func(tx *sql.Tx) error {
		there, err := database.Changes(ctx, tx, saveReview, done, columns.JSON(&r.Study), r.Game, r.Record, columns.ToMillis(r.Asked))
		if err == nil && !there {
			return review.ErrGone
		}
		return err
	})
}

// reviewLoad counts the reviews that limit a new request.
func reviewLoad(ctx context.Context, tx *sql.Tx, r *review.Review) (load review.Load, err error) {
	into := []any{&load.InProgressByPerson, &load.LastDay, &load.InProgressInServer}
	_, err = database.One(ctx, tx, into, countReviews, r.Asker, r.Asked.Add(-24*time.Hour).UnixMilli(), r.Guild)
	return load, err
}

// Watch saves a watcher of a review. See [review.WatcherStore].
func (s *Reviews) Watch(ctx context.Context, of review.Subject, w review.Watcher) error {
	return s.db.Locking("reviews watched by "+string(w.Person)).Save(ctx, "",
		database.SQL(dropWatcher, w.Person, of.Game, of.Record),
		database.SQL(saveWatcher, w.Interaction, of.Game, of.Record, w.Person, w.Guild, w.Locale,
			w.Black, string(w.Token), w.Message, columns.ToMillis(w.At)),
		database.SQL(sweepWatchers, s.watchedSince()))
}

// watchedSince returns since when somebody must have watched whose interaction can be answered.
func (s *Reviews) watchedSince() int64 { return s.db.Clock().Add(-game.TokenLifetime).UnixMilli() }

// Watchers lists the watchers of a review. See [review.WatcherStore].
func (s *Reviews) Watchers(ctx context.Context, of review.Subject) ([]review.Watcher, error) {
	return database.All(ctx, s.db.Read, func(w *review.Watcher) []any {
		return []any{
			&w.Interaction, &w.Person, &w.Guild, &w.Locale, &w.Black, &w.Token, &w.Message, columns.Millis(&w.At),
		}
	}, readWatchers, of.Game, of.Record, s.watchedSince())
}

// Unwatch deletes a watcher. See [review.WatcherStore].
func (s *Reviews) Unwatch(ctx context.Context, interaction string) error {
	return s.db.Save(ctx, "", database.SQL(`DELETE FROM review_waits WHERE interaction = $1`, interaction))
}

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
