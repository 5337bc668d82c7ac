package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// Any vote game, saved after each act and read back, is the game that it was; people who join find it among their
// games, with their rating as it was.
func TestAnyVoteGameIsReadAsItWasSaved(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(t *rapid.T) {
			now := start
			g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				spec := game.VoteSpec{
					Terms: vote.Terms{Window: time.Hour, Quorum: rapid.IntRange(1, 3).Draw(t, "quorum"), Captain: rapid.Bool().Draw(t, "captain")},
					Teams: rapid.Bool().Draw(t, "teams"), Level: 2,
				}
				if !spec.Teams && rapid.Bool().Draw(t, "a person") {
					spec.Level, spec.Opponent = 0, bob
				}
				act := game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}
				return game.OfferVote(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, now)
			}))(t)
			for range rapid.IntRange(1, 15).Draw(t, "acts") {
				now = now.Add(time.Duration(rapid.IntRange(0, 3600).Draw(t, "seconds")) * time.Second)
				after, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return anyVoteAct(t, g, now) })
				if err == nil {
					g = after
				}
				read := ok(db.Games.Game(t.Context(), g.ID))(t)
				same(t, read, g)
			}
			for _, p := range g.People() {
				games, err := db.Games.Games(t.Context(), game.Query{Person: p, Limit: 1_000_000})
				if err != nil || !slices.ContainsFunc(games, func(h *game.Game) bool { return h.ID == g.ID }) {
					t.Fatalf("game %d is not among those of %s: %v", g.ID, p, err)
				}
				if player, err := db.Standings.Player(t.Context(), p); err != nil || player.Correspondence != (standing.Standing{}) {
					t.Fatalf("by joining, the rating of %s became %+v: %v", p, player.Correspondence, err)
				}
			}
		})
	})
}

// anyVoteAct does one random act to a vote game.
func anyVoteAct(t *rapid.T, g *game.Game, now time.Time) error {
	who := rapid.SampledFrom([]game.Person{alice, bob, carol}).Draw(t, "who")
	p := g.Position()
	m := rapid.SampledFrom(p.LegalMoves(nil)[:3]).Draw(t, "move")
	switch rapid.SampledFrom([]string{"vote", "vote", "vote", "join", "accept", "count", "bot", "move", "resign", "shown"}).Draw(t, "act") {
	case "vote":
		return game.CastVote(g, who, nil, m, now)
	case "join":
		return game.JoinTeam(g, who, nil, board.Color(rapid.IntRange(0, 1).Draw(t, "side")), now)
	case "accept":
		return game.AcceptChallenge(g, who, board.Red, now)
	case "count":
		return game.CountTurn(g, now)
	case "bot":
		return gametest.BotPlays(g, m, false, now)
	case "move":
		return game.Play(g, who, m, now)
	case "resign":
		return errors.Join(game.CastVote(g, who, nil, board.NoMove, now))
	default:
		return nil
	}
}

// The first vote game of a person is one in which they voted: neither who started it without joining a side nor the
// single person opposite has.
func TestTheFirstVoteGameIsOfWhoVoted(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		played := func(started, opposite, voter game.Person) game.ID {
			t.Helper()
			g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 1}, Opponent: opposite, ColorChoice: game.WantRed}
				act := game.Act{Actor: started, Guild: "g", Channel: "c"}
				return game.OfferVote(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, start)
			}))(t)
			for _, act := range []func(*game.Game) error{
				func(g *game.Game) error { return game.AcceptChallenge(g, opposite, board.Red, start) },
				func(g *game.Game) error {
					if single, _ := g.SeatOf(opposite); g.Turn() == single {
						return game.Play(g, opposite, move(t, "h2e2"), start)
					}
					return nil
				},
				func(g *game.Game) error { return game.CastVote(g, voter, nil, anyLegal(g), start) },
				func(g *game.Game) error { return game.CountTurn(g, start.Add(time.Hour)) },
				func(g *game.Game) error { return game.Resign(g, opposite, start.Add(time.Hour)) },
			} {
				ok(db.Games.Update(t.Context(), "", g.ID, act))(t)
			}
			return g.ID
		}
		first := played(alice, bob, carol)
		second := played(bob, carol, bob)
		for p, want := range map[game.Person]game.ID{alice: 0, bob: second, carol: first} {
			a, err := db.Standings.FirstVoteGame(t.Context(), p)
			if err != nil || a.Game != want {
				t.Errorf("the first vote game of %s is %d, %v; want %d", p, a.Game, err, want)
			}
		}
	})
}
