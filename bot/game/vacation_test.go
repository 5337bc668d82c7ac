package game_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// account is Alice's in the server where she plays these games.
func account(games ...*game.Game) *game.Account {
	return &game.Account{Person: alice, Guild: "g", Games: games}
}

func TestVacationStopsOnesOwnDayClocks(t *testing.T) {
	noVacation := control(t, "3d")
	noVacation.NoVacation = true
	hers, his := byClock(t, control(t, "3d"), false), byClock(t, control(t, "3d"), false)
	play(t, his, "h2e2")
	live, fixed, untimed := byClock(t, control(t, "60+30"), false), byClock(t, noVacation, false), active(t, false)
	a := account(hers, his, live, fixed, untimed)
	now := start.Add(time.Minute)
	must(t, a.StartVacation(10, 30, now))
	if until, away := hers.OnVacation(board.Red, now); !away || until != now.Add(10*day) {
		t.Errorf("until %v: %v", until, away)
	}
	for name, g := range map[string]*game.Game{"a live game": live, "a game without vacation": fixed, "his move": his} {
		if g.Clock.Since.IsZero() {
			t.Errorf("the clock stands in %s", name)
		}
	}
	if !hers.Clock.Since.IsZero() || hers.TimeLeft(board.Red, now.Add(5*day)) != 3*day-time.Minute {
		t.Errorf("her clock: %+v", hers.Clock)
	}
	refused(t, a.StartVacation(1, 30, now), game.OnVacation)

	// She may move; then his clock runs, and after his move hers stands again.
	must(t, hers.Play(alice, move(t, "h2e2"), now.Add(4*day)))
	if hers.Clock.Since.IsZero() {
		t.Error("his clock stands")
	}
	must(t, hers.Play(bob, move(t, "h9g7"), now.Add(5*day)))
	if !hers.Clock.Since.IsZero() || hers.FlagDown(now.Add(100*day)) {
		t.Errorf("her clock runs: %+v", hers.Clock)
	}
	must(t, a.StopVacation(now.Add(6*day)))
	if hers.Clock.Flag != now.Add(9*day) || a.Vacation.Spent(now.Add(7*day)) != 6*day {
		t.Errorf("after 6 days the flag falls on %v, spent are %v", hers.Clock.Flag, a.Vacation.Spent(now.Add(7*day)))
	}
	refused(t, a.StopVacation(now.Add(6*day)), game.NotOnVacation)
}

func TestVacationIsNoWayOut(t *testing.T) {
	g := byClock(t, control(t, "3d"), false)
	a := account(g)
	refused(t, a.StartVacation(0, 30, start.Add(3*day-time.Hour+1)), game.VacationTooLate)
	if !a.Vacation.Since.IsZero() || g.Clock.Since.IsZero() {
		t.Errorf("a refused vacation changed %+v, %+v", a.Vacation, g.Clock)
	}
	must(t, a.StartVacation(0, 30, start.Add(3*day-time.Hour)))
	refused(t, account().StartVacation(0, 0, start), game.NoVacationLeft)
}

// The days are those of a calendar year; a vacation over New Year takes from both, and gets what the new one allows.
func TestVacationOverNewYear(t *testing.T) {
	a := account()
	begin := time.Date(2026, 12, 22, 0, 0, 0, 0, time.UTC)
	must(t, a.StartVacation(0, 20, begin))
	if want := time.Date(2027, 1, 21, 0, 0, 0, 0, time.UTC); a.Vacation.Until != want {
		t.Errorf("it lasts until %v, want %v", a.Vacation.Until, want)
	}
	back := time.Date(2027, 1, 4, 12, 0, 0, 0, time.UTC)
	if spent := a.Vacation.Spent(back); spent != 3*day+12*time.Hour {
		t.Errorf("spent in the new year %v", spent)
	}
	must(t, a.StopVacation(back))
	if spent := a.Vacation.Spent(back.Add(day)); spent != 3*day+12*time.Hour {
		t.Errorf("spent at the end %v", spent)
	}
	must(t, a.StartVacation(0, 20, back.Add(day)))
	if want := back.Add(day + 20*day - 3*day - 12*time.Hour); a.Vacation.Until != want {
		t.Errorf("the rest lasts until %v, want %v", a.Vacation.Until, want)
	}
}

