package store_test

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// A disk that is full costs nobody anything but time: the act fails with an error that says why, nothing of it is saved, readers
// read on, and once there is room again the same game goes on.
func TestFullDisk(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "g", alice, bob, true)
		playOn(t, db, g.ID, start, quickMate[:5]...)
		before, err := db.Games.Game(t.Context(), g.ID)
		must(t, err)

		says, release := store.FillUp(t, db)
		mate := func(g *game.Game) error { return g.Play(bob, move(t, quickMate[5]), start) }
		for range 3 {
			_, err = db.Games.Update(t.Context(), "click", g.ID, func(g *game.Game) error {
				g.Board.Message = strings.Repeat("x", 1<<20) // what no page that happens to be free can hold
				return mate(g)
			})
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Fatalf("got %v, want an error that says that the disk is full", err)
			}
			after, err := db.Games.Game(t.Context(), g.ID)
			must(t, err)
			same(t, after, before)
		}
		release()
		after, err := db.Games.Update(t.Context(), "click", g.ID, mate)
		must(t, err)
		if winner, _ := db.Standings.Player(t.Context(), bob); after.State != game.Finished || winner.Correspondence.Wins != 1 {
			t.Errorf("the game is %v, its winner %+v", after.State, winner)
		}
	})
}
