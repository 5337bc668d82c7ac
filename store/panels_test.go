package store_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// A person has one panel of each kind in a game. It is found for as long as it can be changed, and shown a game's
// revision once.
func TestPanels(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		panel := func(message string, person game.Person, revision int) game.Panel {
			return game.Panel{
				Game: 1, Person: person, Token: game.Secret("secret of " + message), Message: message, Locale: "vi",
				Revision: revision, At: now,
			}
		}
		keep := func(p, want game.Panel) {
			t.Helper()
			if old, err := db.Panels.KeepPanel(t.Context(), p); err != nil || old != want {
				t.Errorf("in the place of %+v, %v; want %+v", old, err, want)
			}
		}
		late := func(revision int, want ...game.Panel) {
			t.Helper()
			got, err := db.Panels.StalePanels(t.Context(), 1, revision)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("behind revision %d: %+v, %v; want %+v", revision, got, err, want)
			}
		}
		first, other, asks := panel("a", "11", 3), panel("b", "12", 4), panel("c", "11", 3)
		asks.Asks = true
		keep(first, game.Panel{})
		keep(other, game.Panel{})
		keep(asks, game.Panel{})
		second := panel("d", "11", 3)
		keep(second, first)
		earlier := first
		earlier.At = now.Add(-time.Second)
		keep(earlier, game.Panel{}) // its answer is confirmed after that of the second
		late(3)
		late(4, second, asks)
		late(4)
		second.Revision = 4
		late(5, second, other)

		now = now.Add(game.TokenLifetime)
		late(6)
		keep(panel("e", "11", 6), game.Panel{})
	})
}
