package game_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
)

// reminded is when the side to move is reminded in a game of Alice, who wants it so, that begins at a time.
func reminded(t interface{ Fatal(...any) }, s game.Settings, perMove time.Duration, at time.Time) (reminders []time.Time, flag time.Time) {
	g := &game.Game{ID: 9}
	spec := game.ChallengeSpec{Level: 3, Wish: game.WantRed}
	spec.Time.PerMove = perMove
	if err := g.Offer(game.Act{Actor: alice}, spec, game.Terms{}, at); err != nil {
		t.Fatal(err)
	}
	g.Accustom(map[game.Person]game.Habits{alice: {Reminders: s.Reminders, Zone: s.Zone}})
	owed, _ := g.TakeJobs()
	var jobs []time.Time
	for _, o := range owed {
		if job, ok := o.Job.(game.Remind); ok {
			if job.N != len(jobs) {
				t.Fatal("out of order", owed)
			}
			jobs = append(jobs, o.At)
		}
	}
	if !slices.Equal(jobs, g.Clock.Reminders) {
		t.Fatal("owed are", jobs, "planned", g.Clock.Reminders)
	}
	return g.Clock.Reminders, g.Clock.Flag
}

func TestReminders(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) // a Monday
	hours := func(h ...float64) (times []time.Time) {
		for _, h := range h {
			times = append(times, noon.Add(time.Duration(h*float64(time.Hour))))
		}
		return times
	}
	leads := func(text string) []game.Lead {
		l, err := game.ParseLeads(text)
		must(t, err)
		return l
	}
	night := game.Hours{From: 22, To: 7}
	for name, test := range map[string]struct {
		settings game.Settings
		perMove  time.Duration
		want     []time.Time
	}{
		"by default":                            {game.Settings{}, 5 * day, hours(96, 118)},
		"of a short time":                       {game.Settings{}, day, hours(24-4.8, 22)},
		"never":                                 {game.Settings{Reminders: game.Reminders{Where: game.Nowhere}}, 5 * day, nil},
		"chosen":                                {game.Settings{Reminders: game.Reminders{At: leads("30m 2d")}}, 3 * day, hours(24, 71.5)},
		"longer than the time":                  {game.Settings{Reminders: game.Reminders{At: leads("3d 2d")}}, 3 * day, hours(24)},
		"in quiet hours, so afterwards":         {game.Settings{Reminders: game.Reminders{At: leads("12h"), Quiet: night}}, day, hours(19)},
		"two in quiet hours, so one":            {game.Settings{Reminders: game.Reminders{At: leads("12h 10h"), Quiet: night}}, day, hours(19)},
		"the flag falls in quiet hours":         {game.Settings{Reminders: game.Reminders{At: leads("1h"), Quiet: game.Hours{From: 9, To: 13}}}, day, hours(21 - 1./60)},
		"quiet until the flag and longer":       {game.Settings{Reminders: game.Reminders{At: leads("1h"), Quiet: game.Hours{From: 11, To: 13}}}, day, hours(23 - 1./60)},
		"quiet by the clock of another country": {game.Settings{Zone: "Asia/Shanghai", Reminders: game.Reminders{At: leads("20h"), Quiet: night}}, day, hours(11)},
	} {
		if got, _ := reminded(t, test.settings, test.perMove, noon); !slices.EqualFunc(got, test.want, time.Time.Equal) {
			t.Errorf("%s: at %v, want %v", name, got, test.want)
		}
	}
}

// Whatever is chosen, reminders come in order, each once, while the time runs; none comes in quiet hours, unless no other time was left.
func TestLawsOfReminders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]string{"", "Asia/Shanghai", "Europe/Berlin", "Australia/Lord_Howe", "Nowhere/Land"}).Draw(t, "zone")
		local, err := time.LoadLocation(zone)
		if err != nil {
			local = time.UTC
		}
		quiet := game.Hours{From: rapid.IntRange(0, 23).Draw(t, "from"), To: rapid.IntRange(0, 23).Draw(t, "to")}
		minutes := rapid.SliceOfN(rapid.IntRange(1, int(time.Duration(game.MaxLead)/time.Minute)), 0, game.MaxReminders).Draw(t, "leads")
		s := game.Settings{Zone: zone, Reminders: game.Reminders{Quiet: quiet}}
		for _, m := range minutes {
			s.Reminders.At = append(s.Reminders.At, game.Lead(time.Duration(m)*time.Minute))
		}
		from := start.Add(time.Duration(rapid.IntRange(0, 365*24*60).Draw(t, "at")) * time.Minute)
		got, flag := reminded(t, s, time.Duration(rapid.IntRange(1, 14).Draw(t, "days"))*day, from)
		if len(got) > max(len(minutes), 2) {
			t.Fatalf("%d reminders", len(got))
		}
		silent := func(at time.Time) bool {
			h := at.In(local).Hour()
			return quiet.From < quiet.To && h >= quiet.From && h < quiet.To || quiet.From > quiet.To && (h >= quiet.From || h < quiet.To)
		}
		last := from
		for _, at := range got {
			if !at.After(last) || !at.Before(flag) {
				t.Fatalf("between %v and %v: %v", last, flag, got)
			}
			last = at
			// It wakes him only where it is quiet from then to the flag, and was from the beginning.
			if silent(at) && (at.Sub(from) > day || !silent(flag.Add(-time.Second))) {
				t.Fatalf("%v is in quiet hours %v of %v; from %v to %v", at.In(local), quiet, local, from, flag)
			}
		}
	})
}

