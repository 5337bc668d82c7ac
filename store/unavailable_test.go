package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// A disk that is full costs nobody anything but time: the act fails with an error that says why, nothing of it is
// saved, readers read on, and once there is room again the same game goes on.
func TestFullDisk(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		g := begin(t, db, "g", alice, bob, true)
		playOn(t, db, g.ID, start, quickMate[:5]...)
		before := ok(db.Games.Game(t.Context(), g.ID))(t)

		says, release := store.FillUp(t, db)
		mate := func(g *game.Game) error { return game.Play(g, bob, move(t, quickMate[5]), start) }
		for range 3 {
			_, err := db.Games.Update(t.Context(), "click", g.ID, func(g *game.Game) error {
				g.Board.Message = strings.Repeat("x", 1<<20) // what no page that happens to be free can hold
				return mate(g)
			})
			if !errors.Is(err, game.ErrUnavailable) || !strings.Contains(err.Error(), says) {
				t.Fatalf("got %v, want an error that says that the disk is full, and that this may pass", err)
			}
			after := ok(db.Games.Game(t.Context(), g.ID))(t)
			same(t, after, before)
		}
		release()
		after := ok(db.Games.Update(t.Context(), "click", g.ID, mate))(t)
		if winner, _ := db.Standings.Player(t.Context(), bob); after.State != game.Finished || winner.Correspondence.Wins != 1 {
			t.Errorf("the game is %v, its winner %+v", after.State, winner)
		}
	})
}

// A database that another program has locked, and one that is read-only, fail the act with the cure for the log.
// Nothing of it is saved, and once the cause is gone the same act is done, without a restart.
func TestLockedAndReadOnlyDatabases(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		g := begin(t, db, "g", alice, bob, true)
		for n, test := range []struct {
			says  string
			cause func(testing.TB, *store.DB, string) (release func())
		}{
			{"another program has locked", store.LockOut},
			{"read-only", store.ReadOnly},
		} {
			before := ok(db.Games.Game(t.Context(), g.ID))(t)
			release := test.cause(t, db, source)
			act := func() error {
				_, err := db.Games.Update(t.Context(), fmt.Sprint("click ", n), g.ID, func(g *game.Game) error {
					return game.Play(g, []game.Person{alice, bob}[n], move(t, quickMate[n]), start)
				})
				return err
			}
			for range 2 {
				if err := act(); !errors.Is(err, game.ErrUnavailable) || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got %v, want an error that says %q, and that this may pass", err, test.says)
				}
			}
			after := ok(db.Games.Game(t.Context(), g.ID))(t)
			same(t, after, before)
			release()
			must(t, act())
		}
	})
}
