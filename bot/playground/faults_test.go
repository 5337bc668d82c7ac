package playground_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// TestFaultsOfRequests: the response to the bot, and whether the request was carried out.
func TestFaultsOfRequests(t *testing.T) {
	s, bot, alice := stageWith(t, playground.Options{})
	post := func(content string) (int, http.Header, string) {
		body := bytes.NewReader(wire.JSON(object{"content": content}))
		res, answer, err := bot.request("Bot "+s.Token(), "POST", inXiangqi+"/messages", "application/json", body)
		if err != nil {
			return 0, nil, ""
		}
		return res.StatusCode, res.Header, string(answer)
	}
	for i, test := range []struct {
		fault   object
		status  int
		header  string // NAME=VALUE
		answer  string // holds it
		carried bool
	}{
		{object{"fault": "limit", "wait": "2s"}, 429, "X-Ratelimit-Scope=user", `"retry_after":2`, false},
		{object{"fault": "limit", "wait": "2s", "scope": "shared"}, 429, "X-Ratelimit-Scope=shared", `"global":false`, false},
		{object{"fault": "limit", "wait": "2s", "scope": "global"}, 429, "X-Ratelimit-Global=true", `"global":true`, false},
		{object{"fault": "limit", "wait": "2s", "scope": "front"}, 429, "Retry-After=2", `1015`, false},
		{object{"fault": "refuse", "status": 404, "code": 10003}, 404, "", `"code":10003`, false},
		{object{"fault": "front", "status": 404}, 404, "Content-Type=text/html; charset=UTF-8", `<h1>`, false},
		{object{"fault": "fail", "status": 503}, 503, "", `"code":0`, false},
		{object{"fault": "slow", "wait": "1ms"}, 200, "", `"id"`, true},
		{object{"fault": "lose"}, 0, "", "", true},
		{object{"fault": "cut"}, 0, "", "", false},
	} {
		content := fmt.Sprint("message ", i)
		test.fault["on"] = "posts"
		alice.send("POST", "/faults", test.fault, 200)
		bot.rest("GET", "/users/@me", nil, 200) // no post
		status, header, answer := post(content)
		if status != test.status || !strings.Contains(answer, test.answer) {
			t.Errorf("%v: answered %d %s", test.fault, status, answer)
		}
		if name, want, _ := strings.Cut(test.header, "="); name != "" && header.Get(name) != want {
			t.Errorf("%v: %s is %q", test.fault, name, header.Get(name))
		}
		_, list := bot.do("GET", inXiangqi+"/messages", "", nil, 200)
		if strings.Contains(string(list), content) != test.carried {
			t.Errorf("%v: carried out is %v", test.fault, !test.carried)
		}
		s.Advance(10 * time.Second) // for the limits of the routes
	}
	if status, _, _ := post("well again"); status != 200 {
		t.Errorf("after the faults a post is answered %d", status)
	}
}

// TestFaultsAreCleared: a fault of files concerns no other request, and is gone when it is cleared.
func TestFaultsAreCleared(t *testing.T) {
	s, bot, alice := stageWith(t, playground.Options{})
	alice.send("POST", "/faults", object{"fault": "fail", "on": "files", "times": 3}, 200)
	bot.rest("POST", inXiangqi+"/messages", object{"content": "without a file"}, 200)
	bot.upload("POST", inXiangqi+"/messages", object{"content": "x"}, 500, pngFile("a.png", t))
	s.ClearFaults()
	bot.upload("POST", inXiangqi+"/messages", object{"content": "x"}, 200, pngFile("a.png", t))

	for _, wrong := range []object{
		{"fault": "sing"}, {"fault": "fail", "on": "songs"}, {"fault": "fail", "status": 200}, {"fault": "limit"},
		{"fault": "limit", "wait": "2s", "scope": "mine"}, {"fault": "slow", "wait": "soon"}, {"fault": "drop", "code": 7},
		{"fault": "reject", "on": "posts"}, {"fault": "late"}, {"fault": "fail", "times": -1}, {"fault": "fail", "often": 1},
	} {
		alice.send("POST", "/faults", wrong, 400)
	}
}

