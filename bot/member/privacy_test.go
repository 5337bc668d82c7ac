package member_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/record"
	"xiangqibot/engine/board"
)

// When a person's data is erased, their open games end as by their own act, and the others are notified at once. Their
// games stay, without their name.
func TestPrivacyDelete(t *testing.T) {
	c := newClub(t)
	over := c.match(t, "over")
	ok(c.games.Decide(t.Context(), at(bob, "over"), over.ID, game.Resign))(t)
	played := c.match(t, "played")
	sent := ok(c.games.Challenge(t.Context(), at(alice, "sent"), game.ChallengeSpec{Opponent: eve}))(t)
	received := ok(c.games.Challenge(t.Context(), at(eve, "received"), game.ChallengeSpec{Opponent: alice}))(t)
	c.store.Jobs = nil

	must(t, c.privacy.Erase(t.Context(), at(alice, "c")))
	for _, want := range []struct {
		id       game.ID
		state    game.State
		notified bool
	}{{over.ID, game.Finished, false}, {played.ID, game.Finished, true}, {sent.ID, game.Cancelled, true}, {received.ID, game.Declined, true}} {
		g := ok(c.games.Game(t.Context(), want.id))(t)
		if g.State != want.state || g.Involves(alice) || !g.Involves(game.Deleted) || slices.Contains(g.People(), game.Deleted) {
			t.Errorf("game %d is %v, with %v", g.ID, g.State, g.People())
		}
		announced := slices.Contains(c.store.Jobs, game.QueuedJob{Job: game.Announce{Game: g.ID, Revision: g.Revision}, At: start})
		if announced != want.notified {
			t.Errorf("game %d: announced at once: %v", g.ID, announced)
		}
	}
	g := ok(c.games.Game(t.Context(), played.ID))(t)
	if winner, ok := g.Winner(); !ok || g.Seats[winner].Person != bob || g.End != game.ByResignation {
		t.Errorf("the game that went on ended %v, %v", g.Outcome, g.End)
	}
	if sheet := record.Export(g); sheet.Red != "deleted player" || sheet.Black != "name of 1002" {
		t.Errorf("the file of a game names %q and %q", sheet.Red, sheet.Black)
	}
	refused(t, errOf(c.games.Rematch(t.Context(), at(bob, "played"), played.ID)), game.PlayerGone)
	must(t, c.privacy.Erase(t.Context(), at(alice, "c"))) // there is nothing left to delete

	again := c.match(t, "again")
	if again.State != game.Active || again.Name(alice) != "name of 1001" {
		t.Errorf("a person who comes back plays a game in state %v as %q", again.State, again.Name(alice))
	}
}

// A match has no second game if a player was erased.
func TestNoSecondGameAgainstTheDeleted(t *testing.T) {
	c := newClub(t)
	g := ok(c.games.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Games: 2}))(t)
	ok(c.games.Accept(t.Context(), at(bob, "c"), g.ID))(t)
	must(t, c.privacy.Erase(t.Context(), at(bob, "c")))
	must(t, c.games.NextGame(t.Context(), game.NextGame{Game: g.ID}))
	games, err := c.store.Games.Games(t.Context(), game.Query{Person: alice})
	if err != nil || len(games) != 1 {
		t.Errorf("there are %d games, %v", len(games), err)
	}
}

// An export has a person's own data and games, and nothing that is private to others.
func TestPrivacyExport(t *testing.T) {
	c := newClub(t)
	g := c.match(t, "c")
	ok(game.NewPlanner(c.games.Service).Plan(t.Context(), at(bob, "c"), g.ID, "h2e2 h9g7"))(t)
	must(t, posted.NewBoards(c.store.Games, c.games.Service).DirectPosted(t.Context(), g.ID, bob, 1, game.MessageRef{Channel: "dm-of-bob", Message: "77"}))
	export := func(p game.Person) string {
		data := ok(c.privacy.Export(t.Context(), at(p, "c")))(t)
		if !json.Valid(data) {
			t.Fatalf("no JSON: %s", data)
		}
		return string(data)
	}
	if own := export(bob); !strings.Contains(own, `"h2e2h9g7"`) || !strings.Contains(own, `name of 1001`) || !strings.Contains(own, `"side": "black"`) || !strings.Contains(own, `"dm-of-bob"`) {
		t.Errorf("Bob's export lacks the plan, the side, the opponent or the board in the direct messages: %s", own)
	}
	if other := export(alice); strings.Contains(other, "h2e2h9g7") || strings.Contains(other, "dm-of-bob") {
		t.Errorf("the opponent's export has Bob's private data: %s", other)
	}
	_, err := c.store.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error {
		g.Hints = game.Hints{{Spot: game.Spot{By: board.Red, Ply: 11}}, {Spot: game.Spot{By: board.Black, Ply: 22}}}
		g.Questions = game.Questions{{Spot: game.Spot{By: board.Red, Ply: 33}, Kind: game.AskMove}, {Spot: game.Spot{By: board.Black, Ply: 44}, Kind: game.AskPiece}}
		return nil
	})
	must(t, err)
	if own := export(bob); !strings.Contains(own, `"ply": 22`) || !strings.Contains(own, `"ply": 44`) {
		t.Errorf("Bob's export lacks Bob's hints or questions: %s", own)
	}
	if own := export(bob); strings.Contains(own, `"ply": 11`) || strings.Contains(own, `"ply": 33`) {
		t.Errorf("Bob's export has Alice's hints or questions: %s", own)
	}
	if nothing := export(eve); !strings.Contains(nothing, `"games": []`) {
		t.Errorf("a stranger's export is %s", nothing)
	}
}
