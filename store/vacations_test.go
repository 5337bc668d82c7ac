package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

const day = 24 * time.Hour

// byDay makes a game between Alice, Red, and Bob, by three days a move.
func byDay(t testing.TB, db *store.DB, guild string) *game.Game {
	t.Helper()
	spec := game.ChallengeSpec{Opponent: bob}
	spec.Time.PerMove = 3 * day
	return agreed(t, db, game.Act{Actor: alice, Guild: guild, Channel: "c"}, spec, start)
}

// A vacation comes with the games that are open in its server, and all that changes in them is saved or nothing is.
func TestVacation(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		first, elsewhere, over, second := byDay(t, db, "g"), byDay(t, db, "h"), byDay(t, db, "g"), byDay(t, db, "g")
		ok(db.Games.Update(t.Context(), "", over.ID, func(g *game.Game) error { return game.Resign(g, bob, start) }))(t)
		away := func(a *member.Absence) error {
			if len(a.Games) != 2 || a.Games[0].ID != first.ID || a.Games[1].ID != second.ID {
				t.Errorf("%d games are passed on", len(a.Games))
			}
			return a.Start(5, 30, start)
		}
		broken := errors.New("broken")
		if _, err := db.Members.UpdateVacation(t.Context(), "", alice, "g", func(a *member.Absence) error { return errors.Join(away(a), broken) }); !errors.Is(err, broken) {
			t.Errorf("error %v", err)
		}
		if g, err := db.Games.Game(t.Context(), first.ID); err != nil || g.Clock.Since.IsZero() {
			t.Errorf("after an error: %+v, %v", g.Clock, err)
		}
		ok(db.Members.UpdateVacation(t.Context(), "click", alice, "g", away))(t)
		_, err := db.Members.UpdateVacation(t.Context(), "click", alice, "g", away)
		refused(t, err, game.AlreadyDone)
		if n := waitingJobs(t, db)[member.VacationEnds{}.Kind()]; n != 1 {
			t.Errorf("%d jobs end the vacation", n)
		}

		for _, id := range []game.ID{first.ID, second.ID} {
			g := ok(db.Games.Game(t.Context(), id))(t)
			if until, on := game.AwayUntil(g, board.Red, start); !g.Clock.Since.IsZero() || !on || until != start.Add(5*day) {
				t.Errorf("game %d: %+v, people %+v", id, g.Clock, g.Players)
			}
		}
		if g, _ := db.Games.Game(t.Context(), elsewhere.ID); g.Clock.Since.IsZero() {
			t.Error("a clock stands in another server")
		}
		if v, err := db.Members.Vacation(t.Context(), alice, "g"); err != nil || v.Until != start.Add(5*day) {
			t.Errorf("vacation %+v, %v", v, err)
		}
		if v, err := db.Members.Vacation(t.Context(), alice, "h"); err != nil || v != (member.Vacation{}) {
			t.Errorf("elsewhere %+v, %v", v, err)
		}
		games := ok(db.Games.Games(t.Context(), game.Query{Person: bob, Open: true}))(t)
		if i := slices.IndexFunc(games, func(g *game.Game) bool { return g.ID == first.ID }); games[i].Players[alice].Away != start.Add(5*day) {
			t.Errorf("in the list: %+v", games[i].Players)
		}
	})
}

// Nobody loses on time because nobody was at work: what was missed is taken off the clocks, once. Their jobs follow them.
func TestClocksStandWhileTheBotIsAway(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		// started reads a game after a start of the bot, which then ends.
		started := func(id game.ID) *game.Game {
			t.Helper()
			db := ok(store.Open(t.Context(), source, store.Options{Clock: clk.Now}))(t)
			must(t, work(db))
			g := ok(db.Games.Game(t.Context(), id))(t)
			must(t, db.Close())
			return g
		}
		db := open(t, source, store.Options{Clock: clk.Now})
		must(t, work(db))
		g := byDay(t, db, "g")
		must(t, db.Close())

		clk.Advance(4 * day)
		late := started(g.ID)
		// The last note was made when Work began.
		if late.Clock.Flag != start.Add(7*day) || late.Clock.Reminders[0] != g.Clock.Reminders[0].Add(4*day) {
			t.Errorf("the clock is %+v, before %+v", late.Clock, g.Clock)
		}
		clk.Advance(30 * time.Second) // too short for a downtime
		same(t, started(g.ID), late)
		sound(t, source)
	})
}