// inject makes a fault happen.
func inject(t *testing.T, s *playground.Server, f playground.Fault) {
	t.Helper()
	if err := s.InjectFault(f); err != nil {
		t.Fatal(err)
	}
}

// TestFaultsOfConnections: each fault as the bot sees it.
func TestFaultsOfConnections(t *testing.T) {
	t.Parallel()
	say := func(b *scripted, content string) {
		visit(b.t, b.s, playground.AliceID).act("say", object{"channel": playground.XiangqiID, "content": content}, 200)
	}
	heard := func(b *scripted) string {
		var m struct{ ID string }
		b.event("MESSAGE_CREATE", &m)
		return m.ID
	}
	identify := func(b *scripted) {
		b.dial()
		b.identify(1)
	}
	for name, test := range map[string]struct {
		fault playground.Fault
		do    func(*scripted)
	}{
		"silence, and what was missed": {playground.Fault{Kind: "silent"}, func(b *scripted) {
			say(b, "x")
			b.resume(b.session, b.seq)
			heard(b)
			b.event("RESUMED", nil)
		}},
		"op 9 that lets resume": {playground.Fault{Kind: "invalidate", Resumable: true}, func(b *scripted) {
			b.invalidated(true)
		}},
		"reconnect": {playground.Fault{Kind: "reconnect"}, func(b *scripted) {
			b.op(7)
			b.closed()
			b.resume(b.session, b.seq)
			b.event("RESUMED", nil)
		}},
		"op 9 that lets begin anew": {playground.Fault{Kind: "invalidate"}, func(b *scripted) {
			b.invalidated(false)
			b.identify(1)
			b.ready()
		}},
		"a close code": {playground.Fault{Kind: "drop", Code: 4008}, func(b *scripted) {
			if got := b.closed(); got != 4008 {
				b.t.Errorf("closed with %d", got)
			}
		}},
		"op 9 to a resume": {playground.Fault{Kind: "reject", On: "resume", Resumable: true}, func(b *scripted) {
			b.resume(b.session, b.seq)
			b.invalidated(true)
			b.resume(b.session, b.seq)
			b.event("RESUMED", nil)
		}},
		"a close code for an identify": {playground.Fault{Kind: "reject", On: "identify", Code: 4009}, func(b *scripted) {
			identify(b)
			if got := b.closed(); got != 4009 {
				b.t.Errorf("closed with %d", got)
			}
		}},
		"READY is late": {playground.Fault{Kind: "late", Wait: "30ms"}, func(b *scripted) {
			begun := time.Now()
			identify(b)
			b.ready()
			if late := time.Since(begun); late < 30*time.Millisecond {
				b.t.Errorf("READY comes after %v", late)
			}
		}},
		"an event twice": {playground.Fault{Kind: "twice", On: "MESSAGE_CREATE"}, func(b *scripted) {
			say(b, "x")
			if one, two := heard(b), heard(b); one != two {
				b.t.Errorf("%s and %s come", one, two)
			}
		}},
		"an event that is lost": {playground.Fault{Kind: "lost", On: "MESSAGE_CREATE"}, func(b *scripted) {
			say(b, "lost")
			say(b, "x")
			before := heard(b)
			say(b, "y")
			if heard(b) == before {
				b.t.Error("the same event comes again")
			}
		}},
		"events in another order": {playground.Fault{Kind: "swapped", On: "MESSAGE_CREATE"}, func(b *scripted) {
			say(b, "x")
			say(b, "y")
			if first, second := heard(b), heard(b); first < second {
				b.t.Errorf("%s comes before %s", first, second)
			}
		}},
		"an event that waits for none": {playground.Fault{Kind: "swapped", On: "MESSAGE_CREATE"}, func(b *scripted) {
			say(b, "x")
			heard(b)
		}},
		"what is called off": {playground.Fault{Kind: "lost", Times: 9}, func(b *scripted) {
			inject(b.t, b.s, playground.Fault{Kind: "reject", On: "identify", Times: 9})
			b.s.ClearFaults()
			say(b, "x")
			heard(b)
			identify(b)
			b.ready()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := connectBot(t, startServer(t, playground.Options{IdentifyEvery: -1}))
			inject(t, b.s, test.fault)
			test.do(b)
		})
	}
}
