package playground_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// TestFatalCloses: errors of a bot on the gateway, and their close codes.
func TestFatalCloses(t *testing.T) {
	const guilds = 1
	identify := func(b *scripted, more object) {
		d := object{"token": b.s.Token(), "intents": guilds, "properties": object{}}
		for k, v := range more {
			d[k] = v
		}
		b.send(2, d)
	}
	tests := []struct {
		name string
		do   func(*scripted)
		want websocket.StatusCode
	}{
		{"a wrong token", func(b *scripted) { identify(b, object{"token": "Bot no"}) }, 4004},
		{"an opcode that is none", func(b *scripted) { b.send(99, nil) }, 4002},
		{"no JSON", func(b *scripted) { b.sendRaw([]byte("{")) }, 4002},
		{"a shard that is none", func(b *scripted) { identify(b, object{"shard": []int{2, 2}}) }, 4002},
		{"intents that were not granted", func(b *scripted) { identify(b, object{"intents": 1 << 15}) }, 4014},
		{"a RESUME with a wrong token", func(b *scripted) { b.send(6, object{"token": "no", "session_id": "x", "seq": 1}) },
			4004},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBot(t, startServer(t, playground.Options{}))
			b.dial()
			test.do(b)
			if got := b.closed(); got != test.want {
				t.Errorf("closed with %d, want %d", got, test.want)
			}
		})
	}
}

// TestHeartbeats: each is acknowledged, and a missing one ends the connection.
func TestHeartbeats(t *testing.T) {
	t.Parallel()
	s := startServer(t, playground.Options{Heartbeat: time.Second})
	b := newBot(t, s)
	b.dial()
	b.send(1, nil)
	b.op(11)
	b.identify(1)
	b.ready()
	if got := b.closed(); got != 4009 { // and now the bot is silent
		t.Errorf("closed with %d", got)
	}
}

// TestResume: a bot that resumes gets the events that it missed, once and in order.
func TestResume(t *testing.T) {
	s, b, alice := stageWith(t, playground.Options{}, moveCommand())
	inject(t, s, playground.Fault{Kind: "drop", Code: 4000})
	if got := b.closed(); got != 4000 {
		t.Fatalf("closed with %d", got)
	}
	hearOnline(alice, false)
	alice.types("/move 1", 200)
	alice.types("/move 2", 200)

	b.resume(b.session, b.seq)
	one, two := b.interaction(), b.interaction()
	if one.Data.Options[0].Value != "1" || two.Data.Options[0].Value != "2" {
		t.Errorf("given again: %+v, %+v", one.Data, two.Data)
	}
	b.event("RESUMED", nil)
	one.answer(4, object{"content": "late but in time"}, 204)
	hearOnline(alice, true)
	alice.types("/move 3", 200)
	if x := b.interaction(); x.Data.Options[0].Value != "3" {
		t.Errorf("then came %+v", x.Data)
	}
}

func hearOnline(v *visitor, want bool) {
	v.t.Helper()
	for {
		var b struct{ Online bool }
		v.hear("bot", &b)
		if b.Online == want {
			return
		}
	}
}

func TestInvalidResume(t *testing.T) {
	s := startServer(t, playground.Options{IdentifyEvery: -1})
	b := connectBot(t, s)
	inject(t, s, playground.Fault{Kind: "drop"})
	b.closed()

	b.resume("never was", 1)
	b.invalidated(false)
	b.identify(1) // on the same connection, as some libraries do
	b.ready()

	b.resume(b.session, 1000)
	b.invalidated(false)

	// A bot that closed with 1000 is not expected back.
	c := connectBot(t, startServer(t, playground.Options{}))
	alice := visit(t, c.s, playground.AliceID)
	if err := c.ws.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	hearOnline(alice, false)
	c.resume(c.session, c.seq)
	c.invalidated(false)
}

// TestIdentifyIsPaced: the second IDENTIFY within five seconds gets INVALID_SESSION.
func TestIdentifyIsPaced(t *testing.T) {
	s := startServer(t, playground.Options{})
	connectBot(t, s)
	b := newBot(t, s)
	b.dial()
	b.identify(1)
	b.invalidated(false)
}

// TestIntents: without the intents for messages a bot gets only interactions, and without that for message content it
// gets no text.
func TestIntents(t *testing.T) {
	s := startServer(t, playground.Options{IdentifyEvery: -1, Privileged: true})
	bots := map[string]*scripted{}
	for name, intents := range map[string]int{"none": 1, "messages": 1 | 1<<9, "contents": 1 | 1<<9 | 1<<15} {
		b := newBot(t, s)
		b.dial()
		b.identify(intents)
		b.ready()
		bots[name] = b
	}
	bots["none"].register(moveCommand())
	alice := visit(t, s, playground.AliceID)
	question := "you, <@" + string(playground.ApplicationID) + ">?"
	alice.says("good morning", 200)
	alice.says(question, 200)
	alice.types("/move x", 200)
	for name, want := range map[string][]string{
		"none": nil, "messages": {"", question}, "contents": {"good morning", question},
	} {
		var received []string
		for event, d := "", json.RawMessage(nil); event != "INTERACTION_CREATE"; {
			if _, event, d = bots[name].next(); event != "MESSAGE_CREATE" {
				continue
			}
			m := decoded[wire.Message](t, d)
			if m.GuildID != playground.GuildID || m.Member == nil || m.Author.ID != playground.AliceID {
				t.Errorf("the event has %+v", m)
			}
			received = append(received, m.Content)
		}
		if !slices.Equal(received, want) {
			t.Errorf("%s: received %q, want %q", name, received, want)
		}
	}
}

// TestEveryShardHasItsShare: the guild's events go to one shard, direct messages to the first.
func TestEveryShardHasItsShare(t *testing.T) {
	s := startServer(t, playground.Options{IdentifyEvery: -1})
	const shards = 3
	home := int(playground.GuildID.Number() >> 22 % shards)
	var bots [shards]*scripted
	for i := range bots {
		b := newBot(t, s)
		b.dial()
		b.send(2, object{"token": s.Token(), "intents": 1 | 1<<9 | 1<<12, "properties": object{}, "shard": []int{i, shards}})
		var ready struct {
			Guilds []object
			Shard  [2]int
		}
		b.event("READY", &ready)
		if ready.Shard != [2]int{i, shards} || len(ready.Guilds) > 0 != (i == home) {
			t.Errorf("shard %d gets %+v", i, ready)
		}
		bots[i] = b
	}
	dm := bots[0].rest("POST", "/users/@me/channels", object{"recipient_id": playground.BobID}, 200)["id"].(string)
	bots[0].rest("POST", "/channels/"+dm+"/messages", object{"content": "psst"}, 200)
	var m wire.Message
	bots[0].event("MESSAGE_CREATE", &m)
	if string(m.ChannelID) != dm || m.GuildID != "" {
		t.Errorf("the first shard hears %+v", m)
	}
	bots[0].rest("POST", "/channels/"+string(playground.XiangqiID)+"/messages", object{"content": "hello"}, 200)
	bots[home].event("MESSAGE_CREATE", &m)
	if m.ChannelID != playground.XiangqiID {
		t.Errorf("the guild's shard hears %+v", m)
	}
}
