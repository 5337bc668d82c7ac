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

	// Tries counts the first tries at a puzzle that were made in a guild from a day on, and how many of them solved it. A
	// try that has no Day counts by the day of UTC.
	Tries(ctx context.Context, guild, id string, day int) (tried, solved int, err error)
}

// Hours know at which hour the days of servers begin: a PostStore.
type Hours interface {
	// Post reads what a server has chosen; ok is false where it has nothing posted.
	Post(ctx context.Context, guild string) (p Post, ok bool, err error)
}

// Days are the puzzles of days: one for each day, the same for everybody. The days of a server begin at the hour at
// which it has the puzzle posted, all others with those of UTC.
type Days struct {
	store DayStore
	hours Hours
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

// NewDays joins stores, the puzzles and a clock: game.Service.Now. Without a puzzle kept for days it panics.
func NewDays(store DayStore, hours Hours, set *puzzle.Set, now func() time.Time) *Days {
	list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return !reserved(p) })
	if len(list) == 0 {
		panic("solving: no puzzle is kept for days")
	}
	slices.SortFunc(list, func(a, b *puzzle.Puzzle) int { return cmp.Compare(lotOf(a.ID())/8, lotOf(b.ID())/8) })
	return &Days{store, hours, list, now}
}

// of is the puzzle of a day.
func (s *Days) of(day int) *puzzle.Puzzle { return s.list[day%len(s.list)] }

// dayIn is the number of the day around a time in a guild, and when the next one begins there.
func dayIn(ctx context.Context, hours Hours, guild string, at time.Time) (day int, next time.Time, err error) {
	var utc Post
	if guild == "" {
		day, next = utc.day(at)
		return day, next, nil
	}
	p, ok, err := hours.Post(ctx, guild)
	if err != nil {
		return 0, time.Time{}, err
	}
	if !ok {
		p = utc
	}
	day, next = p.day(at)
	return day, next, nil
}

// Counts are how many people of a server tried a puzzle on its day or later, and how many of them solved it at once.
type Counts struct{ Tried, Solved int }

// Today is the puzzle of the day as one person sees it.
type Today struct {
	Puzzle *puzzle.Puzzle
	Next   time.Time // when the next one comes
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
	day, next, err := dayIn(ctx, s.hours, guild, s.now())
	if err != nil {
		return Today{}, err
	}
	t := Today{Puzzle: s.of(day), Next: next, Before: s.of(day - 1)}
	if t.Tried, t.Solved, err = s.tried(ctx, p, day); err != nil {
		return t, err
	}
	last := day
	if !t.Tried {
		last = day - 1
	}
	if t.Streak, err = s.streak(ctx, p, last); err != nil || guild == "" {
		return t, err
	}
	if t.Here, err = s.counts(ctx, guild, day); err == nil {
		t.ThereBefore, err = s.counts(ctx, guild, day-1)
	}
	return t, err
}

// streak counts the days in a row, back from the last one, whose puzzle a person solved on its day.
func (s *Days) streak(ctx context.Context, p game.Person, last int) (days int, err error) {
	for ; days < mostStreak; days++ {
		_, solved, err := s.tried(ctx, p, last-days)
		if err != nil || !solved {
			return days, err
		}
	}
	return days, nil
}

// early is by how many days a try at the puzzle of a day may be ahead of it. A day comes sooner in some servers than in
// others, and once more in one that puts its hour off.
const early = 1

// tried finds out whether a person tried the puzzle of a day on that day, and solved it. The day is that of the place
// where they tried it, as it was then.
func (s *Days) tried(ctx context.Context, p game.Person, day int) (tried, solved bool, err error) {
	t, ok, err := s.store.Try(ctx, p, s.of(day).ID())
	if err != nil || !ok {
		return false, false, err
	}
	if t.Day == 0 {
		if t.Day, _, err = dayIn(ctx, s.hours, t.Guild, t.At); err != nil {
			return false, false, err
		}
	}
	if t.Day < day-early || t.Day > day {
		return false, false, nil
	}
	return true, t.Solved, nil
}

// counts are those of the puzzle of a day.
func (s *Days) counts(ctx context.Context, guild string, day int) (Counts, error) {
	tried, solved, err := s.store.Tries(ctx, guild, s.of(day).ID(), day-early)
	return Counts{tried, solved}, err
}
