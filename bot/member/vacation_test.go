package member_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
)

// absence is Alice's absence in a server with these open games.
func absence(games ...*game.Game) *member.Absence {
	return &member.Absence{Person: alice, Guild: "g", Games: games}
}

func TestVacationStopsOnesOwnDayClocks(t *testing.T) {
	noVacation := control(t, "3d")
	noVacation.NoVacation = true
	awaited, answered := begun(t, control(t, "3d")), begun(t, control(t, "3d"))
	must(t, game.Play(answered, alice, move(t, "h2e2"), start))
	live, fixed, untimed := begun(t, control(t, "60+30")), begun(t, noVacation), begun(t, game.Conditions{})
	a := absence(awaited, answered, live, fixed, untimed)
	now := start.Add(time.Minute)
	must(t, a.Start(10, 30, now))
	if until, away := game.AwayUntil(awaited, board.Red, now); !away || until != now.Add(10*day) {
		t.Errorf("until %v: %v", until, away)
	}
	for name, g := range map[string]*game.Game{"a live game": live, "a game without vacation": fixed, "a game with the other to move": answered} {
		if g.Clock.Since.IsZero() {
			t.Errorf("the clock is stopped in %s", name)
		}
	}
	if !awaited.Clock.Since.IsZero() || game.TimeLeft(awaited, board.Red, now.Add(5*day)) != 3*day-time.Minute {
		t.Errorf("the clock: %+v", awaited.Clock)
	}
	refused(t, a.Start(1, 30, now), member.OnVacation)

	// Alice may move; then Bob's clock runs, and once Bob has moved, it stops again.
	must(t, game.Play(awaited, alice, move(t, "h2e2"), now.Add(4*day)))
	if awaited.Clock.Since.IsZero() {
		t.Error("Bob's clock is stopped")
	}
	must(t, game.Play(awaited, bob, move(t, "h9g7"), now.Add(5*day)))
	if !awaited.Clock.Since.IsZero() || game.FlagDown(awaited, now.Add(100*day)) {
		t.Errorf("Alice's clock runs: %+v", awaited.Clock)
	}
	must(t, a.Stop(now.Add(6*day)))
	if awaited.Clock.Flag != now.Add(9*day) || a.Vacation.Spent(now.Add(7*day)) != 6*day {
		t.Errorf("after 6 days the flag falls on %v, spent are %v", awaited.Clock.Flag, a.Vacation.Spent(now.Add(7*day)))
	}
	refused(t, a.Stop(now.Add(6*day)), member.NotOnVacation)
}

func TestVacationWithLittleTimeLeft(t *testing.T) {
	g := begun(t, control(t, "3d"))
	a := absence(g)
	refused(t, a.Start(0, 30, start.Add(3*day-time.Hour+1)), game.VacationTooLate)
	if !a.Vacation.Since.IsZero() || g.Clock.Since.IsZero() {
		t.Errorf("a refused vacation changed %+v, %+v", a.Vacation, g.Clock)
	}
	must(t, a.Start(0, 30, start.Add(3*day-time.Hour)))
	refused(t, absence().Start(0, 0, start), member.NoVacationLeft)
}

// Vacation days are counted per calendar year: a vacation over New Year uses days of both years.
func TestVacationOverNewYear(t *testing.T) {
	a := absence()
	begin := time.Date(2026, 12, 22, 0, 0, 0, 0, time.UTC)
	must(t, a.Start(0, 20, begin))
	if want := time.Date(2027, 1, 21, 0, 0, 0, 0, time.UTC); a.Vacation.Until != want {
		t.Errorf("it lasts until %v, want %v", a.Vacation.Until, want)
	}
	back := time.Date(2027, 1, 4, 12, 0, 0, 0, time.UTC)
	if spent := a.Vacation.Spent(back); spent != 3*day+12*time.Hour {
		t.Errorf("spent in the new year %v", spent)
	}
	must(t, a.Stop(back))
	if spent := a.Vacation.Spent(back.Add(day)); spent != 3*day+12*time.Hour {
		t.Errorf("spent at the end %v", spent)
	}
	must(t, a.Start(0, 20, back.Add(day)))
	if want := back.Add(day + 20*day - 3*day - 12*time.Hour); a.Vacation.Until != want {
		t.Errorf("the rest lasts until %v, want %v", a.Vacation.Until, want)
	}
}

