package solving

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/puzzle"
)

// DayStore keeps which puzzles days have, and what people have done of them. A day goes by its number. Package store
// implements it on a database.
type DayStore interface {
	// DayPuzzle finds the puzzle of a day; "" where it has none yet.
	DayPuzzle(ctx context.Context, day int) (id string, err error)

	// SetDayPuzzle gives a day the puzzle that choose names, unless its puzzle is another than instead by now, and returns
	// the one that it has then. choose is told the last day of each puzzle that a day has.
	SetDayPuzzle(ctx context.Context, day int, instead string, choose func(last map[string]int) string) (id string, err error)

	// DayTry tells whether a person has tried the puzzle of a day on that day, and solved it at the first try.
	DayTry(ctx context.Context, p game.Person, day int) (tried, solved bool, err error)

	// Streak counts the days in a row, back from the last one, whose puzzle a person solved on its day at the first try.
	Streak(ctx context.Context, p game.Person, last int) (days int, err error)

	// DayTries counts the first tries at the puzzle of a day that were made in a guild, and how many of them solved it.
	DayTries(ctx context.Context, guild string, day int) (tried, solved int, err error)
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
	set   *puzzle.Set
	list  []*puzzle.Puzzle // the reserved ones
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
	return &Days{store, hours, set, list, now}
}

// of is the puzzle of a day. It is chosen when the day's puzzle is asked for first, and kept: the puzzles of later
// versions change no day that was. One that is no longer there is replaced.
func (s *Days) of(ctx context.Context, day int) (*puzzle.Puzzle, error) {
	id, err := s.store.DayPuzzle(ctx, day)
	if err != nil {
		return nil, err
	}
	p, known := s.set.Find(id)
	if known {
		return p, nil
	}
	id, err = s.store.SetDayPuzzle(ctx, day, id, func(last map[string]int) string { return s.choose(day, last).ID() })
	if err != nil {
		return nil, err
	}
	if p, known = s.set.Find(id); !known {
		return nil, fmt.Errorf("solving: day %d was given puzzle %s, which is not known here", day, id)
	}
	return p, nil
}

// choose chooses a puzzle for a day: one that no day had, or else the one whose last day is the longest ago.
func (s *Days) choose(day int, last map[string]int) *puzzle.Puzzle {
	best := s.list[day%len(s.list)]
	for i := range s.list {
		p := s.list[(day+i)%len(s.list)]
		if last[p.ID()] < last[best.ID()] {
			best = p
		}
	}
	return best
}

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

// Today tells a person what there is to know of the puzzle of the day. Guild is empty in direct messages.
func (s *Days) Today(ctx context.Context, p game.Person, guild string) (Today, error) {
	day, next, err := dayIn(ctx, s.hours, guild, s.now())
	if err != nil {
		return Today{}, err
	}
	t := Today{Next: next}
	if t.Puzzle, err = s.of(ctx, day); err != nil {
		return t, err
	}
	if t.Before, err = s.of(ctx, day-1); err != nil {
		return t, err
	}
	if t.Tried, t.Solved, err = s.store.DayTry(ctx, p, day); err != nil {
		return t, err
	}
	last := day
	if !t.Tried {
		last = day - 1
	}
	if t.Streak, err = s.store.Streak(ctx, p, last); err != nil || guild == "" {
		return t, err
	}
	if t.Here, err = s.counts(ctx, guild, day); err == nil {
		t.ThereBefore, err = s.counts(ctx, guild, day-1)
	}
	return t, err
}

// Early is by how many days a try at the puzzle of a day may be ahead of it. A day comes sooner in some servers than in
// others, and once more in one that puts its hour off.
const Early = 1

// counts are those of the puzzle of a day.
func (s *Days) counts(ctx context.Context, guild string, day int) (Counts, error) {
	tried, solved, err := s.store.DayTries(ctx, guild, day)
	return Counts{tried, solved}, err
}