func TestReminderTexts(t *testing.T) {
	for text, want := range map[string]string{"2d, 12h 30m fifth": "2d 12h 30m fifth", "FIFTH": "fifth", "90m": "90m", "48h": "2d", "2h 2h": "2h"} {
		got, err := game.ParseLeads(text)
		must(t, err)
		spelled := ""
		for i, l := range got {
			if i > 0 {
				spelled += " "
			}
			spelled += l.String()
		}
		if spelled != want {
			t.Errorf("%q is %q, want %q", text, spelled, want)
		}
	}
	if got, err := game.ParseLeads("Default"); err != nil || got != nil {
		t.Errorf("default is %v, %v", got, err)
	}
	for _, text := range []string{"0h", "15d", "h", "1", "1x", "-1h", "1h 2h 3h 4h 5h 6h"} {
		if got, err := game.ParseLeads(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	for text, want := range map[string]string{"22-07": "22-07", "22:00-7:00": "22-07", " 0 - 24 ": "none", "none": "none", "1-2": "01-02"} {
		if got, err := game.ParseHours(text); err != nil || got.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "22", "24-1", "22-25", "-1-2", "22:30-7"} {
		if got, err := game.ParseHours(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	s := game.Settings{Reminders: game.Reminders{At: []game.Lead{game.Fifth, game.Lead(time.Hour)}, Where: game.ByDM, Quiet: game.Hours{From: 22, To: 7}}}
	data, err := json.Marshal(s)
	must(t, err)
	if want := `{"reminders":{"at":["fifth","1h"],"where":"dm","quiet":"22-07"}}`; string(data) != want {
		t.Errorf("as JSON %s, want %s", data, want)
	}
	var back game.Settings
	must(t, json.Unmarshal(data, &back))
	if !slices.Equal(back.Reminders.At, s.Reminders.At) || back.Reminders.Quiet != s.Reminders.Quiet {
		t.Errorf("back it is %+v", back)
	}
}

// Each reminder is given once: not before its time, not after the move, not twice, and not after a later one.
func TestReminderIsGivenOnce(t *testing.T) {
	store, now := newMemory(), start
	service := game.New(store, nil, game.Options{Clock: func() time.Time { return now }})
	g, err := service.Challenge(t.Context(), game.Act{Actor: alice, Channel: "c"}, game.ChallengeSpec{Level: 3, Wish: game.WantRed, Rated: true})
	must(t, err)
	job := func(n int) game.Remind { return game.Remind{Game: g.ID, Ply: 0, N: n} }
	ask := func(job game.Remind) bool {
		g, err := service.Reminder(t.Context(), job)
		must(t, err)
		return g != nil
	}
	now = g.Clock.Reminders[0].Add(-time.Second)
	if ask(job(0)) {
		t.Error("it comes too early")
	}
	now = g.Clock.Reminders[1]
	for _, n := range []int{1, 0} {
		if !ask(job(n)) {
			t.Errorf("reminder %d does not come", n)
		}
	}
	if ask(job(2)) || ask(game.Remind{Game: g.ID, Ply: 1}) || ask(game.Remind{Game: 99}) {
		t.Error("a reminder comes that nobody planned")
	}
	must(t, service.Reminded(t.Context(), job(1)))
	for n := range 2 {
		if ask(job(n)) {
			t.Errorf("reminder %d comes again", n)
		}
	}
	must(t, service.Reminded(t.Context(), job(0)))
	if g, _ := service.Game(t.Context(), g.ID); g.Clock.Reminded != 2 {
		t.Errorf("%d were sent", g.Clock.Reminded)
	}
}

// What the bot was away is taken off the clock: flag and reminders come so much later, those that were sent are not sent again.
func TestExcuse(t *testing.T) {
	conditions := control(t, "3d")
	g := byClock(t, conditions, false)
	before := g.Clock
	g.Clock.Reminded = 1
	from := start.Add(2 * day)
	g.Excuse(from, from.Add(5*time.Hour))
	if g.Clock.Flag != before.Flag.Add(5*time.Hour) || g.TimeLeft(g.Turn(), from.Add(6*time.Hour)) != 23*time.Hour {
		t.Errorf("%+v", g.Clock)
	}
	if r := g.Clock.Reminders; len(r) != 2 || r[0] != before.Reminders[0] || r[1] != before.Reminders[1].Add(5*time.Hour) || g.Clock.Reminded != 1 {
		t.Errorf("reminders %v, sent %d; before %v", r, g.Clock.Reminded, before.Reminders)
	}
	owed, _ := g.TakeJobs()
	if len(owed) != 2 {
		t.Errorf("owed are %v", owed)
	}
	// Where a part of that did not count, as on a weekend, the reminders stay as far from the flag as they were.
	resting := conditions
	resting.Weekends = true
	rests := byClock(t, resting, false) // from Saturday noon: until Wednesday midnight
	before = rests.Clock
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	rests.Excuse(monday.Add(-10*time.Hour), monday.Add(2*time.Hour))
	if r := rests.Clock.Reminders; rests.Clock.Flag != before.Flag.Add(2*time.Hour) || r[0] != before.Reminders[0].Add(2*time.Hour) || r[1] != before.Reminders[1].Add(2*time.Hour) {
		t.Errorf("on a weekend: flag %v, reminders %v; before %v, %v", rests.Clock.Flag, r, before.Flag, before.Reminders)
	}
	// A clock that began while the bot was away, and one that stands.
	late := byClock(t, conditions, false)
	late.Excuse(start.Add(-time.Hour), start.Add(time.Hour))
	if late.Clock.Flag != start.Add(3*day+time.Hour) {
		t.Errorf("begun meanwhile: %+v", late.Clock)
	}
	untimed := active(t, false)
	untimed.TakeJobs()
	untimed.Excuse(start, start.Add(day))
	if owed, _ := untimed.TakeJobs(); len(owed) > 0 || !untimed.Clock.Since.IsZero() {
		t.Errorf("without a clock: %+v, owed %v", untimed.Clock, owed)
	}
}
