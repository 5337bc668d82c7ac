package store_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// How an act can be answered is kept in its transaction, for as long as Discord takes answers, and is shown to nobody.
func TestAnswerings(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		ctx, now := t.Context(), start
		clock := func() time.Time { return now }
		db := open(t, source, store.Options{Clock: clock})
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: clock})
		act := func(key string) game.Act {
			return game.Act{Key: key, Token: game.Secret("secret of " + key), Actor: "11", Channel: "1", Locale: "vi"}
		}
		keep := func(key string) {
			t.Helper()
			must(t, db.Answerings.KeepAnswering(ctx, game.Answering{
				Interaction: key, Token: game.Secret("secret of " + key), Channel: "1", Locale: "vi", At: now,
			}))
		}
		// kept checks what is kept, as far as it is about a game, and to whom an answer is owed.
		kept := func(id game.ID, want, owed string) {
			t.Helper()
			var keys []string
			var waiting string
			for _, a := range ok(db.Answerings.Answerings(ctx, id, -1))(t) {
				if a.Token != game.Secret("secret of "+a.Interaction) || a.Channel != "1" || a.Locale != "vi" {
					t.Errorf("kept is %+v", a)
				}
				keys = append(keys, fmt.Sprint(a.Interaction, " ", a.Game, " ", a.Revision))
				if a.Owed {
					waiting += a.Interaction
				}
			}
			if got := strings.Join(keys, ", "); got != want || waiting != owed {
				t.Errorf("of game %d is kept %q, owed to %q; want %q and %q", id, got, waiting, want, owed)
			}
		}
		keep("a")
		g := ok(service.Challenge(ctx, act("a"), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
		now = now.Add(time.Minute)
		g = ok(service.Move(ctx, act("b"), g.ID, "h2e2"))(t)
		if _, err := service.Move(ctx, act("c"), g.ID, "h2e2"); err == nil {
			t.Fatal("a second move was played")
		}
		keep("d")
		keep("d")
		kept(g.ID, "b 1 2, a 1 1", "a")
		if after := ok(db.Answerings.Answerings(ctx, g.ID, g.Revision-1))(t); len(after) != 1 || after[0].Interaction != "b" {
			t.Errorf("after the first revision is kept %+v", after)
		}
		kept(0, "d 0 0, b 1 2, a 1 1", "dba") // a and d were told to wait, and b acted so late that it may have been
		now = now.Add(store.DeferWindow)
		keep("e")
		kept(0, "e 0 0, d 0 0, b 1 2, a 1 1", "eda")
		must(t, db.Answerings.DropAnswering(ctx, "e"))
		must(t, db.Answerings.DropAnswering(ctx, "a"))
		kept(0, "d 0 0, b 1 2, a 1 1", "db") // with e the process's latest act is b's again
		must(t, db.Answerings.DropAnswering(ctx, "b"))
		must(t, db.Answerings.DropAnswering(ctx, "d"))
		kept(0, "b 1 2, a 1 1", "b") // what has changed a game is kept on
		if exported := ok(db.Privacy.PersonalData(ctx, "11"))(t); strings.Contains(fmt.Sprint(exported), "secret of") {
			t.Error("a person's export has a token in it")
		}

		now = now.Add(game.TokenLifetime)
		kept(0, "", "")
		must(t, store.Beat(ctx, db, now))
		if n := value[int](t, db, `SELECT count(*) FROM answerings`); n != 0 {
			t.Errorf("%d tokens are still in the database", n)
		}
	})
}

func TestASecretIsNotShown(t *testing.T) {
	a := game.Answering{Interaction: "1", Token: "hush"}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", a.Token, "answering", a)
	for _, text := range []string{log.String(), fmt.Sprint(a), fmt.Sprintf("%v %+v %#v %s %q", a, a, a, a.Token, a.Token)} {
		if strings.Contains(text, "hush") {
			t.Errorf("shown is %s", text)
		}
	}
}

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
