package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/store"
)

// reviewed is a review that alice asks for, of a game with some moves of quickMate.
func reviewed(t *testing.T, of review.Subject, moves int, at time.Time) *review.Review {
	t.Helper()
	rec := board.NewRecord()
	for _, text := range quickMate[:moves] {
		must(t, rec.Play(move(t, text)))
	}
	s := ok(study.New(&rec, study.Plan{First: 100}, rules.Asian()))(t)
	return &review.Review{Subject: of, Asker: alice, Guild: "9", Asked: at, Study: s}
}

// anyLoad begins a review whatever weighs on the engine.
func anyLoad(review.Load) error { return nil }

// loaded checks what weighs on the engine when alice asks for one more review, which is not begun.
func loaded(t *testing.T, db *store.DB, at time.Time, want review.Load) {
	t.Helper()
	full := errors.New("full")
	err := db.Reviews.BeginReview(t.Context(), "", reviewed(t, review.Subject{Game: 99}, 2, at), nil, func(load review.Load) error {
		if load != want {
			t.Errorf("the load is %+v, want %+v", load, want)
		}
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("over the limit: %v", err)
	}
	if r, err := db.Reviews.Review(t.Context(), review.Subject{Game: 99}); r != nil || err != nil {
		t.Errorf("over the limit there is %v, %v", r, err)
	}
}

// Of reviews that a person asks for at the same moment no more begin than are admitted.
func TestReviewsAreCountedAsTheyBegin(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		begun := atOnce(t, 8, review.InProgress, func(n int) error {
			r := reviewed(t, review.Subject{Game: game.ID(n + 1)}, 2, start)
			return db.Reviews.BeginReview(t.Context(), "", r, nil, func(load review.Load) error {
				if load.InProgressByPerson > 0 {
					return &game.Refusal{Code: review.InProgress}
				}
				return nil
			})
		})
		if begun != 1 {
			t.Errorf("%d are under way", begun)
		}
	})
}

// A review is kept with its job, written down on the way, replaced by one of more moves, and goes with what it is of.
func TestReviews(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		ctx := t.Context()
		db := open(t, source, store.Options{})
		of := review.Subject{Game: 7}
		if r, err := db.Reviews.Review(ctx, of); r != nil || err != nil {
			t.Fatalf("there is %v, %v", r, err)
		}
		first := reviewed(t, of, 2, start)
		must(t, db.Reviews.BeginReview(ctx, "k", first, nil, anyLoad))
		refused(t, db.Reviews.BeginReview(ctx, "k", first, nil, anyLoad), game.AlreadyDone)
		must(t, db.Reviews.BeginReview(ctx, "", reviewed(t, of, 4, start.Add(time.Second)), nil, anyLoad)) // at the same moment: the first stays
		loaded(t, db, start.Add(time.Hour), review.Load{InProgressByPerson: 1, InProgressInServer: 1, LastDay: 1})

		for !first.Study.Done() {
			must(t, first.Study.Step(ctx, shallow))
		}
		must(t, db.Reviews.SaveReview(ctx, first))
		got := ok(db.Reviews.Review(ctx, of))(t)
		if moves := got.Study.Record().Moves; !got.Study.Done() || got.Asker != alice || got.Guild != "9" || !got.Asked.Equal(start) || len(moves) != 2 {
			t.Errorf("read back: %+v", got)
		}
		loaded(t, db, start.Add(24*time.Hour), review.Load{}) // it is done, and was asked for a day ago

		longer := reviewed(t, of, 4, start.Add(time.Minute))
		must(t, db.Reviews.BeginReview(ctx, "", longer, got, anyLoad))
		if err := db.Reviews.SaveReview(ctx, first); !errors.Is(err, review.ErrGone) {
			t.Errorf("the older one is saved: %v", err)
		}

		kept := ok(db.Records.SaveRecord(ctx, "", record.Saved{Owner: alice, At: start, File: []byte("x")}, plenty))(t)
		theirs := review.Subject{Record: kept}
		must(t, db.Reviews.BeginReview(ctx, "", reviewed(t, theirs, 2, start), nil, anyLoad))
		must(t, db.Privacy.Erase(ctx, "", alice, func(*game.Game) error { return nil }))
		if r, err := db.Reviews.Review(ctx, theirs); r != nil || err != nil {
			t.Errorf("the review of a deleted record: %v, %v", r, err)
		}
		if r, err := db.Reviews.Review(ctx, of); err != nil || r.Asker != "" {
			t.Errorf("the review of a game after its asker was deleted: %v, %v", r, err)
		}

		// With the oldest records their reviews go.
		var last record.ID
		for range 2 {
			last = ok(db.Records.SaveRecord(ctx, "", record.Saved{Owner: bob, At: start, File: []byte("x")}, record.Quota{Records: 1, Bytes: 9}))(t)
			must(t, db.Reviews.BeginReview(ctx, "", reviewed(t, review.Subject{Record: last}, 2, start), nil, anyLoad))
		}
		for id, want := range map[record.ID]bool{last - 1: false, last: true} {
			if r, err := db.Reviews.Review(ctx, review.Subject{Record: id}); err != nil || (r != nil) != want {
				t.Errorf("the review of record %d: %v, %v", id, r, err)
			}
		}

		// A review that is asked for after its record was deleted would never be removed.
		gone(t, db.Reviews.BeginReview(ctx, "", reviewed(t, review.Subject{Record: last - 1}, 2, start), nil, anyLoad))
	})
}

