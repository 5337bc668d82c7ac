package store_test

import (
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/store"
)

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

// An ending is won by a game of one's own against the bot, in which there was no hint.
func TestWonFrom(t *testing.T) {
	const fen = "9/4ak3/3a5/9/9/9/9/9/R8/4K4 w - - 0 1"
	p := testcases.Position(t, fen)
	eachDB(t, func(t *testing.T, db *store.DB) {
		play := func(who game.Person, outcome rules.Outcome, hints game.Hints) {
			t.Helper()
			ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				spec := game.ChallengeSpec{ColorChoice: game.WantRed, Level: 10, Start: p}
				if err := g.Blank().Offer(game.Act{Actor: who, Channel: "c"}, spec, game.Terms{Rules: "asian"}, start); err != nil {
					return err
				}
				g.State, g.Outcome, g.Hints = game.Finished, outcome, hints
				return nil
			}))(t)
		}
		play(alice, rules.BlackWins, nil)
		play(alice, rules.RedWins, game.Hints{{Step: 1}})
		if won, err := db.Games.WonFrom(t.Context(), alice); err != nil || len(won) != 0 {
			t.Errorf("lost, and won with help: %v, %v", won, err)
		}
		play(alice, rules.RedWins, nil)
		play(alice, rules.RedWins, nil)
		if won, err := db.Games.WonFrom(t.Context(), alice); err != nil || len(won) != 1 || won[0] != fen {
			t.Errorf("%v, %v; want %s", won, err, fen)
		}
		if won, err := db.Games.WonFrom(t.Context(), bob); err != nil || len(won) != 0 {
			t.Errorf("somebody else: %v, %v", won, err)
		}
	})
}
