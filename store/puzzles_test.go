package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
	"xiangqibot/store"
)

// Only the first try at a puzzle is kept, with both ratings after it; a guild's best are those who tried one there.
func TestTries(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		p := db.Puzzles
		try := solving.Try{Person: bob, Guild: "9", Puzzle: "abcdef", Solved: true, At: start, Day: 7}
		rate := func(points float64) func(*solving.Solver, *glicko.Rating) {
			return func(s *solving.Solver, r *glicko.Rating) {
				s.Tried, s.At, s.Rating = s.Tried+1, start, glicko.Rating{R: points, RD: 100, Vol: 0.06}
				*r = glicko.Rating{R: r.R + 1, RD: 90, Vol: 0.05}
			}
		}
		first, _, err := p.SaveTry(t.Context(), "key", try, rate(1300))
		must(t, err)
		if !first {
			t.Error("the first try is none")
		}
		if _, _, err := p.SaveTry(t.Context(), "key", try, rate(1)); !errors.Is(err, game.AlreadyDone) {
			t.Errorf("the same key again: %v", err)
		}
		if first, _, err = p.SaveTry(t.Context(), "", try, rate(1)); err != nil || first {
			t.Errorf("the second try: %v, %v", first, err)
		}
		solver, ok, err := p.Solver(t.Context(), bob)
		if err != nil || !ok || solver.Rating.R != 1300 || solver.Tried != 1 || !solver.At.Equal(start) {
			t.Errorf("%+v, %v, %v", solver, ok, err)
		}
		if _, ok, err := p.Solver(t.Context(), alice); ok || err != nil {
			t.Errorf("somebody who tried nothing: %v, %v", ok, err)
		}
		ratings := 0.0 // of the puzzle, which grows by one with each try
		missed := solving.Try{Person: alice, Guild: "9", Puzzle: "abcdef", At: start.Add(time.Hour), Day: 8}
		_, _, err = p.SaveTry(t.Context(), "", missed, func(s *solving.Solver, r *glicko.Rating) {
			rate(1400)(s, r)
			ratings = r.R
		})
		must(t, err)
		if ratings != 2 {
			t.Errorf("the puzzle is rated %v after two tries", ratings)
		}
		for person, solves := range map[game.Person]bool{alice: false, bob: true} {
			tried, err := p.Tried(t.Context(), person)
			if solved, known := tried["abcdef"]; err != nil || len(tried) != 1 || !known || solved != solves {
				t.Errorf("%s tried %v, %v", person, tried, err)
			}
		}
		best, err := p.BestSolvers(t.Context(), "9", 1, 10)
		if err != nil || len(best) != 2 || best[0].Person != alice || best[1].Person != bob {
			t.Errorf("the best: %+v, %v", best, err)
		}
		for _, c := range []struct {
			guild string
			tried int
		}{{"9", 2}, {"8", 1}} {
			if best, err := p.BestSolvers(t.Context(), c.guild, c.tried, 10); err != nil || len(best) != 0 {
				t.Errorf("%v: %+v, %v", c, best, err)
			}
		}
	})
}

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
