package store_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/store"
)

// try has a person try a puzzle on a day, and returns whether it counts for that day.
func try(t *testing.T, db *store.DB, p game.Person, puzzle string, day int, solved bool) bool {
	t.Helper()
	one := solving.Try{
		Person: p, Guild: "g", Puzzle: puzzle, Solved: solved, At: start.Add(time.Duration(day) * time.Hour), Day: day,
	}
	_, onDay, err := db.Puzzles.SaveTry(t.Context(), "", one, func(s *solving.Solver, r *glicko.Rating) {
		s.Rating, *r = glicko.Initial(), glicko.Initial()
	})
	must(t, err)
	return onDay
}

// A day keeps the puzzle that it was given first, unless that one is to be replaced.
func TestPuzzlesOfDays(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		p := open(t, source, store.Options{}).Puzzles
		set := func(day int, instead, id string, want map[string]int) string {
			t.Helper()
			got := ok(p.SetDayPuzzle(t.Context(), day, instead, func(last map[string]int) string {
				alike(t, last, want)
				return id
			}))(t)
			read, err := p.DayPuzzle(t.Context(), day)
			if err != nil || read != got {
				t.Errorf("day %d was given %q and has %q, %v", day, got, read, err)
			}
			return got
		}
		if id, err := p.DayPuzzle(t.Context(), 7); err != nil || id != "" {
			t.Errorf("before: %q, %v", id, err)
		}
		steps := []string{
			set(7, "", "one", map[string]int{}),
			set(7, "", "two", nil), // another process was first
			set(9, "", "one", map[string]int{"one": 7}),
			set(8, "", "two", map[string]int{"one": 9}),
			set(7, "one", "three", map[string]int{"one": 9, "two": 8}),
			set(7, "one", "two", nil),
		}
		if want := []string{"one", "one", "one", "two", "three", "three"}; !slices.Equal(steps, want) {
			t.Errorf("the puzzles were %v, want %v", steps, want)
		}
	})
}

// A try counts for the latest day with its puzzle, also where the puzzle was tried on an earlier one; what is tried
// later than on that day counts for the server, but for no streak.
func TestTriesOfDays(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		p := db.Puzzles
		for day, id := range map[int]string{7: "a", 8: "b", 9: "c", 10: "a", 11: "d"} {
			ok(p.SetDayPuzzle(t.Context(), day, "", func(map[string]int) string { return id }))(t)
		}
		for i, c := range []struct {
			person game.Person
			puzzle string
			day    int
			solved bool
			counts bool // for the day
		}{
			{bob, "a", 7, true, true},
			{bob, "b", 7, true, true}, // where it is day 8 already
			{bob, "b", 8, false, false},
			{bob, "c", 9, true, true},
			{bob, "a", 10, true, true}, // once more, the day's again
			{bob, "a", 10, true, false},
			{bob, "other", 10, true, false},
			{bob, "d", 12, true, false}, // too late
			{alice, "a", 8, true, false},
			{alice, "a", 10, false, true},
			{alice, "a", 10, true, false},
		} {
			if counts := try(t, db, c.person, c.puzzle, c.day, c.solved); counts != c.counts {
				t.Errorf("try %d counts for the day: %v, want %v", i, counts, c.counts)
			}
		}
		for _, c := range []struct {
			person        game.Person
			day           int
			tried, solved bool
			streak        int
		}{
			{bob, 6, false, false, 0}, {bob, 7, true, true, 1}, {bob, 8, true, true, 2}, {bob, 10, true, true, 4},
			{bob, 11, false, false, 4}, {alice, 7, false, false, 0}, {alice, 10, true, false, 0},
		} {
			tried, solved, err := p.DayTry(t.Context(), c.person, c.day)
			must(t, err)
			streak := ok(p.Streak(t.Context(), c.person, c.day))(t)
			if tried != c.tried || solved != c.solved || streak != c.streak {
				t.Errorf("%s on day %d: %v, %v and a streak of %d, want %+v", c.person, c.day, tried, solved, streak, c)
			}
		}
		for _, c := range []struct {
			guild         string
			day           int
			tried, solved int
			solvers       []game.Person
		}{
			{"g", 7, 2, 2, []game.Person{bob, alice}}, {"g", 10, 2, 1, []game.Person{bob}}, {"g", 11, 1, 1, []game.Person{bob}},
			{"g", 12, 0, 0, nil}, {"h", 7, 0, 0, nil},
		} {
			tried, solved, err := p.DayTries(t.Context(), c.guild, c.day)
			must(t, err)
			solvers := ok(db.Posts.SolversOf(t.Context(), c.guild, c.day, 10))(t)
			if tried != c.tried || solved != c.solved || !slices.Equal(solvers, c.solvers) {
				t.Errorf("day %d in %s: %d of %d, %v, want %+v", c.day, c.guild, solved, tried, solvers, c)
			}
		}
		if first, err := db.Posts.SolversOf(t.Context(), "g", 7, 1); err != nil || !slices.Equal(first, []game.Person{bob}) {
			t.Errorf("the first solver of day 7: %v, %v", first, err)
		}
	})
}
