package bot

import (
	"slices"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
)

// The buttons of a tournament act in the tournament of their message, and only those who may start it or call it off do.
func TestButtonsOfATournament(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "manage tournament", "title", "Cup", "system", "round-robin")
	tb.sees(anna.id, "Manage Server")
	tb.rights = manageServer
	for _, who := range []user{anna, bao} {
		tb.command(who, "manage tournament", "title", "Cup", "system", "round-robin")
	}
	tb.rights = ""
	read := func(id tournament.ID) *tournament.Tournament {
		t.Helper()
		tour, err := tb.bot.host.Tournaments.Tournament(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return tour
	}
	press := func(who user, id tournament.ID, arg string) {
		t.Helper()
		tb.quietly()
		tb.command(who, "tournament", "tournament", int(id))
		card := tb.sees("", "Cup")
		tb.pressID(who, card, view.Press{Act: view.PressTournament, Topic: view.OfTournament(id), Arg: arg}.ID())
	}
	press(cuong, 1, peopleview.ArgJoin)
	if !slices.Equal(read(1).Players, []tournament.Entrant{{Person: game.Person(cuong.id)}}) || len(read(2).Players) > 0 {
		t.Fatalf("the tournaments have %+v, %+v", read(1).Players, read(2).Players)
	}
	for _, arg := range []string{peopleview.ArgStart, peopleview.ArgCancel, peopleview.ArgCancelYes} {
		press(cuong, 1, arg)
		tb.sees(cuong.id, "Chỉ người tổ chức")
	}
	press(cuong, 1, peopleview.ArgLeave)
	press(bao, 1, peopleview.ArgCancel)
	tb.sees(bao.id, "只有组织者")
	press(anna, 1, peopleview.ArgCancel)
	question := tb.sees(anna.id, "Call off Tournament 1")
	tb.pressID(anna, question, view.Press{Act: view.PressTournament, Topic: view.OfTournament(1), Arg: peopleview.ArgKeep}.ID())
	if len(read(1).Players) > 0 || read(1).Stage != tournament.SigningUp {
		t.Fatalf("the first is %+v", read(1))
	}
	press(anna, 1, peopleview.ArgCancelYes)
	if one, two := read(1), read(2); one.Stage != tournament.CalledOff || two.Stage != tournament.SigningUp {
		t.Errorf("Anna called off: the stages are %s, %s", one.Stage, two.Stage)
	}
	press(anna, 1, peopleview.ArgCancel)
	tb.sees(anna.id, "This tournament is over")
}
