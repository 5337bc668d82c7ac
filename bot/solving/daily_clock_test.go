package solving_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
)

// daily is the puzzle of the day of a server, with a manual clock.
type daily struct {
	people
	now     time.Time
	days    *solving.DailyPuzzles
	posts   *solving.Schedules
	solving *solving.Service
}

func newDaily(t *testing.T) *daily {
	d := &daily{people: newPeople(t)}
	now := func() time.Time { return d.now }
	d.days = solving.NewDailyPuzzles(d.Puzzles, d.Posts, puzzle.Standard(), now)
	d.posts = solving.NewSchedules(d.Posts, d.days)
	d.solving = d.service(puzzle.Standard(), now)
	return d
}

// choose schedules the posts for an hour.
func (d *daily) choose(t *testing.T, hour int, zone string) {
	t.Helper()
	ok(d.posts.Choose(t.Context(), game.Act{Guild: "g"}, func(p *solving.Schedule) { p.Channel, p.Hour, p.Zone = "c", hour, zone }))(t)
}

// solve lets a person solve a puzzle.
func (d *daily) solve(t *testing.T, who game.Person, p *puzzle.Puzzle) {
	t.Helper()
	made, last := solution(t, p.ID())
	got, err := d.solving.Play(t.Context(), game.Act{Actor: who, Guild: "g"}, p, made, last)
	if err != nil || got.Answer.Verdict != puzzle.Solved || !got.Counted {
		t.Fatalf("%s at %v: %+v, %v", who, d.now, got, err)
	}
}

// today is the puzzle of the day as a person sees it.
func (d *daily) today(t *testing.T, who game.Person) solving.Today {
	t.Helper()
	today := ok(d.days.Today(t.Context(), who, "g"))(t)
	return today
}

// A change to or from daylight saving time neither ends a streak nor loses a solver: the streak of a person who solves
// in the first hour of every day grows each day, no day is skipped or repeated, and each begins when its puzzle is
// posted.
func TestDaysOutliveAChangeOfTheClocks(t *testing.T) {
	for _, c := range []struct {
		zone  string
		hour  int
		month time.Month
		date  int // a few days before the change, in 2026
	}{
		{"Europe/Berlin", 20, time.October, 22},
		{"Europe/Berlin", 20, time.March, 26},
		{"Europe/Berlin", 1, time.October, 22}, // begins at 23:00 UTC in summer, at 0:00 in winter
		{"Europe/Berlin", 1, time.March, 26},
		{"Europe/Berlin", 2, time.October, 22}, // an hour that comes twice
		{"Europe/Berlin", 2, time.March, 26},   // and one that is missing
		{"Europe/London", 0, time.October, 22},
		{"Europe/London", 0, time.March, 26},
		{"America/New_York", 19, time.October, 29},
		{"America/New_York", 19, time.March, 5},
	} {
		zone := ok(time.LoadLocation(c.zone))(t)
		due := func(n int) time.Time { return time.Date(2026, c.month, c.date+n, c.hour, 0, 0, 0, zone) }
		d := newDaily(t)
		d.now = due(0).Add(-time.Hour)
		d.choose(t, c.hour, c.zone)
		first := 0
		for n := range 8 {
			if !d.next().Equal(due(n)) {
				t.Fatalf("%v: post %d comes at %v, want %v", c, n, d.next(), due(n))
			}
			d.now = due(n)
			posting, ok, err := d.posts.Due(t.Context(), solving.PostDay{Guild: "g", At: d.now})
			if err != nil || !ok {
				t.Fatalf("%v: post %d: %v, %v", c, n, ok, err)
			}
			if n == 0 {
				first = posting.Day
			}
			if posting.Day != first+n {
				t.Errorf("%v: post %d is of day %d, want %d", c, n, posting.Day, first+n)
			}
			if n > 0 {
				best := []solving.StreakHolder{{Person: "1", Days: n}, {Person: "2", Days: n}}
				if !slices.Equal(posting.Best, best) || posting.Counts != (solving.Counts{Tried: 2, Solved: 2}) {
					t.Errorf("%v: post %d names %v, %+v, want %v", c, n, posting.Best, posting.Counts, best)
				}
			}
			must(t, d.posts.Posted(t.Context(), posting))
			d.now = d.now.Add(30 * time.Minute)
			d.solve(t, "1", posting.Puzzle)
			d.solve(t, "2", posting.Puzzle)
			today := d.today(t, "1")
			if !today.Solved || today.Streak != n+1 || today.Counts.Solved != 2 || n > 0 && today.YesterdayCounts.Solved != 2 {
				t.Errorf("%v: the puzzle on day %d: %+v", c, n, today)
			}
			if !today.Next.Equal(due(n + 1)) {
				t.Errorf("%v: the puzzle on day %d: the next one comes at %v, want %v", c, n, today.Next, due(n+1))
			}
		}
	}
}

