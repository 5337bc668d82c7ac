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
	g := &game.Game{}
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Captain: true}, Teams: true}
	must(t, game.OfferVote(g, game.Act{Actor: eve, Guild: "g", Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	for _, p := range []game.Person{alice, bob} {
		must(t, game.JoinTeam(g, p, nil, board.Red, start))
	}
	must(t, game.CastVote(g, alice, nil, move(t, "h2e2"), start))
	must(t, game.CastVote(g, bob, nil, move(t, "b2e2"), start))
	must(t, game.Leave(g, alice, start))
	if g.State != game.Active || g.Involves(alice) || g.Vote.CaptainOf(board.Red) != bob || len(g.Vote.Turn.Proposals) != 1 || g.Vote.Turn.VotesCast() != 1 {
		t.Errorf("after the captain left: %v, %+v", g.State, *g.Vote)
	}
}
