package bot

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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
	g, err := tb.service.Challenge(b.Context(), tb.act(anna), game.ChallengeSpec{Opponent: game.Person(bao.id), ColorChoice: game.WantRed})
	must(b, err)
	g, err = tb.service.Accept(b.Context(), tb.act(bao), g.ID)
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

// BenchmarkFlood measures how long a person waits for a board while another has asked for many pictures at the same
// moment, from the interaction to the first answer at Discord.
func BenchmarkFlood(b *testing.B) {
	for _, pictures := range []int{0, 200} {
		b.Run(fmt.Sprint(pictures), func(b *testing.B) {
			tb := newTable(b)
			tb.bot.router.within = discordDeadlines
			benchGame(b, tb)
			show := commandData("board", "", []any{"game", 1})
			var waiting atomic.Pointer[string]
			answered := make(chan time.Time, 1)
			tb.breaks(func(_ http.ResponseWriter, r *http.Request) bool {
				if id := waiting.Load(); id != nil && strings.Contains(r.URL.Path, "/interactions/"+*id+"/") {
					waiting.Store(nil)
					answered <- time.Now()
				}
				return false
			})
			total, worst := time.Duration(0), time.Duration(0)
			for b.Loop() {
				for range pictures {
					tb.send(anna, 2, show, nil)
				}
				i, event := tb.event(bao, 2, show, nil)
				waiting.Store(&i.id)
				asked := time.Now()
				tb.deliver(event)
				waited := (<-answered).Sub(asked)
				total, worst = total+waited, max(worst, waited)
				tb.bot.router.running.Wait()
			}
			b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/wait")
			b.ReportMetric(float64(worst.Milliseconds()), "ms/worst")
		})
	}
}

// BenchmarkServers measures what each server costs a process: the time that it takes when Discord sends it at a start,
// until its name and its language are noted and it is known that it has been welcomed, and the memory that stays. Each
// has a hundred channels, fifty roles and a thousand members, and they come as they do in a shard of 2,500.
//
//	go test ./bot -run '^$' -bench Servers -benchtime 10000x
func BenchmarkServers(b *testing.B) {
	const servers = 2500
	tb := newTable(b)
	events := make([]json.RawMessage, servers)
	for n := range events {
		guild := fmt.Sprint(1_190_000_000_000_000_000 + n)
		events[n] = serverEvent(b, guild, fmt.Sprint("Server ", n))
		if err := tb.bot.host.Games.Once(b.Context(), "welcome:"+guild, 0, func() error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	before, n := heap(), 0
	for b.Loop() {
		tb.bot.event(b.Context(), "GUILD_CREATE", events[n%servers])
		n++
		if n%100 == 0 {
			tb.bot.router.running.Wait()
		}
	}
	tb.bot.router.running.Wait()
	b.ReportMetric(float64(heap()-before)/float64(min(n, servers)), "bytes/server")
	b.ReportMetric(float64(len(events[0])), "bytes/event")
	tb.quiet()
}

// serverEvent is what Discord says of a server of middling size.
func serverEvent(b *testing.B, id, name string) json.RawMessage {
	b.Helper()
	type named struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Type     int    `json:"type"`
		Position int    `json:"position"`
		Topic    string `json:"topic"`
	}
	type member struct {
		User   map[string]string `json:"user"`
		Roles  []string          `json:"roles"`
		Joined string            `json:"joined_at"`
	}
	list := func(n int, what string) (all []named) {
		for i := range n {
			all = append(all, named{fmt.Sprint(id, i), fmt.Sprint(what, " ", i), 0, i, "What it is about, in a line"})
		}
		return all
	}
	var members []member
	for i := range 1000 {
		members = append(members, member{
			map[string]string{"id": fmt.Sprint(9_000_000+i, id), "username": fmt.Sprint("person", i), "avatar": "0123456789abcdef0123456789abcdef"},
			[]string{id + "1", id + "2"}, "2026-11-23T12:00:00.000000+00:00",
		})
	}
	event, err := json.Marshal(map[string]any{
		"id": id, "name": name, "preferred_locale": "en-US", "member_count": len(members),
		"channels": list(100, "channel"), "roles": list(50, "role"), "members": members,
	})
	must(b, err)
	return event
}

// heap is how much memory is in use after a garbage collection.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools keep goes with the second
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkMessages measures what a message costs that somebody writes in a server and that does not concern the bot,
// which reads what mentions it.
//
//	go test ./bot -run '^$' -bench Messages -benchtime 100000x
func BenchmarkMessages(b *testing.B) {
	tb := newTable(b)
	const text = "I would have taken the cannon there, but then the horse hangs and the game is over in three moves."
	event, err := json.Marshal(map[string]any{
		"id": "1190000000000000001", "channel_id": tb.channel, "guild_id": tb.guild, "type": 0, "content": text,
		"timestamp": "2026-11-23T12:00:00.000000+00:00", "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": []any{}, "mention_roles": []any{}, "attachments": []any{}, "embeds": []any{}, "pinned": false,
		"author": map[string]any{
			"id": "1180000000000000001", "username": "somebody", "global_name": "Somebody", "discriminator": "0",
			"avatar": "0123456789abcdef0123456789abcdef", "public_flags": 0,
		},
		"member": map[string]any{"roles": []any{}, "joined_at": "2026-11-23T12:00:00.000000+00:00", "deaf": false, "mute": false},
	})
	must(b, err)
	for b.Loop() {
		tb.bot.event(b.Context(), "MESSAGE_CREATE", event)
	}
	tb.bot.router.running.Wait()
	b.ReportMetric(float64(len(event)), "bytes/event")
	tb.quiet()
}
