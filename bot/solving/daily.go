package solving

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/puzzle"
)

// DayStore keeps what people have done of the puzzles of days. Package store implements it on a database.
type DayStore interface {
	// Try finds the first try of a person at a puzzle; ok is false where there is none.
	Try(ctx context.Context, p game.Person, id string) (t Try, ok bool, err error)

	// Tries counts the first tries at a puzzle that were made in a guild from a time on, and how many of them solved it.
	Tries(ctx context.Context, guild, id string, from time.Time) (tried, solved int, err error)
}

// Days are the puzzles of days: one for each day of UTC, the same for everybody.
type Days struct {
	store DayStore
	list  []*puzzle.Puzzle
	now   func() time.Time
}

// reserved reports whether a puzzle is kept for a day. Nobody is given such a puzzle before.
func reserved(p *puzzle.Puzzle) bool { return lotOf(p.ID())%8 == 0 }

func lotOf(id string) uint64 {
	lot := fnv.New64a()
	lot.Write([]byte("day "))
	lot.Write([]byte(id))
	return lot.Sum64()
}

// NewDays joins a store, the puzzles and a clock: game.Service.Now. Without a puzzle kept for days it panics.
func NewDays(store DayStore, set *puzzle.Set, now func() time.Time) *Days {
	list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return !reserved(p) })
	if len(list) == 0 {
		panic("solving: no puzzle is kept for days")
	}
	slices.SortFunc(list, func(a, b *puzzle.Puzzle) int { return cmp.Compare(lotOf(a.ID())/8, lotOf(b.ID())/8) })
	return &Days{store, list, now}
}

const day = 24 * time.Hour

// of is the puzzle of the day that begins then.
func (s *Days) of(begins time.Time) *puzzle.Puzzle {
	return s.list[int(begins.Unix()/int64(day/time.Second))%len(s.list)]
}

// Counts are how many people of a server tried a puzzle on its day or later, and how many of them solved it at once.
type Counts struct{ Tried, Solved int }

// Today is the puzzle of the day as one person sees it.
type Today struct {
	Puzzle *puzzle.Puzzle
	Begins time.Time // of the day; the next one begins 24 hours later
	// Tried and Solved are about the person's first try.
	Tried, Solved bool
	// Streak is on how many days in a row the person has solved the puzzle of the day on that day: up to today, or up to
	// yesterday as long as today's is not tried.
	Streak int
	// Here is about the server. Before is the puzzle of yesterday, and ThereBefore what came of it.
	Here        Counts
	Before      *puzzle.Puzzle
	ThereBefore Counts
}

// mostStreak bounds the days that are looked at.
const mostStreak = 366

// Today tells a person what there is to know of the puzzle of the day. Guild is empty in direct messages.
func (s *Days) Today(ctx context.Context, p game.Person, guild string) (Today, error) {
	begins := s.now().UTC().Truncate(day)
	t := Today{Puzzle: s.of(begins), Begins: begins, Before: s.of(begins.Add(-day))}
	var err error
	if t.Tried, t.Solved, err = s.tried(ctx, p, begins); err != nil {
		return t, err
	}
	if t.Solved {
		t.Streak++
	}
	for back := 1; (t.Solved || !t.Tried) && back < mostStreak; back++ {
		_, solved, err := s.tried(ctx, p, begins.Add(-time.Duration(back)*day))
		if err != nil {
			return t, err
		}
		if !solved {
			break
		}
		t.Streak++
	}
	if guild == "" {
		return t, nil
	}
	if t.Here, err = s.counts(ctx, guild, t.Puzzle, begins); err == nil {
		t.ThereBefore, err = s.counts(ctx, guild, t.Before, begins.Add(-day))
	}
	return t, err
}

// tried finds out whether a person tried the puzzle of a day on that day, and solved it.
func (s *Days) tried(ctx context.Context, p game.Person, begins time.Time) (tried, solved bool, err error) {
	t, ok, err := s.store.Try(ctx, p, s.of(begins).ID())
	if err != nil || !ok || t.At.Before(begins) || !t.At.Before(begins.Add(day)) {
		return false, false, err
	}
	return true, t.Solved, nil
}

func (s *Days) counts(ctx context.Context, guild string, p *puzzle.Puzzle, from time.Time) (Counts, error) {
	tried, solved, err := s.store.Tries(ctx, guild, p.ID(), from)
	return Counts{tried, solved}, err
}
