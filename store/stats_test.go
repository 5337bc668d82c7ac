package store_test

import (
	"testing"
	"time"

	"xiangqibot/store"
)

// People count as active by what they played lately, servers until the bot is removed, games as they begin and end.
func TestStatsOfPeopleAndServers(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		rules := operatorOf(db, func() time.Time { return now })
		for _, guild := range []string{goneServer, "g"} {
			if _, err := rules.ServerBack(t.Context(), guild); err != nil {
				t.Fatal(err)
			}
		}
		begin(t, db, "g", alice, bob, false)
		playOn(t, db, begin(t, db, "g", alice, carol, true).ID, start, quickMate...)
		must(t, rules.ServerLeft(t.Context(), goneServer))
		for _, want := range []struct {
			after     time.Duration
			day, week int
		}{{time.Hour, 3, 3}, {2 * day, 0, 3}, {8 * day, 0, 0}} {
			now = start.Add(want.after)
			s := ok(db.Stats(t.Context()))(t)
			if s.Active.Day != want.day || s.Active.Week != want.week || s.Servers != 1 || s.Shards.Held+s.Shards.Free != 0 {
				t.Errorf("after %v: %+v, want %+v", want.after, s, want)
			}
		}
		if begun, finished := db.GamesCounted(); begun != 2 || finished != 1 {
			t.Errorf("%d games began and %d finished", begun, finished)
		}
	})
}
