package store_test

import (
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/store"
)

// Who asked about others' rated games is kept once for each game, and until some weeks after it.
func TestAskedPositions(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		rated, casual := begin(t, db, "g", alice, bob, true), begin(t, db, "g", alice, bob, false)
		begin(t, db, "h", alice, bob, true)
		games := ok(db.FairPlay.RatedGames(t.Context(), "g"))(t)
		if len(games) != 1 || games[0].Game != int64(rated.ID) || len(games[0].Players) != 2 {
			t.Fatalf("the rated games are %+v, want game %d", games, rated.ID)
		}
		ask := func(person string, id int64, ply int) {
			t.Helper()
			must(t, db.FairPlay.SaveAsked(t.Context(), fairplay.Asked{Person: person, Guild: "g", Game: id, Ply: ply}))
		}
		list := func(want int) []fairplay.Asked {
			t.Helper()
			all := ok(db.FairPlay.AskedIn(t.Context(), "g", 10))(t)
			if len(all) != want {
				t.Fatalf("listed are %+v, want %d", all, want)
			}
			return all
		}
		ask("3", int64(rated.ID), 20)
		now = now.Add(time.Hour)
		ask("3", int64(rated.ID), 24)
		if a := list(1)[0]; !a.First.Equal(start) || !a.Last.Equal(now) || a.Ply != 24 {
			t.Errorf("asked first at %v and last at %v, after %d moves", a.First, a.Last, a.Ply)
		}
		playOn(t, db, rated.ID, start, quickMate...)
		now = now.Add(40 * 24 * time.Hour)
		ask("4", int64(casual.ID), 1)
		if a := list(1)[0]; a.Person != "4" {
			t.Errorf("weeks after the game %+v is kept", a)
		}
	})
}