// A solved puzzle stays solved if the schedule changes or is deleted, and a posted puzzle can still be solved.
func TestSolvedPuzzlesStaySolvedAtAnotherHour(t *testing.T) {
	for name, change := range map[string]func(*daily){
		"later": func(d *daily) { d.choose(t, 20, "Europe/Berlin") },
		"no more": func(d *daily) {
			must(t, d.Posts.DeleteSchedule(t.Context(), "", "g"))
		},
	} {
		d := newDaily(t)
		d.now = time.Date(2026, 7, 1, 7, 0, 0, 0, time.UTC) // 9 o'clock in Berlin
		d.choose(t, 8, "Europe/Berlin")
		var posted *puzzle.Puzzle
		for n := range 3 {
			if n > 0 {
				d.now = d.now.Add(24 * time.Hour)
			}
			posted = d.today(t, "1").Puzzle
			d.solve(t, "1", posted)
		}
		d.now = d.now.Add(3 * time.Hour)
		change(d)
		if today := d.today(t, "1"); !today.Solved || today.Streak < 2 {
			t.Errorf("%s, at noon: %+v", name, today)
		}
		d.solve(t, "2", posted)
		d.now = d.now.Add(9 * time.Hour) // 21 o'clock in Berlin
		if today := d.today(t, "1"); today.Puzzle != posted || !today.Solved || today.Streak != 3 || today.Counts.Solved != 2 {
			t.Errorf("%s, in the evening: %+v", name, today)
		}
		if today := d.today(t, "2"); !today.Solved || today.Streak != 1 {
			t.Errorf("%s, who solved it at noon: %+v", name, today)
		}
	}
}

// A puzzle that was posted in the evening and is solved the next morning is solved on its day, even if later posts are
// at an earlier hour.
func TestDaysOutliveAnEarlierHour(t *testing.T) {
	d := newDaily(t)
	d.now = time.Date(2026, 7, 1, 7, 0, 0, 0, time.UTC) // 9 o'clock in Berlin
	d.choose(t, 20, "Europe/Berlin")
	for range 3 {
		d.solve(t, "1", d.today(t, "1").Puzzle)
		d.now = d.now.Add(24 * time.Hour)
	}
	d.now = d.now.Add(-21 * time.Hour)
	d.choose(t, 8, "Europe/Berlin")
	if today := d.today(t, "1"); today.Tried || today.Streak != 3 || today.YesterdayCounts.Solved != 1 {
		t.Errorf("at noon: %+v", today)
	}
}

// Puzzles are reused only once all have had their day. A person who solved one before can solve it again on its new
// day, and their streak goes on.
func TestStreaksOutliveTheListOfPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand days, one after another")
	}
	d := newDaily(t)
	d.now = time.Date(2026, 7, 1, 7, 0, 0, 0, time.UTC)
	last := map[string]int{}
	const days = 1000
	for n := range days {
		p := d.today(t, "1").Puzzle
		if before, again := last[p.ID()]; again && n-before < 400 {
			t.Errorf("the puzzle of day %d comes again on day %d", before, n)
		}
		last[p.ID()] = n
		made, move := solution(t, p.ID())
		ok(d.solving.Play(t.Context(), game.Act{Actor: "1", Guild: "g"}, p, made, move))(t)
		if today := d.today(t, "1"); !today.Solved || today.Streak != n+1 || today.Counts.Solved != 1 {
			t.Fatalf("day %d: %+v", n, today)
		}
		d.now = d.now.Add(24 * time.Hour)
	}
	if len(last) == days {
		t.Errorf("none of %d puzzles came twice", days)
	}
	if s := d.solver("1"); s.Tried != len(last) {
		t.Errorf("%d tries count for the rating, want the first at each of %d puzzles", s.Tried, len(last))
	}
}

// Changed puzzles in a later version change neither the puzzle of a past day nor a streak. A puzzle that no longer
// exists is replaced, and what was solved stays solved.
func TestDaysOutliveOtherPuzzles(t *testing.T) {
	d := newDaily(t)
	d.now = time.Date(2026, 7, 1, 7, 0, 0, 0, time.UTC)
	var today solving.Today
	for range 3 {
		d.now = d.now.Add(24 * time.Hour)
		today = d.today(t, "1")
		d.solve(t, "1", today.Puzzle)
	}
	later := func(keep func(*puzzle.Puzzle) bool) *puzzle.Set {
		var list []puzzle.Puzzle
		for i, p := range puzzle.Standard().All() {
			if i%3 > 0 && keep(p) || p == today.Puzzle && keep(p) || p == today.Yesterday {
				list = append(list, *p)
			}
		}
		return puzzle.NewSet(list)
	}
	d.days = solving.NewDailyPuzzles(d.Puzzles, d.Posts, later(func(*puzzle.Puzzle) bool { return true }), func() time.Time { return d.now })
	if got := d.today(t, "1"); got.Puzzle.ID() != today.Puzzle.ID() || got.Yesterday.ID() != today.Yesterday.ID() || got.Streak != 3 {
		t.Errorf("with other puzzles: %+v, want %+v", got, today)
	}
	gone := func(p *puzzle.Puzzle) bool { return p != today.Puzzle }
	d.days = solving.NewDailyPuzzles(d.Puzzles, d.Posts, later(gone), func() time.Time { return d.now })
	first := d.today(t, "1")
	if first.Puzzle.ID() == today.Puzzle.ID() || !first.Solved || first.Streak != 3 {
		t.Errorf("without the puzzle of the day: %+v", first)
	}
	if again := d.today(t, "2"); again.Puzzle != first.Puzzle || again.Tried {
		t.Errorf("asked again: %+v", again)
	}
}
