package member_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
)

func TestReminders(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) // a Monday
	hours := func(h ...float64) (times []time.Time) {
		for _, h := range h {
			times = append(times, noon.Add(time.Duration(h*float64(time.Hour))))
		}
		return times
	}
	leads := func(text string) []member.Lead {
		l := ok(member.ParseLeads(text))(t)
		return l
	}
	night, half := member.QuietHours{From: 22 * 60, To: 7 * 60}, member.QuietHours{From: 22*60 + 30, To: 7*60 + 15}
	for name, test := range map[string]struct {
		settings member.Settings
		perMove  time.Duration
		want     []time.Time
	}{
		"by default":                            {member.Settings{}, 5 * day, hours(96, 118)},
		"of a short time":                       {member.Settings{}, day, hours(24-4.8, 22)},
		"never":                                 {member.Settings{Reminders: member.Reminders{Destination: member.Nowhere}}, 5 * day, nil},
		"chosen":                                {member.Settings{Reminders: member.Reminders{At: leads("30m 2d")}}, 3 * day, hours(24, 71.5)},
		"longer than the time":                  {member.Settings{Reminders: member.Reminders{At: leads("3d 2d")}}, 3 * day, hours(24)},
		"in quiet hours, so afterwards":         {member.Settings{Reminders: member.Reminders{At: leads("12h"), Quiet: night}}, day, hours(19)},
		"in quiet hours that are not full":      {member.Settings{Reminders: member.Reminders{At: leads("12h"), Quiet: half}}, day, hours(19.25)},
		"before quiet hours that are not full":  {member.Settings{Reminders: member.Reminders{At: leads("14h"), Quiet: half}}, day, hours(10)},
		"two in quiet hours, so one":            {member.Settings{Reminders: member.Reminders{At: leads("12h 10h"), Quiet: night}}, day, hours(19)},
		"the flag falls in quiet hours":         {member.Settings{Reminders: member.Reminders{At: leads("1h"), Quiet: member.QuietHours{From: 9 * 60, To: 13 * 60}}}, day, hours(21 - 1./60)},
		"quiet until the flag and longer":       {member.Settings{Reminders: member.Reminders{At: leads("1h"), Quiet: member.QuietHours{From: 11 * 60, To: 13 * 60}}}, day, hours(23 - 1./60)},
		"quiet by the clock of another country": {member.Settings{Zone: "Asia/Shanghai", Reminders: member.Reminders{At: leads("20h"), Quiet: night}}, day, hours(11)},
	} {
		if got := test.settings.RemindersFor(noon, noon.Add(test.perMove)); !slices.EqualFunc(got, test.want, time.Time.Equal) {
			t.Errorf("%s: at %v, want %v", name, got, test.want)
		}
	}
}

// For all settings, reminders are in order and before the flag, each once, and outside quiet hours unless no other time
// is left.
func TestLawsOfReminders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]string{"", "Asia/Shanghai", "Europe/Berlin", "Australia/Lord_Howe", "Nowhere/Land"}).Draw(t, "zone")
		local, err := time.LoadLocation(zone)
		if err != nil {
			local = time.UTC
		}
		quiet := member.QuietHours{From: rapid.IntRange(0, 24*60-1).Draw(t, "from"), To: rapid.IntRange(0, 24*60-1).Draw(t, "to")}
		minutes := rapid.SliceOfN(rapid.IntRange(1, int(time.Duration(member.MaxLead)/time.Minute)), 0, member.MaxReminders).Draw(t, "leads")
		s := member.Settings{Zone: zone, Reminders: member.Reminders{Quiet: quiet}}
		for _, m := range minutes {
			s.Reminders.At = append(s.Reminders.At, member.Lead(time.Duration(m)*time.Minute))
		}
		from := start.Add(time.Duration(rapid.IntRange(0, 365*24*60).Draw(t, "at")) * time.Minute)
		flag := from.Add(time.Duration(rapid.IntRange(1, 14).Draw(t, "days")) * day)
		got := s.RemindersFor(from, flag)
		if len(got) > max(len(minutes), 2) {
			t.Fatalf("%d reminders", len(got))
		}
		silent := func(at time.Time) bool {
			clock := at.In(local)
			_, before := clock.Add(-day).Zone()
			if _, after := clock.Add(day).Zone(); before != after { // the clocks are changed, and show some times twice
				return false
			}
			m := clock.Hour()*60 + clock.Minute()
			return quiet.From < quiet.To && m >= quiet.From && m < quiet.To || quiet.From > quiet.To && (m >= quiet.From || m < quiet.To)
		}
		last := from
		for _, at := range got {
			if !at.After(last) || !at.Before(flag) {
				t.Fatalf("between %v and %v: %v", last, flag, got)
			}
			last = at
			// It may be in quiet hours only if these last from the beginning to the flag.
			if silent(at) && (at.Sub(from) > day || !silent(flag.Add(-time.Second))) {
				t.Fatalf("%v is in quiet hours %v of %v; from %v to %v", at.In(local), quiet, local, from, flag)
			}
		}
	})
}

