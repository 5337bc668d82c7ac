package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/store/database"
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

	countReviews = `SELECT COUNT(*) FILTER (WHERE done = 0), COUNT(*) FILTER (WHERE asked > $2) FROM reviews WHERE asker = $1`
	reviewsHere  = `SELECT COUNT(*) FROM reviews WHERE guild = $1 AND done = 0`

	saveWatcher = `INSERT INTO review_waits (interaction, game, record, person, guild, locale, black, token, message, at, channel, posted)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`
	// Only one message per person is updated.
	dropWatcher  = `DELETE FROM review_waits WHERE person = $1 AND game = $2 AND record = $3`
	readWatchers = `SELECT interaction, person, guild, locale, black, token, message, at, channel, posted FROM review_waits
		WHERE game = $1 AND record = $2 AND (at > $3 OR posted <> '' AND at > $4) ORDER BY at, interaction`
	sweepWatchers = `DELETE FROM review_waits WHERE at <= $1 AND (posted = '' OR at <= $2)`
)

// Reviews stores the reviews of games and who waits for them.
type Reviews struct {
	*connection
	outbox *outbox
}

// Review reads a review. See [review.Store].
func (s *Reviews) Review(ctx context.Context, of review.Subject) (*review.Review, error) {
	r := &review.Review{Subject: of}
	var asked int64
	var data string
	err := s.read.QueryRowContext(ctx, readReview, of.Game, of.Record).Scan(&r.Asker, &r.Guild, &asked, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	r.Asked = fromMillis(asked)
	if err == nil {
		err = json.Unmarshal([]byte(data), &r.Study)
	}
	if err != nil {
		return nil, fmt.Errorf("read the review of %+v: %w", of, err)
	}
	return r, nil
}

// BeginReview saves a new review and enqueues its job. See [review.Store].
func (s *Reviews) BeginReview(
	ctx context.Context, key string, r, older *review.Review, admit func(review.Load) error,
) error {
	err := s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if err := s.hold(ctx, tx, "reviews"); err != nil { // which are counted
			return err
		}
		if err := stillKept(ctx, tx, r.Record); err != nil {
			return err
		}
		var replaced time.Time
		if older != nil {
			replaced = older.Asked
		}
		other := false
		err := tx.QueryRowContext(ctx, otherReview, r.Game, r.Record, toMillis(replaced)).Scan(&other)
		if err != nil || other {
			return err
		}
		load, err := reviewLoad(ctx, tx, r)
		if err == nil {
			err = admit(load)
		}
		if err != nil {
			return err
		}
		return s.begin(ctx, tx, r, replaced)
	})
	return unlessRefused(err, "begin the review of %+v", r.Subject)
}

// begin writes a new review in place of the one requested at the time replaced; zero: there is none.
func (s *Reviews) begin(ctx context.Context, tx *sql.Tx, r *review.Review, replaced time.Time) error {
	data, err := json.Marshal(r.Study)
	if err == nil && !replaced.IsZero() {
		_, err = tx.ExecContext(ctx, dropReview, r.Game, r.Record, toMillis(replaced))
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, beginReview, r.Game, r.Record, r.Asker, r.Guild, toMillis(r.Asked), string(data))
	}
	if err != nil {
		return err
	}
	return s.outbox.enqueue(ctx, tx, []game.QueuedJob{{Job: review.Job{Subject: r.Subject}, At: r.Asked}})
}

// stillKept refuses the review of a record that was deleted after it was read: its review was deleted with it, and no
// new one must follow. ID 0 is no record.
func stillKept(ctx context.Context, tx *sql.Tx, id record.ID) error {
	if id == 0 {
		return nil
	}
	kept := false
	if err := tx.QueryRowContext(ctx, hasRecord, id).Scan(&kept); err != nil {
		return fmt.Errorf("check for record %d: %w", id, err)
	}
	if !kept {
		return &record.NotFoundError{ID: id}
	}
	return nil
}

// SaveReview saves the progress of a review. See [review.Store].
func (s *Reviews) SaveReview(ctx context.Context, r *review.Review) error {
	data, err := json.Marshal(r.Study)
	if err != nil {
		return fmt.Errorf("save the review of %+v: %w", r.Subject, err)
	}
	var done int64
	if r.Study.Done() {
		done = s.now()
	}
	return s.tx(ctx, func(tx *sql.Tx) error {
		saved, err := tx.ExecContext(ctx, saveReview, done, string(data), r.Game, r.Record, toMillis(r.Asked))
		if err != nil {
			return fmt.Errorf("save the review of %+v: %w", r.Subject, err)
		}
		if n, err := saved.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return review.ErrGone
	})
}

// reviewLoad counts the reviews that limit a new request.
func reviewLoad(ctx context.Context, tx *sql.Tx, r *review.Review) (load review.Load, err error) {
	err = tx.QueryRowContext(ctx, countReviews, r.Asker, r.Asked.Add(-24*time.Hour).UnixMilli()).
		Scan(&load.InProgressByPerson, &load.LastDay)
	if err == nil {
		err = tx.QueryRowContext(ctx, reviewsHere, r.Guild).Scan(&load.InProgressInServer)
	}
	return load, err
}

// Watch saves a watcher of a review. See [review.WatcherStore].
func (s *Reviews) Watch(ctx context.Context, of review.Subject, w review.Watcher) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		err := s.hold(ctx, tx, "reviews watched by "+string(w.Person))
		if err == nil {
			_, err = tx.ExecContext(ctx, dropWatcher, w.Person, of.Game, of.Record)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, saveWatcher, w.Interaction, of.Game, of.Record, w.Person, w.Guild, w.Locale,
				w.Black, string(w.Token), w.Message, toMillis(w.At), w.Channel, w.Posted)
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, sweepWatchers, s.clock().Add(-game.TokenLifetime).UnixMilli(), s.clock().Add(-review.WatchLife).UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("save a watcher of the review of %+v: %w", of, err)
		}
		return nil
	})
}

// Watchers lists the watchers of a review. See [review.WatcherStore].
func (s *Reviews) Watchers(ctx context.Context, of review.Subject) ([]review.Watcher, error) {
	rows, err := s.read.QueryContext(ctx, readWatchers, of.Game, of.Record,
		s.clock().Add(-game.TokenLifetime).UnixMilli(), s.clock().Add(-review.WatchLife).UnixMilli())
	var watchers []review.Watcher
	if err == nil {
		watchers, err = database.Collect(rows, func(rows *sql.Rows) (w review.Watcher, err error) {
			var at int64
			var token string
			err = rows.Scan(&w.Interaction, &w.Person, &w.Guild, &w.Locale, &w.Black, &token, &w.Message, &at, &w.Channel, &w.Posted)
			w.Token, w.At = game.Secret(token), fromMillis(at)
			return w, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the watchers of the review of %+v: %w", of, err)
	}
	return watchers, nil
}

// Unwatch deletes a watcher. See [review.WatcherStore].
func (s *Reviews) Unwatch(ctx context.Context, interaction string) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM review_waits WHERE interaction = $1`, interaction); err != nil {
			return fmt.Errorf("delete the watcher with interaction %s: %w", interaction, err)
		}
		return nil
	})
}
