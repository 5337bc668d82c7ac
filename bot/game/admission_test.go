package game_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
)

// Two people have so many rated games a day with each other, those in progress and the second one of a match included.
// Further ones are refused before they begin, casual ones never, nor those with others.
func TestRatedGamesOfTwoPeopleAreBounded(t *testing.T) {
	tb := newTable(t, nil)
	rated := func(opponent game.Person) game.ChallengeSpec {
		return game.ChallengeSpec{Opponent: opponent, Rated: true, ColorChoice: game.WantRed}
	}
	over := func(g *game.Game) {
		t.Helper()
		for _, m := range quickMate {
			g = ok(tb.Move(t.Context(), at(g.Seats[g.Turn()].Person, "c"), g.ID, m))(t)
		}
	}
	for range lobby.MaxRatedPair - 2 {
		over(tb.begun(t, "c", rated(bob)))
		tb.now = tb.now.Add(time.Hour)
	}
	tb.begun(t, "c", rated(bob)) // in progress
	match := rated(bob)
	match.Games = 2
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), match)), game.TooManyRated)
	last := ok(tb.Challenge(t.Context(), at(bob, "c"), rated(alice)))(t)
	tb.begun(t, "c", rated(bob)) // the tenth
	refused(t, errOf(tb.Accept(t.Context(), at(alice, "c"), last.ID)), game.TooManyRated)
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), rated(bob))), game.TooManyRated)
	refused(t, errOf(tb.Rematch(t.Context(), at(alice, "c"), 1)), game.TooManyRated)
	tb.begun(t, "c", game.ChallengeSpec{Opponent: bob})
	ok(tb.Challenge(t.Context(), at(alice, "c"), rated(eve)))(t)

	tb.now = start.Add(day) // the first one ended a day ago
	ok(tb.Accept(t.Context(), at(alice, "c"), last.ID))(t)
	refused(t, errOf(tb.Challenge(t.Context(), at(alice, "c"), rated(bob))), game.TooManyRated)
}
