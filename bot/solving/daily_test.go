package solving_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/puzzle"
)

// try lets a person try a puzzle, on a day of UTC.
func (p people) try(t *testing.T, who game.Person, tried *puzzle.Puzzle, solved bool, at time.Time) {
	t.Helper()
	try := solving.Try{
		Person: who, Guild: "g", Puzzle: tried.ID(), Solved: solved, At: at, Day: int(at.Unix() / (24 * 60 * 60)),
	}
	if _, _, err := p.Puzzles.SaveTry(t.Context(), "", try, func(*solving.Solver, *glicko.Rating) {}); err != nil {
		t.Fatal(err)
	}
}

// A puzzle that is used for a second day counts for that day, but not again for the rating.
func TestAPuzzleThatComesBack(t *testing.T) {
	d := newDaily(t)
	d.now = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	p := d.today(t, "1").Puzzle
	later := int(d.now.Unix()/(24*60*60)) + 30
	ok(d.Puzzles.SetDayPuzzle(t.Context(), later, "", func(map[string]int) string { return p.ID() }))(t)
	made, last := solution(t, p.ID())
	for i, want := range []solving.Result{
		{Counted: true, OnDay: true}, {}, {OnDay: true}, {},
	} {
		if i == 2 {
			d.now = d.now.Add(30 * 24 * time.Hour)
		}
		got, err := d.solving.Play(t.Context(), game.Act{Actor: "1", Guild: "g"}, p, made, last)
		if err != nil || got.Counted != want.Counted || got.OnDay != want.OnDay {
			t.Errorf("time %d: %+v, %v, want %+v", i, got, err, want)
		}
	}
	if today := d.today(t, "1"); today.Puzzle != p || !today.Solved || today.Streak != 1 {
		t.Errorf("on its second day: %+v", today)
	}
}

// A streak counts the days whose puzzle was solved on that day; today's does not break it until it is missed, and one
// missed day a week does not.
func TestStreak(t *testing.T) {
	m := newPeople(t)
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	days := solving.NewDailyPuzzles(m.Puzzles, m.Posts, puzzle.Standard(), func() time.Time { return now })
	seen := map[string]bool{}
	for i, c := range []struct {
		solves, misses bool
		streak         int // before and after the try
		after          int
	}{
		{solves: true, streak: 0, after: 1},
		{solves: true, streak: 1, after: 2},
		{misses: true, streak: 2, after: 2}, // forgiven,
		{solves: true, streak: 2, after: 3},
		{streak: 3, after: 3},               // not tried at all
		{solves: true, streak: 1, after: 2}, // the second miss within a week
	} {
		got, err := days.Today(t.Context(), "1", "g")
		if err != nil || got.Streak != c.streak || got.Tried || seen[got.Puzzle.ID()] {
			t.Errorf("day %d: %+v, %v, want a streak of %d", i, got, err, c.streak)
		}
		seen[got.Puzzle.ID()] = true
		if c.solves || c.misses {
			m.try(t, "1", got.Puzzle, c.solves, now)
		}
		after, err := days.Today(t.Context(), "1", "g")
		if err != nil || after.Streak != c.after || after.Solved != c.solves {
			t.Errorf("day %d, after the try: %+v, %v, want a streak of %d", i, after, err, c.after)
		}
		if c.solves && after.Counts != (solving.Counts{Tried: 1, Solved: 1}) {
			t.Errorf("day %d: in the server %+v", i, after.Counts)
		}
		now = now.Add(24 * time.Hour)
	}
	late, err := days.Today(t.Context(), "1", "g")
	if err != nil || late.YesterdayCounts.Tried != 1 || !seen[late.Yesterday.ID()] {
		t.Errorf("yesterday: %+v, %v", late.YesterdayCounts, err)
	}
}

// next is when the next puzzle of the server is posted.
func (p people) next() time.Time {
	p.t.Helper()
	s, _, err := p.Posts.Schedule(p.t.Context(), "g")
	must(p.t, err)
	return s.Next
}