// shallow is a search that finds nothing.
func shallow(_ context.Context, _ *board.Record, _ engine.Limits) (engine.Result, error) {
	return engine.Result{}, nil
}

// Who waits is known until told, or until the message can no longer be changed; a person waits by one message.
func TestWatchers(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		ctx, now := t.Context(), start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		of := review.Subject{Record: 3}
		one := review.Watcher{
			Person: alice, Guild: "9", Locale: "vi", Black: true, Interaction: "11", Token: "t", Message: "@original", At: start,
		}
		other := review.Watcher{Person: bob, Interaction: "12", Token: "u", Message: "77", At: start.Add(time.Minute)}
		third := review.Watcher{Person: carol, Interaction: "13", Token: "v", Message: "88", At: start.Add(2 * time.Minute)}
		for _, w := range []review.Watcher{{Person: alice, Interaction: "10", Token: "s", At: start}, one, other, third} {
			must(t, db.Reviews.Watch(ctx, of, w))
		}
		check := func(want ...review.Watcher) {
			t.Helper()
			alike(t, ok(db.Reviews.Watchers(ctx, of))(t), want)
		}
		check(one, other, third)
		now = start.Add(game.TokenLifetime)
		check(other, third)
		must(t, db.Reviews.Unwatch(ctx, "12"))
		check(third)
		now = third.At.Add(game.TokenLifetime)
		check()
	})
}

// What a person makes of a mistake takes the place of what they made of it before.
func TestMistakes(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		m := review.Mistake{Game: 3, Ply: 14, Step: 1, Due: start.Add(time.Hour)}
		must(t, db.Reviews.SaveMistake(t.Context(), "key", alice, m))
		if err := db.Reviews.SaveMistake(t.Context(), "key", alice, m); !errors.Is(err, game.AlreadyDone) {
			t.Errorf("the same key again: %v", err)
		}
		m.Step, m.Due = 2, start.Add(3*time.Hour)
		must(t, db.Reviews.SaveMistake(t.Context(), "", alice, m))
		all, err := db.Reviews.Mistakes(t.Context(), alice)
		if err != nil || len(all) != 1 || all[0] != m {
			t.Errorf("%+v, %v; want %+v", all, err, m)
		}
		if others, err := db.Reviews.Mistakes(t.Context(), bob); err != nil || len(others) != 0 {
			t.Errorf("somebody else: %+v, %v", others, err)
		}
		if played, err := db.Reviews.ReviewsOf(t.Context(), alice, 20); err != nil || len(played) != 0 {
			t.Errorf("reviews of nothing: %+v, %v", played, err)
		}
	})
}
