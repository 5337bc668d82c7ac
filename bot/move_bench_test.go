package bot

import (
	"encoding/json"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/engine/notation"
)

// BenchmarkMove measures what one /move costs, part by part. docs/load.md has the numbers.
func BenchmarkMove(b *testing.B) {
	b.Run("decode", func(b *testing.B) {
		raw, err := json.Marshal(map[string]any{
			"id": "1", "token": "token", "application_id": botID, "type": 2, "version": 1, "guild_id": "9", "channel_id": "1",
			"member": map[string]any{"user": map[string]any{"id": anna.id, "username": "anna"}, "permissions": "0"},
			"locale": "zh-CN", "data": commandData("move", "", []any{"move", "炮二平五"}),
		})
		must(b, err)
		for b.Loop() {
			var i handlers.Interaction
			must(b, json.Unmarshal(raw, &i))
			_, err := handlers.Decode(&i)
			must(b, err)
		}
	})
	b.Run("parse", func(b *testing.B) {
		g := benchGame(b, newTable(b))
		p := g.Position()
		for b.Loop() {
			_, err := notation.ParseAs(&p, "炮二平五", notation.Chinese)
			must(b, err)
		}
	})
	b.Run("update", func(b *testing.B) {
		tb := newTable(b)
		g := benchGame(b, tb)
		for b.Loop() {
			g = benchMove(b, tb, g)
		}
	})
	b.Run("render", func(b *testing.B) {
		tb := newTable(b)
		g := benchGame(b, tb)
		for b.Loop() {
			_, err := tb.bot.publisher.News(b.Context(), g)
			must(b, err)
		}
	})
	b.Run("answer", func(b *testing.B) { // the whole command, which includes the other parts except the announcement
		tb := newTable(b)
		g := benchGame(b, tb)
		for b.Loop() {
			who := map[game.Person]user{game.Person(anna.id): anna, game.Person(bao.id): bao}[g.Seats[g.Turn()].Person]
			tb.send(who, 2, commandData("move", "", []any{"move", legal(g)}), nil)
			tb.bot.router.running.Wait()
			g = benchNext(b, tb, g)
		}
	})
	b.Run("announce", func(b *testing.B) { // of the bot's move, without the search
		var tb *table
		var g *game.Game
		for played := 0; b.Loop(); played++ {
			b.StopTimer()
			if played%benchAnnounced == 0 {
				tb = newTable(b)
				tb.command(anna, "challenge", "color", "red", "strength", 2)
				g = tb.game(1)
			}
			tb.command(anna, "move", "move", legal(g))
			must(b, tb.service.Think(b.Context(), game.Think{Game: g.ID, Ply: g.Ply() + 1}))
			g = tb.game(g.ID)
			b.StartTimer()
			must(b, tb.bot.publisher.Announce(b.Context(), game.Announce{Game: g.ID, Revision: g.Revision}))
		}
	})
}

// benchAnnounced is how many moves are announced by one bot: after more it has to wait for the limit on its calls.
const benchAnnounced = 8

// benchGame is a new game between Anna and Bao.
func benchGame(b *testing.B, tb *table) *game.Game {
	b.Helper()
	act := game.Act{Actor: game.Person(anna.id), Guild: tb.guild, Channel: tb.channel}
	g, err := tb.service.Challenge(b.Context(), act, game.ChallengeSpec{Opponent: game.Person(bao.id), ColorChoice: game.WantRed})
	must(b, err)
	act.Actor = game.Person(bao.id)
	g, err = tb.service.Accept(b.Context(), act, g.ID)
	must(b, err)
	return g
}

// benchMove plays a move in g, or begins another game if g is over.
func benchMove(b *testing.B, tb *table, g *game.Game) *game.Game {
	b.Helper()
	if g.State != game.Active {
		return benchGame(b, tb)
	}
	act := game.Act{Actor: g.Seats[g.Turn()].Person, Guild: tb.guild, Channel: tb.channel}
	g, err := tb.service.Move(b.Context(), act, g.ID, legal(g))
	must(b, err)
	return g
}

// benchNext reads g again, or begins another game if it is over.
func benchNext(b *testing.B, tb *table, g *game.Game) *game.Game {
	b.Helper()
	if g = tb.game(g.ID); g.State != game.Active {
		return benchGame(b, tb)
	}
	return g
}
