package store_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/member"
	"xiangqibot/bot/standing"
	"xiangqibot/store"
)

// A board lists who played there, in the order of ratings, with what they did there; everywhere adds all of it up.
func TestLeaderboards(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		for _, m := range []struct {
			guild      string
			red, black game.Person // Black wins
		}{{"g1", alice, bob}, {"g1", carol, bob}, {"g2", bob, alice}, {"", alice, carol}} {
			playOn(t, db, begin(t, db, m.guild, m.red, m.black, true).ID, start, quickMate...)
		}
		for guild, want := range map[string]int{"": 3, "g1": 3, "g2": 2, "g3": 0} {
			for _, class := range []clocks.Class{clocks.Untimed, clocks.Correspondence} {
				lines := ranking(t, db, standing.LeaderboardQuery{Guild: guild, Class: class, Period: standing.AllTimePeriod})
				if len(lines) != want {
					t.Fatalf("guild %q has %d players, want %d", guild, len(lines), want)
				}
				for i, l := range lines {
					now := ok(db.Standings.Player(t.Context(), l.Seat.Person))(t)
					if l.Player != now || l.Value != now.Correspondence.Rating.R {
						t.Errorf("guild %q shows %+v, who is %+v", guild, l, now)
					}
					if guild == "" && l.Tally != now.Correspondence.Tally {
						t.Errorf("everywhere shows %+v, who is %+v", l, now)
					}
					if guild == "g1" && l.Seat.Person == bob && l.Tally != (standing.Tally{Wins: 2}) {
						t.Errorf("in g1 Bob won twice and lost never: %+v", l)
					}
					place, ok, err := db.Standings.Rank(t.Context(), standing.LeaderboardQuery{Guild: guild, Class: class, Period: standing.AllTimePeriod}, l.Seat.Person)
					if err != nil || !ok || place.Rank != i+1 {
						t.Errorf("guild %q: %s stands at %d in the list and is told %d, %v, %v", guild, l.Seat.Person, i+1, place.Rank, ok, err)
					}
				}
			}
			if lines := ranking(t, db, standing.LeaderboardQuery{Guild: guild, Class: clocks.Live, Period: standing.AllTimePeriod}); len(lines) != 0 {
				t.Errorf("nobody played a live game in %q: %+v", guild, lines)
			}
		}
	})
}

// The windows hold what was won in them; the old ones go in time.
func TestWindowsOfLeaderboards(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start // Saturday, 21 November
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		result := func(red, black game.Person) (gain float64) {
			g := playOn(t, db, begin(t, db, "g", red, black, true).ID, now, quickMate...)
			return g.After[1].R - g.Before[1].R
		}
		result(alice, bob)
		now = now.AddDate(0, 0, 3) // Tuesday
		second := result(carol, bob)
		for period, want := range map[string]struct {
			people int
			bob    float64
		}{
			"week 2026-11-16": {2, 1}, "week 2026-11-23": {2, 1}, "month 2026-11": {3, 2}, "month 2026-12": {0, 0},
		} {
			lines := ranking(t, db, standing.LeaderboardQuery{Guild: "g", Period: period})
			if len(lines) != want.people {
				t.Errorf("%s: %d people, want %d", period, len(lines), want.people)
			} else if len(lines) > 0 && (lines[0].Seat.Person != bob || lines[0].Value != want.bob) {
				t.Errorf("%s: the best is %+v, want Bob with %v", period, lines[0], want.bob)
			}
		}
		trend := ranking(t, db, standing.LeaderboardQuery{Guild: "g", Period: standing.AllTimePeriod, Trend: "week 2026-11-23"})
		if len(trend) != 3 || trend[0].Gain != second || trend[1].Seat.Person == carol && trend[1].Gain >= 0 {
			t.Errorf("the trends are %+v", trend)
		}

		now = now.AddDate(0, 3, 0)
		result(alice, bob)
		for _, period := range []string{"week 2026-11-16", "month 2026-11"} {
			if lines := ranking(t, db, standing.LeaderboardQuery{Guild: "g", Period: period}); len(lines) != 0 {
				t.Errorf("%s is still there: %+v", period, lines)
			}
		}
		if lines := ranking(t, db, standing.LeaderboardQuery{Guild: "g", Period: standing.AllTimePeriod, Since: now.AddDate(0, 0, -30)}); len(lines) != 2 {
			t.Errorf("of three players two were here lately: %+v", lines)
		}
		if l, ok, err := db.Standings.Rank(t.Context(), standing.LeaderboardQuery{Guild: "g", Period: standing.AllTimePeriod, Since: now.AddDate(0, 0, -30)}, carol); err != nil || !ok || l.Rank != 0 || l.Losses != 1 {
			t.Errorf("Carol, who is away, has the line %+v, %v, %v", l, ok, err)
		}
	})
}

