package game_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// A person who has everything deleted leaves each open game as by his own act, others are told at once, and his games stay without him.
func TestPrivacyDelete(t *testing.T) {
	tb := newTable(nil)
	over := tb.match(t, "over")
	_, err := tb.Resign(t.Context(), at(bob, "over"), over.ID)
	must(t, err)
	played := tb.match(t, "played")
	his, err := tb.Challenge(t.Context(), at(alice, "his"), game.ChallengeSpec{Opponent: eve})
	must(t, err)
	toHim, err := tb.Challenge(t.Context(), at(eve, "to him"), game.ChallengeSpec{Opponent: alice})
	must(t, err)
	tb.store.jobs = nil

	must(t, tb.PrivacyDelete(t.Context(), at(alice, "c")))
	for _, want := range []struct {
		id    game.ID
		state game.State
		told  bool
	}{{over.ID, game.Finished, false}, {played.ID, game.Finished, true}, {his.ID, game.Cancelled, true}, {toHim.ID, game.Declined, true}} {
		g := tb.store.games[want.id]
		if g.State != want.state || g.Takes(alice) || !g.Takes(game.Deleted) || slices.Contains(g.People(), game.Deleted) {
			t.Errorf("game %d is %v, with %v", g.ID, g.State, g.People())
		}
		announced := slices.Contains(tb.store.jobs, game.Owed{Job: game.Announce{Game: g.ID, Revision: g.Revision}, At: start})
		if announced != want.told {
			t.Errorf("game %d: announced at once: %v", g.ID, announced)
		}
	}
	g := tb.store.games[played.ID]
	if winner, ok := g.Winner(); !ok || g.Seats[winner].Person != bob || g.End != game.ByResignation {
		t.Errorf("the game that went on ended %v, %v", g.Outcome, g.End)
	}
	if sheet := game.Sheet(g); sheet.Red != "deleted player" || sheet.Black != "name of 1002" {
		t.Errorf("the file of a game tells of %q and %q", sheet.Red, sheet.Black)
	}
	_, err = tb.Rematch(t.Context(), at(bob, "played"), played.ID)
	refused(t, err, game.PlayerGone)
	must(t, tb.PrivacyDelete(t.Context(), at(alice, "c"))) // there is nothing left to delete

	again := tb.match(t, "again")
	if again.State != game.Active || again.Name(alice) != "name of 1001" {
		t.Errorf("who comes back plays a game in state %v as %q", again.State, again.Name(alice))
	}
}

// The second game of a match is not played against nobody.
func TestNoSecondGameAgainstTheDeleted(t *testing.T) {
	tb := newTable(nil)
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob, Wish: game.WantRed, Games: 2})
	must(t, err)
	_, err = tb.Accept(t.Context(), at(bob, "c"), g.ID)
	must(t, err)
	must(t, tb.PrivacyDelete(t.Context(), at(bob, "c")))
	must(t, tb.NextGame(t.Context(), game.NextGame{Game: g.ID}))
	if n := len(tb.store.games); n != 1 {
		t.Errorf("there are %d games", n)
	}
}

// A member who goes takes his vote along, and a captain is followed by who came next; the game goes on.
func TestLeaveATeam(t *testing.T) {
	var g game.Game
	spec := game.VoteSpec{VoteTerms: game.VoteTerms{Window: time.Hour, Captain: true}, Teams: true}
	must(t, g.OfferVote(game.Act{Actor: eve, Guild: "g", Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	for _, p := range []game.Person{alice, bob} {
		must(t, g.JoinVote(p, nil, board.Red, start))
	}
	must(t, g.CastVote(alice, nil, move(t, "h2e2"), start))
	must(t, g.CastVote(bob, nil, move(t, "b2e2"), start))
	must(t, g.Leave(alice, start))
	if g.State != game.Active || g.Takes(alice) || g.Vote.CaptainOf(board.Red) != bob || len(g.Vote.Turn.Proposals) != 1 || g.Vote.Turn.Cast() != 1 {
		t.Errorf("after the captain left: %v, %+v", g.State, *g.Vote)
	}
}

// What a person gets tells of him and his games, and nothing that others keep to themselves.
func TestPrivacyExport(t *testing.T) {
	tb := newTable(nil)
	g := tb.match(t, "c")
	_, err := tb.Plan(t.Context(), at(bob, "c"), g.ID, "h2e2 h9g7")
	must(t, err)
	export := func(p game.Person) string {
		data, err := tb.PrivacyExport(t.Context(), at(p, "c"))
		must(t, err)
		if !json.Valid(data) {
			t.Fatalf("no JSON: %s", data)
		}
		return string(data)
	}
	if his := export(bob); !strings.Contains(his, `"h2e2h9g7"`) || !strings.Contains(his, `name of 1001`) || !strings.Contains(his, `"side": "black"`) {
		t.Errorf("his own export lacks his plan, his side or his opponent: %s", his)
	}
	if hers := export(alice); strings.Contains(hers, "h2e2h9g7") {
		t.Errorf("the opponent's export has his plan: %s", hers)
	}
	if nothing := export(eve); !strings.Contains(nothing, `"games": []`) {
		t.Errorf("a stranger's export is %s", nothing)
	}
}
