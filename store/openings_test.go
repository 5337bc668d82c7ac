package store_test

import (
	"testing"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// What was played on a server is counted by position, mirrored games with the others; what goes on is not.
func TestOpenings(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, false).ID, start, quickMate...)
		playOn(t, db, begin(t, db, "g", bob, alice, true).ID, start, quickMate[:2]...)
		playOn(t, db, begin(t, db, "h", bob, alice, true).ID, start, quickMate...)
		opening := board.NewRecord()
		openings := standing.NewExplorer(db.Standings, fairplay.New(fairplay.Engine{}, nil))
		for guild, want := range map[string]int{"g": 2, "h": 1, "i": 0, "": 0} {
			moves, err := openings.At(t.Context(), game.Act{Guild: guild}, &opening)
			must(t, err)
			games := 0
			for _, m := range moves {
				games += m.Games()
			}
			if games != want || len(moves) != min(want, 1) {
				t.Errorf("server %q: %d games in %+v, want %d", guild, games, moves, want)
			}
		}
	})
}