// However vacations are taken, no calendar year has more days of them than it allows.
func TestLawOfVacationDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perYear := rapid.IntRange(0, 365).Draw(t, "per year")
		a, now := absence(), start
		taken := map[int]time.Duration{}
		for range rapid.IntRange(1, 20).Draw(t, "vacations") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200*24).Draw(t, "pause")) * time.Hour)
			if a.Start(rapid.IntRange(0, 400).Draw(t, "days"), perYear, now) != nil {
				continue
			}
			since, until := now, a.Vacation.Until
			now = now.Add(time.Duration(rapid.IntRange(0, 400*24).Draw(t, "hours")) * time.Hour)
			if now.Before(until) {
				until = now
			}
			must(t, a.Stop(now))
			for year := since.Year(); year <= until.Year(); year++ {
				from, to := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year+1, 1, 1, 0, 0, 0, 0, time.UTC)
				if since.After(from) {
					from = since
				}
				if until.Before(to) {
					to = until
				}
				taken[year] += to.Sub(from)
				if taken[year] > time.Duration(perYear)*day {
					t.Fatalf("%d days a year, and %v of %d", perYear, taken[year], year)
				}
			}
			if spent := a.Vacation.Spent(until); spent != taken[until.Year()] {
				t.Fatalf("taken are %v of %d, counted %v", taken[until.Year()], until.Year(), spent)
			}
		}
	})
}

// In a game that begins during a vacation, the clock is stopped. The job ends the vacation when its time is over.
func TestVacationEndsByItself(t *testing.T) {
	c := newClub(t)
	service, members := c.games, c.members
	v := ok(members.StartVacation(t.Context(), at(alice, "c"), 2))(t)
	if _, left, _, err := members.Vacation(t.Context(), at(alice, "c")); err != nil || left != 28*day {
		t.Errorf("left after it are %v (%v)", left, err)
	}
	g := ok(service.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 3, ColorChoice: game.WantRed, Rated: true}))(t)
	if !g.Clock.Since.IsZero() {
		t.Errorf("Alice's clock runs: %+v", g.Clock)
	}
	c.now = v.Until.Add(-time.Second)
	if err := members.VacationEnds(t.Context(), member.VacationEnds{Person: alice, Guild: "g"}); !errors.As(err, new(*game.NotYet)) {
		t.Errorf("too early the job returns %v, want to be called again", err)
	}
	if g, _ = service.Game(t.Context(), g.ID); !g.Clock.Since.IsZero() {
		t.Error("it ended too early")
	}
	c.now = v.Until
	must(t, members.VacationEnds(t.Context(), member.VacationEnds{Person: alice, Guild: "g"}))
	if g, _ = service.Game(t.Context(), g.ID); g.Clock.Flag != v.Until.Add(3*day) {
		t.Errorf("after the vacation: %+v", g.Clock)
	}
	_, left, perYear, err := members.Vacation(t.Context(), at(alice, "c"))
	if err != nil || left != 28*day || perYear != guild.DefaultVacation {
		t.Errorf("left are %v of %d (%v)", left, perYear, err)
	}
}

// When a vacation stops or starts a clock, the board that shows it is redrawn, or redrawn once it was posted.
func TestVacationIsShownAtOnce(t *testing.T) {
	c := newClub(t)
	service, members, boards := c.games, c.members, posted.NewBoards(c.store.Games, c.games.Service)
	g := ok(service.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Level: 3, ColorChoice: game.WantRed, Rated: true}))(t)
	redraws := func() (jobs []game.Redraw) {
		for _, queued := range c.store.Jobs {
			if job, ok := queued.Job.(game.Redraw); ok {
				jobs = append(jobs, job)
			}
		}
		return jobs
	}
	ok(members.StartVacation(t.Context(), at(alice, "c"), 2))(t)
	if jobs := redraws(); len(jobs) != 1 {
		t.Errorf("the board is on its way, and queued are %v", jobs)
	}
	must(t, boards.BoardPosted(t.Context(), g.ID, "c", g.Revision, "m1"))
	ok(members.StopVacation(t.Context(), at(alice, "c")))(t)
	ok(members.StartVacation(t.Context(), at(alice, "c"), 2))(t)
	jobs := redraws()
	if len(jobs) != 3 || jobs[0] != jobs[1] || jobs[1] != jobs[2] {
		t.Fatalf("queued are %v, want one for each act", jobs)
	}
	if shown, err := boards.ToRedraw(t.Context(), jobs[0]); err != nil || shown == nil || shown.Board.Message != "m1" {
		t.Errorf("to be shown is %+v, %v", shown, err)
	}
	ok(service.Move(t.Context(), at(alice, "c"), g.ID, "h2e2"))(t)
	if shown, err := boards.ToRedraw(t.Context(), jobs[0]); err != nil || shown != nil {
		t.Errorf("after a move, which brings a board of its own, to be shown is %+v, %v", shown, err)
	}
	if shown, err := boards.ToRedraw(t.Context(), game.Redraw{Game: 999, Revision: 1}); err != nil || shown != nil {
		t.Errorf("of no game to be shown is %+v, %v", shown, err)
	}
}
