package solving_test

import (
	"context"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
)

func (m *memory) Try(_ context.Context, p game.Person, id string) (solving.Try, bool, error) {
	for _, t := range m.tries {
		if t.Person == p && t.Puzzle == id {
			return t, true, nil
		}
	}
	return solving.Try{}, false, nil
}

func (m *memory) Tries(_ context.Context, guild, id string, from time.Time) (tried, solved int, err error) {
	for _, t := range m.tries {
		if t.Guild == guild && t.Puzzle == id && !t.At.Before(from) {
			tried++
			if t.Solved {
				solved++
			}
		}
	}
	return tried, solved, nil
}

// A streak counts the days in a row whose puzzle was solved on its day; today's does not break it until it is missed.
func TestStreak(t *testing.T) {
	m := &memory{}
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	days := solving.NewDays(m, puzzle.Standard(), func() time.Time { return now })
	seen := map[string]bool{}
	for i, c := range []struct {
		solves, misses bool
		streak         int // before and after the try
		after          int
	}{
		{solves: true, streak: 0, after: 1},
		{solves: true, streak: 1, after: 2},
		{misses: true, streak: 2, after: 0},
		{solves: true, streak: 0, after: 1},
		{streak: 1, after: 1}, // not tried at all
		{solves: true, streak: 0, after: 1},
	} {
		got, err := days.Today(t.Context(), "1", "g")
		if err != nil || got.Streak != c.streak || got.Tried || seen[got.Puzzle.ID()] {
			t.Errorf("day %d: %+v, %v, want a streak of %d", i, got, err, c.streak)
		}
		seen[got.Puzzle.ID()] = true
		if c.solves || c.misses {
			m.tries = append(m.tries, solving.Try{Person: "1", Guild: "g", Puzzle: got.Puzzle.ID(), Solved: c.solves, At: now})
		}
		after, err := days.Today(t.Context(), "1", "g")
		if err != nil || after.Streak != c.after || after.Solved != c.solves {
			t.Errorf("day %d, after the try: %+v, %v, want a streak of %d", i, after, err, c.after)
		}
		if c.solves && after.Here != (solving.Counts{Tried: 1, Solved: 1}) {
			t.Errorf("day %d: here %+v", i, after.Here)
		}
		now = now.Add(24 * time.Hour)
	}
	late, err := days.Today(t.Context(), "1", "g")
	if err != nil || late.ThereBefore.Tried != 1 || !seen[late.Before.ID()] {
		t.Errorf("yesterday: %+v, %v", late.ThereBefore, err)
	}
}
