package store_test

import (
	"testing"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/testcases"
	"xiangqibot/store"
)

// What was played on a server is counted by position, mirrored games with the others; what goes on is not.
func TestOpenings(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, false).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, true).ID, start, quickMate[:2]...)
		playOn(t, db, begin(t, db, "h", bob, alice, true).ID, start, quickMate...)
		opening := board.NewRecord()
		openings := standing.NewExplorer(db.Standings, fairplay.New(fairplay.Engine{}, nil))
		counts := func(e *standing.Explored) (here, own int) {
			for _, m := range e.InServer {
				here += m.Games()
			}
			for _, m := range e.Own {
				own += m.Games()
			}
			return here, own
		}
		for _, c := range []struct {
			guild              string
			actor              game.Person
			here, own, samples int
		}{{"g", alice, 2, 3, 3}, {"h", carol, 1, 0, 1}, {"i", carol, 0, 0, 0}, {"", bob, 0, 3, 3}} {
			e := ok(openings.At(t.Context(), game.Act{Actor: c.actor, Guild: c.guild}, &opening))(t)
			here, own := counts(&e)
			if here != c.here || len(e.InServer) > 1 || own != c.own || len(e.Own) > 1 || len(e.Samples) != c.samples {
				t.Errorf("%s on server %q: %+v, want %+v", c.actor, c.guild, e, c)
			}
		}
		// a game shows the position after one move, or its mirror image, once
		first := testcases.Move(t, quickMate[0])
		opening.Moves = []board.Move{book.Mirror(first)}
		e := ok(openings.At(t.Context(), game.Act{Actor: alice, Guild: "g"}, &opening))(t)
		for _, s := range e.Samples {
			if s.Ply != 1 {
				t.Errorf("game %d has the position after %d plies", s.Game, s.Ply)
			}
		}
		if len(e.Samples) != 3 || e.Samples[0].Game <= e.Samples[1].Game {
			t.Errorf("samples %+v, want three, the latest first", e.Samples)
		}
	})
}
