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

// Shifts know when the days of servers begin: a PostStore.
type Shifts interface {
	// Post reads what a server has chosen; ok is false where it has nothing posted.
	Post(ctx context.Context, guild string) (p Post, ok bool, err error)
}

// Days are the puzzles of days: one for each day, the same for everybody. The days of a server begin at the hour at
// which it has the puzzle posted, all others with those of UTC.
type Days struct {
	store  DayStore
	shifts Shifts
	list   []*puzzle.Puzzle
	now    func() time.Time
}

// reserved reports whether a puzzle is kept for a day. Nobody is given such a puzzle before.
func reserved(p *puzzle.Puzzle) bool { return lotOf(p.ID())%8 == 0 }

func lotOf(id string) uint64 {
	lot := fnv.New64a()
	lot.Write([]byte("day "))
	lot.Write([]byte(id))
	return lot.Sum64()
}

// NewDays joins stores, the puzzles and a clock: game.Service.Now. Without a puzzle kept for days it panics.
func NewDays(store DayStore, shifts Shifts, set *puzzle.Set, now func() time.Time) *Days {
	list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return !reserved(p) })
	if len(list) == 0 {
		panic("solving: no puzzle is kept for days")
	}
	slices.SortFunc(list, func(a, b *puzzle.Puzzle) int { return cmp.Compare(lotOf(a.ID())/8, lotOf(b.ID())/8) })
	return &Days{store, shifts, list, now}
}

const day = 24 * time.Hour

// begins is when the day began, of those that begin so much later than the days of UTC.
func begins(now time.Time, shift time.Duration) time.Time {
	return now.UTC().Add(-shift).Truncate(day).Add(shift)
}

// of is the puzzle of the day that begins then.
func (s *Days) of(begins time.Time, shift time.Duration) *puzzle.Puzzle {
	return s.list[int(begins.Add(-shift).Unix()/int64(day/time.Second))%len(s.list)]
}

// shift is by how much the days of a guild begin later than those of UTC.
func (s *Days) shift(ctx context.Context, guild string) (time.Duration, error) {
	if guild == "" {
		return 0, nil
	}
	p, ok, err := s.shifts.Post(ctx, guild)
	if err != nil || !ok {
		return 0, err
	}
	return p.shift(s.now()), nil
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
	shift, err := s.shift(ctx, guild)
	if err != nil {
		return Today{}, err
	}
	begins := begins(s.now(), shift)
	t := Today{Puzzle: s.of(begins, shift), Begins: begins, Before: s.of(begins.Add(-day), shift)}
	if t.Tried, t.Solved, err = s.tried(ctx, p, begins, shift); err != nil {
		return t, err
	}
	from := begins
	if !t.Tried {
		from = begins.Add(-day)
	}
	if t.Streak, err = s.streak(ctx, p, from, shift); err != nil || guild == "" {
		return t, err
	}
	if t.Here, err = s.counts(ctx, guild, t.Puzzle, begins); err == nil {
		t.ThereBefore, err = s.counts(ctx, guild, t.Before, begins.Add(-day))
	}
	return t, err
}

// streak counts the days in a row, back from the one that begins then, whose puzzle a person solved on its day.
func (s *Days) streak(ctx context.Context, p game.Person, begins time.Time, shift time.Duration) (days int, err error) {
	for ; days < mostStreak; days++ {
		_, solved, err := s.tried(ctx, p, begins.Add(-time.Duration(days)*day), shift)
		if err != nil || !solved {
			return days, err
		}
	}
	return days, nil
}

// tried finds out whether a person tried the puzzle of a day on that day, and solved it. The day is that of the place
// where they tried it.
func (s *Days) tried(ctx context.Context, p game.Person, begins time.Time, shift time.Duration) (tried, solved bool, err error) {
	t, ok, err := s.store.Try(ctx, p, s.of(begins, shift).ID())
	if err != nil || !ok {
		return false, false, err
	}
	there, err := s.shift(ctx, t.Guild)
	if err != nil {
		return false, false, err
	}
	if from := begins.Add(there - shift); t.At.Before(from) || !t.At.Before(from.Add(day)) {
		return false, false, nil
	}
	return true, t.Solved, nil
}

func (s *Days) counts(ctx context.Context, guild string, p *puzzle.Puzzle, from time.Time) (Counts, error) {
	tried, solved, err := s.store.Tries(ctx, guild, p.ID(), from)
	return Counts{tried, solved}, err
}
