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
			var err error
			g, err = tb.Move(t.Context(), at(g.Seats[g.Turn()].Person, "c"), g.ID, m)
			must(t, err)
		}
	}
	for range lobby.MaxRatedPair - 2 {
		over(tb.begun(t, "c", rated(bob)))
		tb.now = tb.now.Add(time.Hour)
	}
	tb.begun(t, "c", rated(bob)) // in progress
	match := rated(bob)
	match.Games = 2
	_, err := tb.Challenge(t.Context(), at(alice, "c"), match)
	refused(t, err, game.TooManyRated)
	last, err := tb.Challenge(t.Context(), at(bob, "c"), rated(alice))
	must(t, err)
	tb.begun(t, "c", rated(bob)) // the tenth
	_, err = tb.Accept(t.Context(), at(alice, "c"), last.ID)
	refused(t, err, game.TooManyRated)
	_, err = tb.Challenge(t.Context(), at(alice, "c"), rated(bob))
	refused(t, err, game.TooManyRated)
	_, err = tb.Rematch(t.Context(), at(alice, "c"), 1)
	refused(t, err, game.TooManyRated)
	tb.begun(t, "c", game.ChallengeSpec{Opponent: bob})
	_, err = tb.Challenge(t.Context(), at(alice, "c"), rated(eve))
	must(t, err)

	tb.now = start.Add(day) // the first one ended a day ago
	_, err = tb.Accept(t.Context(), at(alice, "c"), last.ID)
	must(t, err)
	_, err = tb.Challenge(t.Context(), at(alice, "c"), rated(bob))
	refused(t, err, game.TooManyRated)
}
