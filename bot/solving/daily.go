package solving

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/puzzle"
)

// DailyStore keeps the puzzles of the days and the tries at them. Days are identified by their number. Package store
// implements it on a database.
type DailyStore interface {
	// DayPuzzle returns the puzzle of a day, or "" if it has none yet.
	DayPuzzle(ctx context.Context, day int) (id string, err error)

	// SetDayPuzzle replaces the puzzle old of a day ("" for none) by the one that choose returns, unless the day has
	// another by now, and returns the puzzle that the day then has. choose gets the last day of each used puzzle.
	SetDayPuzzle(ctx context.Context, day int, old string, choose func(last map[string]int) string) (id string, err error)

	// DayTry reports whether a person has tried the puzzle of a day on that day, and solved it at the first try.
	DayTry(ctx context.Context, p game.Person, day int) (tried, solved bool, err error)

	// Streak counts the days, ending with last, whose puzzle a person solved on that day at the first try: those that
	// [StreakDays] counts.
	Streak(ctx context.Context, p game.Person, last int) (days int, err error)

	// DayTries counts the first tries at the puzzle of a day that were made in a guild, and how many of them solved it.
	DayTries(ctx context.Context, guild string, day int) (tried, solved int, err error)
}

// ScheduleReader reads the schedules of servers, which say when their days begin. A [ScheduleStore] is one.
type ScheduleReader interface {
	// Schedule reads the schedule of a server; ok is false if it has none.
	Schedule(ctx context.Context, guild string) (p Schedule, ok bool, err error)
}

// DailyPuzzles chooses the puzzle of each day, the same for everybody. The days of a server with a [Schedule] begin at
// the hour of its posts; all others are days of UTC.
type DailyPuzzles struct {
	store     DailyStore
	schedules ScheduleReader
	set       *puzzle.Set
	list      func() []*puzzle.Puzzle // the reserved ones
	now       func() time.Time
}

// dayShare is the reciprocal of the share of puzzles of more than one move that is reserved: enough for more than a
// year.
const dayShare = 3

// reserved reports whether a puzzle is used only as a puzzle of the day. Puzzles of one move are not: they are too
// easy.
func reserved(p *puzzle.Puzzle) bool {
	return p.Root.Correct[0].Next != nil && dayHash(p.ID())%dayShare == 0
}

func dayHash(id string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte("day "))
	hash.Write([]byte(id))
	return hash.Sum64()
}

// NewDailyPuzzles returns the puzzles of the days. now is [game.Service.Now]. The set must have reserved puzzles.
func NewDailyPuzzles(store DailyStore, schedules ScheduleReader, set *puzzle.Set, now func() time.Time) *DailyPuzzles {
	list := sync.OnceValue(func() []*puzzle.Puzzle {
		list := slices.DeleteFunc(set.All(), func(p *puzzle.Puzzle) bool { return !reserved(p) })
		slices.SortFunc(list, func(a, b *puzzle.Puzzle) int { return cmp.Compare(dayHash(a.ID())/dayShare, dayHash(b.ID())/dayShare) })
		return list
	})
	return &DailyPuzzles{store, schedules, set, list, now}
}

// puzzleOf returns the puzzle of a day. It is chosen at the first request and stored, so that new puzzles of later
// versions do not change past days. A puzzle that no longer exists is replaced.
func (s *DailyPuzzles) puzzleOf(ctx context.Context, day int) (*puzzle.Puzzle, error) {
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
		return nil, fmt.Errorf("solving: day %d has puzzle %s, which this version does not know", day, id)
	}
	return p, nil
}

// choose chooses a puzzle for a day: an unused one, or else the one that was used longest ago.
func (s *DailyPuzzles) choose(day int, last map[string]int) *puzzle.Puzzle {
	list := s.list()
	best := list[day%len(list)]
	for i := range list {
		p := list[(day+i)%len(list)]
		if last[p.ID()] < last[best.ID()] {
			best = p
		}
	}
	return best
}

// dayIn returns the number of a guild's day at a time, and when the next one begins there.
func dayIn(ctx context.Context, schedules ScheduleReader, guild string, at time.Time) (day int, next time.Time, err error) {
	var utc Schedule
	if guild == "" {
		day, next = utc.day(at)
		return day, next, nil
	}
	p, ok, err := schedules.Schedule(ctx, guild)
	if err != nil {
		return 0, time.Time{}, err
	}
	if !ok {
		p = utc
	}
	day, next = p.day(at)
	return day, next, nil
}

// Counts are how many people of a server tried a puzzle on its day or later, and how many solved it at the first try.
type Counts struct{ Tried, Solved int }

// Today is the puzzle of the day as one person sees it.
type Today struct {
	Puzzle *puzzle.Puzzle
	Next   time.Time // when the next day begins
	// Tried and Solved are about the person's first try.
	Tried, Solved bool
	// Streak is the number of days on which the person has solved the puzzle of the day on that day, up to today, or up
	// to yesterday if today's is not tried; see [StreakDays].
	Streak int
	// Counts and YesterdayCounts are those of the server; Yesterday is the puzzle of yesterday.
	Counts          Counts
	Yesterday       *puzzle.Puzzle
	YesterdayCounts Counts
}

// Today returns the puzzle of the day for a person. Guild is empty in direct messages.
func (s *DailyPuzzles) Today(ctx context.Context, p game.Person, guild string) (Today, error) {
	day, next, err := dayIn(ctx, s.schedules, guild, s.now())
	if err != nil {
		return Today{}, err
	}
	t := Today{Next: next}
	if t.Puzzle, err = s.puzzleOf(ctx, day); err != nil {
		return t, err
	}
	if t.Yesterday, err = s.puzzleOf(ctx, day-1); err != nil {
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
	if t.Counts, err = s.counts(ctx, guild, day); err == nil {
		t.YesterdayCounts, err = s.counts(ctx, guild, day-1)
	}
	return t, err
}

// forgivenAfter is how many days after a missed day another one is forgiven.
const forgivenAfter = 7

// StreakDays counts a streak that ends with the day last: solved are the days on which somebody solved the puzzle of
// the day, the latest first. A missed day does not end a streak, and does not count, if no other was missed within a
// week.
func StreakDays(solved []int, last int) (days int) {
	due, forgiven := last, last+forgivenAfter
	for _, day := range solved {
		if missed := day + 1; due == missed && forgiven-missed >= forgivenAfter {
			forgiven, due = missed, day
		}
		if due != day {
			break
		}
		days++
		due--
	}
	return days
}

// MaxDaysAhead is how many days a puzzle may be ahead of the day of a try at it: a day begins sooner in some servers
// than in others, and twice in a server that moves its hour to later.
const MaxDaysAhead = 1

// counts returns the counts of the puzzle of a day.
func (s *DailyPuzzles) counts(ctx context.Context, guild string, day int) (Counts, error) {
	tried, solved, err := s.store.DayTries(ctx, guild, day)
	return Counts{tried, solved}, err
}