// Whoever takes vacation whenever: no calendar year ever holds more of it than it allows.
func TestLawOfVacationDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perYear := rapid.IntRange(0, 365).Draw(t, "per year")
		a, now := account(), start
		taken := map[int]time.Duration{}
		for range rapid.IntRange(1, 20).Draw(t, "vacations") {
			now = now.Add(time.Duration(rapid.IntRange(0, 200*24).Draw(t, "pause")) * time.Hour)
			if a.StartVacation(rapid.IntRange(0, 400).Draw(t, "days"), perYear, now) != nil {
				continue
			}
			since, until := now, a.Vacation.Until
			now = now.Add(time.Duration(rapid.IntRange(0, 400*24).Draw(t, "hours")) * time.Hour)
			if now.Before(until) {
				until = now
			}
			if err := a.StopVacation(now); err != nil {
				t.Fatal(err)
			}
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

// A game begun, or a turn come round, during a vacation finds the clock standing. The vacation ends by itself when its job comes.
func TestVacationEndsByItself(t *testing.T) {
	store, now := newMemory(), start
	service := game.New(store, nil, game.Options{Clock: func() time.Time { return now }})
	act := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "g", Channel: "c"} }
	v, err := service.StartVacation(t.Context(), act(alice), 2)
	must(t, err)
	g, err := service.Challenge(t.Context(), act(alice), game.ChallengeSpec{Level: 3, Wish: game.WantRed, Rated: true})
	must(t, err)
	if !g.Clock.Since.IsZero() {
		t.Errorf("her clock runs: %+v", g.Clock)
	}
	now = v.Until.Add(-time.Second)
	must(t, service.VacationEnds(t.Context(), game.VacationEnds{Person: alice, Guild: "g"}))
	if g, _ = service.Game(t.Context(), g.ID); !g.Clock.Since.IsZero() {
		t.Error("it ended too early")
	}
	now = v.Until
	must(t, service.VacationEnds(t.Context(), game.VacationEnds{Person: alice, Guild: "g"}))
	if g, _ = service.Game(t.Context(), g.ID); g.Clock.Flag != v.Until.Add(3*day) {
		t.Errorf("after the vacation: %+v", g.Clock)
	}
	_, left, perYear, err := service.Vacation(t.Context(), act(alice))
	if err != nil || left != 28*day || perYear != game.DefaultVacation {
		t.Errorf("left are %v of %d (%v)", left, perYear, err)
	}
}

// A vacation stops and starts what the newest board says is running: the board is put right where it stands, unless a newer one is on its way.
func TestVacationIsShownAtOnce(t *testing.T) {
	store, now := newMemory(), start
	service := game.New(store, nil, game.Options{Clock: func() time.Time { return now }})
	act := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "g", Channel: "c"} }
	g, err := service.Challenge(t.Context(), act(alice), game.ChallengeSpec{Level: 3, Wish: game.WantRed, Rated: true})
	must(t, err)
	redraws := func() (jobs []game.Redraw) {
		for _, owed := range store.jobs {
			if job, ok := owed.Job.(game.Redraw); ok {
				jobs = append(jobs, job)
			}
		}
		return jobs
	}
	_, err = service.StartVacation(t.Context(), act(alice), 2)
	must(t, err)
	if jobs := redraws(); len(jobs) != 0 {
		t.Errorf("no board is there, and owed are %v", jobs)
	}
	must(t, service.Shown(t.Context(), g.ID, "c", g.Revision, "m1"))
	_, err = service.StopVacation(t.Context(), act(alice))
	must(t, err)
	_, err = service.StartVacation(t.Context(), act(alice), 2)
	must(t, err)
	jobs := redraws()
	if len(jobs) != 1 {
		t.Fatalf("owed are %v, want one for both acts", jobs)
	}
	if shown, err := service.Redrawn(t.Context(), jobs[0]); err != nil || shown == nil || shown.Message != "m1" {
		t.Errorf("to be shown is %+v, %v", shown, err)
	}
	_, err = service.Move(t.Context(), act(alice), g.ID, "h2e2")
	must(t, err)
	if shown, err := service.Redrawn(t.Context(), jobs[0]); err != nil || shown != nil {
		t.Errorf("after a move, which brings a board of its own, to be shown is %+v, %v", shown, err)
	}
	if shown, err := service.Redrawn(t.Context(), game.Redraw{Game: 999, Revision: 1}); err != nil || shown != nil {
		t.Errorf("of no game to be shown is %+v, %v", shown, err)
	}
}
