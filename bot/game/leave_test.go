package game_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
)

// A member who leaves takes their vote along, and the member who joined next becomes captain; the game goes on.
func TestLeaveATeam(t *testing.T) {
	var g game.Game
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Captain: true}, Teams: true}
	must(t, g.Blank().OfferVote(game.Act{Actor: eve, Guild: "g", Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	for _, p := range []game.Person{alice, bob} {
		must(t, g.Ballot().Join(p, nil, board.Red, start))
	}
	must(t, g.Ballot().Cast(alice, nil, move(t, "h2e2"), start))
	must(t, g.Ballot().Cast(bob, nil, move(t, "b2e2"), start))
	must(t, g.Leave(alice, start))
	if g.State != game.Active || g.Involves(alice) || g.Vote.CaptainOf(board.Red) != bob || len(g.Vote.Turn.Proposals) != 1 || g.Vote.Turn.VotesCast() != 1 {
		t.Errorf("after the captain left: %v, %+v", g.State, *g.Vote)
	}
}
