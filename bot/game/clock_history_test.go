package game_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
)

// What the clocks have shown is what is worked out from the end, for every kind of clock whose time is not in days.
func TestClockHistory(t *testing.T) {
	inDays := func(t clocks.TimeControl) bool {
		return t.Class() == clocks.Untimed || t.Class() == clocks.Correspondence
	}
	live := slices.DeleteFunc(clocks.Usual(), inDays)
	moves := []string{"h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5"}
	rapid.Check(t, func(draw *rapid.T) {
		g, now := byClock(t, game.Conditions{Time: rapid.SampledFrom(live).Draw(draw, "clock")}, true), start
		shown := [][2]time.Duration{g.Clock.Left}
		for _, text := range moves[:rapid.IntRange(1, len(moves)).Draw(draw, "moves")] {
			now = now.Add(time.Duration(rapid.IntRange(0, 90_000).Draw(draw, "thought")) * time.Millisecond)
			must(t, game.Play(g, g.Seats[g.Turn()].Person, move(t, text), now))
			shown = append(shown, g.Clock.Left)
		}
		if game.ClockHistory(g) != nil {
			draw.Fatal("a history of a game that goes on")
		}
		now = now.Add(time.Duration(rapid.IntRange(0, 90).Draw(draw, "the last thought")) * time.Second)
		must(t, game.Resign(g, rapid.SampledFrom([]game.Person{alice, bob}).Draw(draw, "who resigns"), now))
		history := game.ClockHistory(g)
		if len(history) != len(shown) {
			draw.Fatalf("%v, want %v", history, shown)
		}
		for i := range history {
			for _, c := range []board.Color{board.Red, board.Black} {
				if history[i][c] != shown[i][c] {
					draw.Fatalf("after %d moves: %v, want %v", i, history[i], shown[i])
				}
			}
		}
		g.Clock.Left[board.Black] += time.Minute // as if a minute had been excused
		if excused := game.ClockHistory(g); excused != nil {
			draw.Fatalf("with a minute too much: %v", excused)
		}
	})
}
