package bot

import (
	"slices"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
)

// Whoever names no tournament does not mean one in which they can do nothing: to withdraw it is the one they play in,
// to call off the one that is theirs.
func TestTheTournamentThatIsMeant(t *testing.T) {
	tb := newTable(t)
	tb.rights = manageServer
	for _, who := range []user{anna, bao} {
		tb.command(who, "tournament create", "title", "Cup", "system", "round-robin")
	}
	tb.rights = ""
	tb.command(cuong, "tournament join", "tournament", 1)
	read := func(id tournament.ID) *tournament.Tournament {
		t.Helper()
		tour, err := tb.bot.host.tournaments.Tournament(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return tour
	}
	if !slices.Equal(read(1).Players, []tournament.Entrant{{Person: game.Person(cuong.id)}}) {
		t.Fatalf("the first has %+v", read(1).Players)
	}
	tb.command(cuong, "tournament join")
	tb.command(cuong, "tournament leave", "tournament", 2)
	tb.command(cuong, "tournament leave")
	if one, two := read(1), read(2); len(one.Players) != 0 || len(two.Players) != 0 {
		t.Errorf("Cường still plays: %+v, %+v", one.Players, two.Players)
	}
	tb.command(anna, "tournament cancel")
	if one, two := read(1), read(2); one.Stage != tournament.CalledOff || two.Stage != tournament.SigningUp {
		t.Errorf("Anna called off: the stages are %s, %s", one.Stage, two.Stage)
	}
}