func TestReminderTexts(t *testing.T) {
	for text, want := range map[string]string{"2d, 12h 30m fifth": "2d 12h 30m fifth", "FIFTH": "fifth", "90m": "90m", "48h": "2d", "2h 2h": "2h", "default 1d": "1d 2h fifth"} {
		got := ok(member.ParseLeads(text))(t)
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
	if got, err := member.ParseLeads("Default"); err != nil || got != nil {
		t.Errorf("default is %v, %v", got, err)
	}
	for _, text := range []string{"0h", "15d", "h", "1", "1x", "-1h", "1h 2h 3h 4h 5h 6h", "default soon"} {
		if got, err := member.ParseLeads(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	for text, want := range map[string]string{
		"22-07": "22-07", "22:00-7:00": "22-07", " 0 - 23 ": "00-23", "7-24": "07-00", "none": "none", "22–7": "22-07",
		"22h-7h30": "22:00-07:30", "22:30-7": "22:30-07:00", "23:59-0:00": "23:59-00:00", "0:30-24:00": "00:30-00:00",
	} {
		if got, err := member.ParseQuietHours(text); err != nil || got.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "22", "24-1", "22-25", "-1-2", "22d-7d", "22--7", "022-7", "22:60-7", "22:5-7",
		"24:30-7", "22-24:01", "24:00-7:00", "10pm-7am", "晚上10点-早上7点"} {
		if got, err := member.ParseQuietHours(text); err == nil || errors.Is(err, member.ErrAllDay) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0-24", "0-0", "22:00-22:00"} {
		if got, err := member.ParseQuietHours(text); !errors.Is(err, member.ErrAllDay) {
			t.Errorf("%q, the whole day, is %v, %v", text, got, err)
		}
	}
	s := member.Settings{Reminders: member.Reminders{At: []member.Lead{member.Fifth, member.Lead(time.Hour)}, Destination: member.ByDM, Quiet: member.QuietHours{From: 22 * 60, To: 7 * 60}}}
	data := ok(json.Marshal(s))(t)
	if want := `{"reminders":{"at":["fifth","1h"],"where":"dm","quiet":"22-07"}}`; string(data) != want {
		t.Errorf("as JSON %s, want %s", data, want)
	}
	var back member.Settings
	must(t, json.Unmarshal(data, &back))
	if !slices.Equal(back.Reminders.At, s.Reminders.At) || back.Reminders.Quiet != s.Reminders.Quiet {
		t.Errorf("back it is %+v", back)
	}
}

// Each reminder is sent once: not before its time, not after the move, and not after a later one.
func TestReminderIsGivenOnce(t *testing.T) {
	c := newClub(t)
	g := ok(c.games.Challenge(t.Context(), game.Act{Actor: alice, Channel: "c"}, game.ChallengeSpec{Level: 3, ColorChoice: game.WantRed, Rated: true}))(t)
	job := func(n int) game.Remind { return game.Remind{Game: g.ID, Ply: 0, N: n} }
	ask := func(job game.Remind) bool {
		g, _, err := c.members.Reminder(t.Context(), job)
		must(t, err)
		return g != nil
	}
	c.now = g.Clock.Reminders[0].Add(-time.Second)
	if _, _, err := c.members.Reminder(t.Context(), job(0)); !errors.As(err, new(*game.NotYet)) {
		t.Errorf("too early the job returns %v, want to be called again", err)
	}
	c.now = g.Clock.Reminders[1]
	for _, n := range []int{1, 0} {
		if !ask(job(n)) {
			t.Errorf("reminder %d is not sent", n)
		}
	}
	if ask(job(2)) || ask(game.Remind{Game: g.ID, Ply: 1}) || ask(game.Remind{Game: 99}) {
		t.Error("a reminder that does not exist is sent")
	}
	must(t, c.members.Reminded(t.Context(), job(1)))
	for n := range 2 {
		if ask(job(n)) {
			t.Errorf("reminder %d is sent again", n)
		}
	}
	must(t, c.members.Reminded(t.Context(), job(0)))
	if g, _ := c.games.Game(t.Context(), g.ID); g.Clock.Reminded != 2 {
		t.Errorf("%d were sent", g.Clock.Reminded)
	}
}
