package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// Only the deadlines of today wait: an act withdraws those before it, and none are left when the game is over.
func TestOnlyTheNextDeadlinesWait(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		waiting := func(want int) {
			t.Helper()
			if n := count(t, db, `SELECT count(*) FROM river_job WHERE kind IN ('lapse', 'flag', 'remind')`); n != want {
				t.Errorf("%d deadlines wait, want %d", n, want)
			}
		}
		offer := func(g *game.Game) error {
			spec := game.ChallengeSpec{
				Opponent: bob, ColorChoice: game.WantRed, Conditions: game.Conditions{Time: game.TimeControl{PerMove: 3 * day}},
			}
			return g.Blank().Offer(game.Act{Actor: alice, Channel: "c"}, spec, game.Terms{Rules: "asian", Life: time.Hour}, clk.Now())
		}
		first, err := db.Games.Create(t.Context(), "", offer)
		must(t, err)
		waiting(1)
		other, err := db.Games.Create(t.Context(), "", offer)
		must(t, err)
		waiting(2)
		for _, g := range []*game.Game{first, other} {
			_, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return g.Challenge().Accept(bob, board.Red, clk.Now()) })
			must(t, err)
		}
		waiting(6) // a flag and two reminders each
		for n := range 6 {
			_, err := db.Games.Update(t.Context(), fmt.Sprint("move ", n), first.ID, func(g *game.Game) error { return shuffle(g, 1) })
			must(t, err)
			waiting(6)
		}
		// What changes no deadline leaves them, and what fails, too.
		_, err = db.Games.Update(t.Context(), "", first.ID, func(g *game.Game) error { return g.Draws().Offer(g.Seats[g.Turn()].Person, clk.Now()) })
		must(t, err)
		_, err = db.Games.Update(context.Background(), "refused", first.ID, func(g *game.Game) error { return errors.Join(shuffle(g, 1), errors.New("no")) })
		if err == nil {
			t.Error("what fails did not")
		}
		waiting(6)
		_, err = db.Games.Update(t.Context(), "", first.ID, func(g *game.Game) error { return g.Resign(alice, clk.Now()) })
		must(t, err)
		waiting(3)
	})
}
