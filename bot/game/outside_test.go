package game_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/guild"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
	"xiangqibot/store/storetest"
)

// guest is an outside engine that a test speaks for, and what it was replaced for.
type guest struct {
	choose   func(rec *board.Record) (engine.Choice, error)
	replaced []error
	keys     []engine.Key
}

// withGuest is a table at which the guest can be challenged, and house is what plays in its place.
func withGuest(t testing.TB, o *guest, house fairplay.Thinker) *table {
	tb := newTable(t, house)
	tb.Services = gametest.New(storetest.Stores(tb.store.DB), house, game.Options{
		Clock: func() time.Time { return tb.now },
		Coin:  func() board.Color { return board.Red },
		Outside: &game.OutsideEngine{
			Name: "Guest",
			Choose: func(_ context.Context, key engine.Key, rec *board.Record) (engine.Choice, error) {
				o.keys = append(o.keys, key)
				return o.choose(rec)
			},
			Replaced: func(_ game.ID, _ int, why error) { o.replaced = append(o.replaced, why) },
		},
	})
	return tb
}

// answer lets whoever is to think in g do it, and returns the game after.
func (tb *table) answer(t *testing.T, g *game.Game) *game.Game {
	t.Helper()
	must(t, tb.Think(t.Context(), game.Think{Game: g.ID, Ply: g.Ply()}))
	g = ok(tb.Game(t.Context(), g.ID))(t)
	return g
}

func againstGuest() game.ChallengeSpec {
	return game.ChallengeSpec{Level: game.LevelOutside, ColorChoice: game.WantBlack}
}

func TestOutsideEnginePlays(t *testing.T) {
	o := &guest{choose: first(0)}
	tb := withGuest(t, o, nil) // the built-in engine is not asked
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), againstGuest()))(t)
	if seat := g.Seats[board.Red]; !seat.IsOutside() || !seat.IsBot() || g.Engine != "Guest" || g.Rated {
		t.Fatalf("seats %+v, engine %q", g.Seats, g.Engine)
	}
	if g = tb.answer(t, g); g.Ply() != 1 || g.Last.Substitute || len(o.replaced) > 0 {
		t.Errorf("after its move: %+v, replaced for %v", g.Last, o.replaced)
	}
	if want := (engine.Key{Tenant: "g", User: string(alice), Flow: "1"}); o.keys[0] != want {
		t.Errorf("it was asked under %v, want %v", o.keys[0], want)
	}
	ok(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.Resign))(t)
	again := ok(tb.Rematch(t.Context(), at(alice, "c"), g.ID))(t)
	if !again.Seats[board.Black].IsOutside() || again.Engine != "Guest" {
		t.Errorf("the rematch has the seats %+v and the engine %q", again.Seats, again.Engine)
	}
}

func TestOutsideEngineIsRefused(t *testing.T) {
	tb := withGuest(t, &guest{choose: first(0)}, nil)
	rated := againstGuest()
	rated.Rated = true
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), rated)), game.RatedOutside)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: guild.Disabled, StrongestLevel: 9}))
	_, err := tb.Challenge(t.Context(), at(alice, "c"), againstGuest())
	refused(t, err, game.LevelNotInServer) // where not even the strongest is wanted
	none := newTable(t, nil)
	refused(t, errOf(none.Challenge(t.Context(), at(alice, "c"), againstGuest())), game.NoOutside)
	if none.Outside() != "" || tb.Outside() != "Guest" {
		t.Errorf("the outside engines are %q and %q", none.Outside(), tb.Outside())
	}
}

// Whatever the outside engine does, the game goes on: the built-in engine plays the move, and the event tells.
func TestBuiltInEngineStepsIn(t *testing.T) {
	illegal := func(*board.Record) (engine.Choice, error) { return engine.Choice{Move: move(t, "a0a9")}, nil }
	dead := func(*board.Record) (engine.Choice, error) { return engine.Choice{}, errors.New("it died") }
	for says, choose := range map[string]func(*board.Record) (engine.Choice, error){"its move": illegal, "it died": dead} {
		o := &guest{choose: choose}
		tb := withGuest(t, o, first(0))
		g := ok(tb.Challenge(t.Context(), at(alice, "c"), againstGuest()))(t)
		if g = tb.answer(t, g); g.Ply() != 1 || !g.Last.Substitute {
			t.Errorf("%s: %+v, want a move of the built-in engine", says, g.Last)
		}
		if len(o.replaced) != 1 || !strings.Contains(o.replaced[0].Error(), says) {
			t.Errorf("replaced for %v, want %q", o.replaced, says)
		}
		// A game whose engine is no longer configured goes on as well.
		g = ok(tb.MoveExact(t.Context(), looking(at(alice, "c"), g), g.ID, legal(g)))(t)
		without := newTable(t, first(0))
		without.store = tb.store
		without.Services = gametest.New(storetest.Stores(tb.store.DB), first(0), game.Options{Clock: func() time.Time { return start }})
		if g = without.answer(t, g); g.Ply() != 3 || !g.Last.Substitute || g.Engine != "Guest" {
			t.Errorf("without the engine: %+v", g.Last)
		}
	}
}

// A shutdown is no failure of the engine: the thought is queued until the next start.
func TestBuiltInEngineDoesNotStepInAtShutdown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := &guest{choose: func(*board.Record) (engine.Choice, error) {
		cancel()
		return engine.Choice{}, context.Canceled
	}}
	tb := withGuest(t, o, first(0))
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), againstGuest()))(t)
	if err := tb.Think(ctx, game.Think{Game: g.ID}); !errors.Is(err, context.Canceled) || len(o.replaced) > 0 {
		t.Errorf("error %v, replaced for %v", err, o.replaced)
	}
}

// An outside engine that checks endlessly, because its rules let it, is kept from losing by ours.
func TestBuiltInEngineStepsInBeforeAForbiddenMove(t *testing.T) {
	start := testcases.Position(t, checks)
	o := &guest{choose: func(rec *board.Record) (engine.Choice, error) {
		p := rec.Position()
		m := move(t, "e1d1")
		if !p.IsLegal(m) {
			m = move(t, "d1e1")
		}
		return engine.Choice{Move: m}, nil
	}}
	tb := withGuest(t, o, first(0))
	spec := againstGuest()
	spec.Start = start
	g := ok(tb.Challenge(t.Context(), at(alice, "c"), spec))(t)
	for range 20 {
		if g = tb.answer(t, g); g.Last.Substitute || g.State != game.Active {
			break
		}
		g = ok(tb.MoveExact(t.Context(), looking(at(alice, "c"), g), g.ID, legal(g)))(t)
	}
	if g.State != game.Active || !g.Last.Substitute || len(o.replaced) != 1 || !strings.Contains(o.replaced[0].Error(), "perpetual check") {
		t.Errorf("%+v, replaced for %v: want the built-in engine before the move that loses", g.Last, o.replaced)
	}
}

// legal is some legal move in g.
func legal(g *game.Game) board.Move {
	p := g.Position()
	return p.LegalMoves(nil)[0]
}

// looking is act on the board that g shows now.
func looking(act game.Act, g *game.Game) game.Act {
	act.Board = g.BoardKey()
	return act
}
