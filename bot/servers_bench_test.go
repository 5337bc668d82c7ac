package bot

import (
	"encoding/json"
	"fmt"
	"runtime"
	"testing"
)

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
