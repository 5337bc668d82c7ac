package store_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/standing"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// played is a rated game of the law below: its people by number, its class, its result and how long after the one
// before it ended.
type played struct {
	red, black int
	live       bool
	guild      string
	result     int // 0: Red resigns; 1: Black does; 2: a draw
	after      time.Duration
	undone     bool
}

// Taking results out of the ratings, in any order, leaves exactly what there would be had the games never been rated:
// the same ratings to the last bit, the same history, the same lines on the leaderboards.
func TestUndoneGamesLeaveNoTraceInRatings(t *testing.T) {
	alone(t)
	now := start
	source := backends[0].source(t)
	db := open(t, source, store.Options{Clock: func() time.Time { return now }})
	players := standing.NewPlayers(db.Standings, db.Games, func() time.Time { return now })
	world := 0
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) played {
			red := rapid.IntRange(0, 3).Draw(t, "red")
			p := played{
				red: red, black: (red + rapid.IntRange(1, 3).Draw(t, "black")) % 4,
				live: rapid.Bool().Draw(t, "live"), guild: rapid.SampledFrom([]string{"", "g", "h"}).Draw(t, "guild"),
				result: rapid.IntRange(0, 2).Draw(t, "result"), after: time.Duration(rapid.IntRange(0, 40).Draw(t, "days")) * 7 * time.Hour,
				undone: rapid.IntRange(0, 2).Draw(t, "undone") == 0,
			}
			p.undone = p.undone && p.guild != "" // what people do in private is nobody's to undo
			return p
		}), 1, 6).Draw(t, "games")
		world++
		real, ideal := fmt.Sprint(world, "r"), fmt.Sprint(world, "i")
		var undo []game.ID
		pair := rapid.Bool().Draw(t, "pair") // all games of the first two on one server are undone at once
		ofPair := 0
		last := start
		for _, p := range games {
			now = last.Add(p.after)
			last = now
			farmed := pair && p.red+p.black == 1 && p.guild == "g"
			p.undone = p.undone || farmed
			id := rated(t, db, real, p, true, now)
			rated(t, db, ideal, p, !p.undone, now)
			switch {
			case farmed:
				ofPair++
			case p.undone:
				undo = append(undo, id)
			}
		}
		undoPair := func() {
			n, err := players.UndoPair(t.Context(), game.Act{Actor: "admin", Guild: real + "g"}, game.Person(real+"1"), game.Person(real+"0"))
			if ofPair == 0 && errors.Is(err, standing.NoRatedPair) {
				return
			}
			if must(t, err); n != ofPair {
				t.Fatalf("%d results of the pair undone, want %d", n, ofPair)
			}
		}
		first := rapid.Bool().Draw(t, "pair first")
		if pair && first {
			undoPair()
		}
		for len(undo) > 0 {
			i := rapid.IntRange(0, len(undo)-1).Draw(t, "which")
			g := ok(db.Games.Game(t.Context(), undo[i]))(t)
			ok(players.UndoRating(t.Context(), game.Act{Actor: "admin", Guild: g.Guild}, undo[i]))(t)
			undo = append(undo[:i], undo[i+1:]...)
		}
		if pair && !first {
			undoPair()
		}
		for n := range 4 {
			compare(t, db, game.Person(fmt.Sprint(real, n)), game.Person(fmt.Sprint(ideal, n)), last)
		}
	})
	sound(t, source)
}

// rated plays one game in a world of its own.
func rated(t *rapid.T, db *store.DB, world string, p played, counts bool, now time.Time) game.ID {
	t.Helper()
	red, black := game.Person(fmt.Sprint(world, p.red)), game.Person(fmt.Sprint(world, p.black))
	guild := p.guild
	if guild != "" {
		guild = world + guild
	}
	g := ok(db.Games.Create(context.Background(), "", func(g *game.Game) error {
		spec := game.ChallengeSpec{Opponent: black, ColorChoice: game.WantRed, Rated: counts}
		spec.Time = clocks.TimeControl{PerMove: 3 * 24 * time.Hour}
		if p.live {
			spec.Time = clocks.TimeControl{Base: 10 * time.Minute}
		}
		must(t, game.OfferChallenge(g, game.Act{Actor: red, Guild: guild, Channel: "c"}, spec, game.Terms{Rules: "asian"}, now))
		must(t, game.AcceptChallenge(g, black, board.Red, now))
		for ply, text := range []string{
			"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "g3g4", "c6c5", "b0c2", "a9a8",
		} {
			must(t, game.Play(g, []game.Person{red, black}[ply%2], move(t, text), now))
		}
		return nil
	}))(t)
	ok(db.Games.Update(context.Background(), "", g.ID, func(g *game.Game) error {
		switch p.result {
		case 0:
			return game.Resign(g, red, now)
		case 1:
			return game.Resign(g, black, now)
		}
		must(t, game.OfferDraw(g, red, now))
		return game.AcceptDraw(g, black, now)
	}))(t)
	return g.ID
}

// compare compares a person with a double who played only what counts.
func compare(t *rapid.T, db *store.DB, real, ideal game.Person, now time.Time) {
	t.Helper()
	got := ok(db.Standings.Player(t.Context(), real))(t)
	want := ok(db.Standings.Player(t.Context(), ideal))(t)
	if got.Live != want.Live || got.Correspondence != want.Correspondence {
		t.Fatalf("%s is\n%+v, want\n%+v", real, got, want)
	}
	history := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: real}))(t)
	ideals := ok(db.Standings.Results(t.Context(), standing.ResultQuery{Person: ideal}))(t)
	for i := range history {
		if history[i].Before != ideals[i].Before || history[i].After != ideals[i].After || history[i].Against != ideals[i].Against {
			t.Fatalf("result %d of %s is\n%+v, want\n%+v", i, real, history[i], ideals[i])
		}
		g := ok(db.Games.Game(t.Context(), history[i].Game))(t)
		if g.After[history[i].Color] != history[i].After {
			t.Fatalf("game %d says %+v, the result %+v", g.ID, g.After, history[i])
		}
	}
	for _, suffix := range []string{"", "g", "h"} {
		for _, class := range []clocks.Class{clocks.Untimed, clocks.Live, clocks.Correspondence} {
			for _, period := range standing.Periods(now, 0) {
				q := standing.LeaderboardQuery{Class: class, Period: period.Name, Guild: suffix}
				if suffix != "" {
					q.Guild = string(real[:len(real)-1]) + suffix
				}
				a, there, err := db.Standings.Rank(t.Context(), q, real)
				must(t, err)
				if suffix != "" {
					q.Guild = string(ideal[:len(ideal)-1]) + suffix
				}
				b, wanted, err := db.Standings.Rank(t.Context(), q, ideal)
				must(t, err)
				if there != wanted || a.Tally != b.Tally || math.Abs(a.Value-b.Value) > 1e-6 {
					t.Fatalf("%+v: %s stands as\n%+v, want\n%+v", q, real, a, b)
				}
			}
		}
	}
}
