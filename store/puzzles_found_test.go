package store_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store"
)

// A puzzle from a game is kept once for each server, the latest come first, and one that cannot be read is found.
func TestFoundPuzzles(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		known := puzzle.Standard().All()[:2]
		save := func(guild string, p *puzzle.Puzzle, id game.ID, after time.Duration) {
			t.Helper()
			must(t, db.Puzzles.SaveFound(t.Context(), solving.FoundPuzzle{Guild: guild, Game: id, Puzzle: p, At: start.Add(after)}))
		}
		save("9", known[0], 1, 0)
		save("9", known[1], 2, time.Hour)
		save("9", known[0], 3, 2*time.Hour) // in another game, and no news
		save("8", known[0], 4, 0)
		for _, c := range []struct {
			guild string
			limit int
			want  []string
		}{
			{"9", 10, []string{known[1].ID(), known[0].ID()}},
			{"9", 1, []string{known[1].ID()}},
			{"8", 10, []string{known[0].ID()}},
			{"7", 10, nil},
		} {
			found := ok(db.Puzzles.Found(t.Context(), c.guild, c.limit))(t)
			var ids []string
			for i := range found {
				ids = append(ids, found[i].ID())
			}
			if !slices.Equal(ids, c.want) {
				t.Errorf("server %s has %v, want %v", c.guild, ids, c.want)
			}
		}
	})
}