// ranking reads a leaderboard with up to a hundred people.
func ranking(t *testing.T, db *store.DB, q standing.LeaderboardQuery) []standing.LeaderboardEntry {
	t.Helper()
	q.Limit = 100
	return ok(db.Standings.Leaderboard(t.Context(), q))(t)
}

// People who do not want to be listed everywhere are not, from the moment they say so, but are listed in their server.
func TestHiddenPlayers(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		hide := func(hidden bool) {
			ok(db.Members.UpdateSettings(t.Context(), "", bob, func(s *member.Settings) error { s.Hidden = hidden; return nil }))(t)
		}
		shown := func(guild string, want int) {
			t.Helper()
			if lines := ranking(t, db, standing.LeaderboardQuery{Guild: guild, Period: standing.AllTimePeriod}); len(lines) != want {
				t.Errorf("guild %q shows %d players, want %d", guild, len(lines), want)
			}
		}
		playOn(t, db, begin(t, db, "g", alice, bob, true).ID, start, quickMate...)
		shown("", 2)
		hide(true)
		shown("", 1)
		shown("g", 2)
		playOn(t, db, begin(t, db, "g", carol, bob, true).ID, start, quickMate...)
		shown("", 2)
		if l, ok, err := db.Standings.Rank(t.Context(), standing.LeaderboardQuery{Period: standing.AllTimePeriod}, bob); err != nil || !ok || l.Rank != 0 || l.Wins != 2 {
			t.Errorf("Bob's own place is %+v, %v, %v", l, ok, err)
		}
		hide(false)
		shown("", 3)
	})
}

// The final table of a season has the order of its leaderboard, which its pages and everybody's own line have too:
// whoever is provisional stands below the others. The places stay when somebody in it is erased.
func TestAFinalTableIsTheLeaderboard(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		season := ok(db.Standings.StartSeason(t.Context(), "1", standing.Season{Guild: "g", Started: start}))(t)
		_, err := db.Standings.StartSeason(t.Context(), "1", season)
		refused(t, err, game.AlreadyDone)
		for _, pair := range [][2]game.Person{{alice, carol}, {bob, carol}, {alice, bob}} {
			playOn(t, db, begin(t, db, "g", pair[0], pair[1], true).ID, start, quickMate...)
		}
		_, err = db.SQL().Exec(`UPDATE standings SET provisional = FALSE WHERE person = $1`, string(alice)) // who has lost everything
		must(t, err)
		var want []game.Person
		whole := standing.LeaderboardQuery{Guild: "g", Period: standing.SeasonPeriod(season.Number).Name}
		for i, l := range ranking(t, db, whole) {
			want = append(want, l.Player.Person)
			page := whole
			page.Limit, page.Offset = 1, i
			if one, err := db.Standings.Leaderboard(t.Context(), page); err != nil || len(one) != 1 || one[0].Player != l.Player {
				t.Errorf("place %d has %s in the whole, and by itself %+v, %v", i+1, l.Player.Person, one, err)
			}
			if own, ok, err := db.Standings.Rank(t.Context(), whole, l.Player.Person); err != nil || !ok || own.Rank != i+1 {
				t.Errorf("place %d has %s, who is told %d, %v", i+1, l.Player.Person, own.Rank, err)
			}
		}
		if !slices.Equal(want, []game.Person{alice, carol, bob}) {
			t.Fatalf("the leaderboard is %v", want)
		}
		ok(db.Standings.CloseSeason(t.Context(), "2", "g", start.Add(time.Hour)))(t)
		for range 2 {
			var got []game.Person
			for _, l := range ok(db.Standings.FinalTable(t.Context(), "g", season.Number, 10))(t) {
				got = append(got, l.Player.Person)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the final table is %v, want %v", got, want)
			}
			must(t, db.Privacy.Erase(t.Context(), "", carol, func(*game.Game) error { return nil }))
			want[1] = game.Deleted
		}
		results := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: bob}))(t)
		if len(results) != 2 || results[1].Opponent != (game.Seat{}) {
			t.Errorf("the results of another are %+v", results)
		}
	})
}