// The days of a server begin at the hour of its schedule. A post names those who solved yesterday's puzzle, a job of an
// earlier schedule posts nothing, and no day is posted twice.
func TestPosts(t *testing.T) {
	m := newPeople(t)
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	days := solving.NewDailyPuzzles(m.Puzzles, m.Posts, puzzle.Standard(), func() time.Time { return now })
	posts := solving.NewSchedules(m.Posts, days)
	solver := m.service(puzzle.Standard(), func() time.Time { return now })
	first, err := posts.Choose(t.Context(), game.Act{Guild: "g"}, func(p *solving.Schedule) {
		p.Channel, p.Hour, p.Zone = "c", 20, "Asia/Shanghai"
	})
	if want := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC); err != nil || !first.Next.Equal(want) {
		t.Fatalf("20 o'clock in Shanghai: %v, %v, want %v", first.Next, err, want)
	}
	job := solving.PostDay{Guild: "g", At: first.Next}
	if _, _, err := posts.Due(t.Context(), job); !after(err, 3*time.Hour) {
		t.Errorf("before its time: %v", err)
	}
	now = first.Next.Add(time.Minute)
	if _, ok, err := posts.Due(t.Context(), solving.PostDay{Guild: "g", At: first.Next.Add(time.Hour)}); ok || err != nil {
		t.Errorf("a job of another choice: %v, %v", ok, err)
	}
	seen := map[string]bool{}
	for n := range 3 {
		posting, ok, err := posts.Due(t.Context(), solving.PostDay{Guild: "g", At: m.next()})
		if err != nil || !ok || seen[posting.Puzzle.ID()] || len(posting.Best) != min(n, 1) {
			t.Fatalf("post %d: %v, %v, %+v", n, ok, err, posting.Best)
		}
		if n > 0 && (posting.Best[0] != solving.StreakHolder{Person: "1", Days: n} || posting.Solved != 1 || !seen[posting.Yesterday.ID()]) {
			t.Errorf("post %d: %+v, %+v", n, posting.Best, posting.Counts)
		}
		seen[posting.Puzzle.ID()] = true
		today, err := days.Today(t.Context(), "1", "g")
		if err != nil || today.Puzzle.ID() != posting.Puzzle.ID() || !today.Next.Equal(m.next().Add(24*time.Hour)) {
			t.Errorf("post %d: the puzzle of the day is %s until %v, %v", n, today.Puzzle.ID(), today.Next, err)
		}
		must(t, posts.Posted(t.Context(), posting))
		now = now.Add(20 * time.Hour) // past midnight, on the same day of the server
		solve(t, solver, posting.Puzzle, "1")
		now = now.Add(4 * time.Hour)
	}
}

// A post names the solvers by streak, the longest first, and in a tie by time. If it cannot name all, the longest
// streaks are among those named, however late they solved it.
func TestPostNamesTheLongestStreakFirst(t *testing.T) {
	m := newPeople(t)
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	days := solving.NewDailyPuzzles(m.Puzzles, m.Posts, puzzle.Standard(), func() time.Time { return now })
	posts := solving.NewSchedules(m.Posts, days)
	solver := m.service(puzzle.Standard(), func() time.Time { return now })
	ok(posts.Choose(t.Context(), game.Act{Guild: "g"}, func(p *solving.Schedule) { p.Channel, p.Hour = "c", 12 }))(t)
	many := []game.Person{"early"}
	for n := range 30 {
		many = append(many, game.Person(fmt.Sprint("another ", n)))
	}
	for _, solvers := range [][]game.Person{{"faithful"}, append(many, "faithful", "late"), {}} {
		now = m.next().Add(time.Minute)
		posting, ok, err := posts.Due(t.Context(), solving.PostDay{Guild: "g", At: m.next()})
		if err != nil || !ok {
			t.Fatalf("%v, %v", ok, err)
		}
		for _, p := range solvers {
			now = now.Add(time.Minute)
			solve(t, solver, posting.Puzzle, p)
		}
		if len(solvers) == 0 {
			want := []solving.StreakHolder{{Person: "faithful", Days: 2}, {Person: "early", Days: 1}, {Person: "another 0", Days: 1}}
			if got := posting.Best; len(got) != 20 || !slices.Equal(got[:len(want)], want) {
				t.Errorf("named are %v, want 20, first %v", got, want)
			}
		}
		must(t, posts.Posted(t.Context(), posting))
	}
}

// solve lets a person solve a puzzle in the guild.
func solve(t *testing.T, s *solving.Service, p *puzzle.Puzzle, who game.Person) {
	t.Helper()
	made, last := solution(t, p.ID())
	if got, err := s.Play(t.Context(), game.Act{Actor: who, Guild: "g"}, p, made, last); err != nil || !got.Counted {
		t.Fatalf("%s: %+v, %v", who, got, err)
	}
}

// after reports whether an error asks to retry a job after a time.
func after(err error, wait time.Duration) bool {
	var notYet *game.NotYet
	return errors.As(err, &notYet) && notYet.After == wait
}
