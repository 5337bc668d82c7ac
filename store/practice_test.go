package store_test

import (
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/store"
)

// What a person makes of a mistake takes the place of what they made of it before.
func TestMistakes(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		m := review.Mistake{Game: 3, Ply: 14, Step: 1, Due: start.Add(time.Hour)}
		must(t, db.Reviews.SaveMistake(t.Context(), "key", alice, m))
		if err := db.Reviews.SaveMistake(t.Context(), "key", alice, m); !errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
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
