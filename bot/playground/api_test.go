package playground_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// TestActPermissions: the page and scripts may act, a website in the same browser may not, whatever host name it uses.
func TestActPermissions(t *testing.T) {
	s := startServer(t, playground.Options{})
	host := strings.TrimPrefix(s.URL(), "http://")
	port := host[strings.LastIndex(host, ":"):]
	tests := []struct {
		name, method, path, host string
		header                   map[string]string
		want                     int
	}{
		{"a script", "POST", "/playground/say", host, nil, 200},
		{"the page", "POST", "/playground/say", host, map[string]string{"Origin": s.URL(), "Sec-Fetch-Site": "same-origin"},
			200},
		{"the page at localhost", "POST", "/playground/say", "localhost" + port,
			map[string]string{"Origin": "http://localhost" + port}, 200},
		{"another website", "POST", "/playground/say", host, map[string]string{"Origin": "https://evil.example",
			"Sec-Fetch-Site": "cross-site"}, 403},
		{"another website in an old browser", "POST", "/playground/say", host,
			map[string]string{"Origin": "https://evil.example"}, 403},
		{"another page of this machine", "POST", "/playground/say", host,
			map[string]string{"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"}, 403},
		{"a form of another website", "POST", "/playground/say", host, map[string]string{"Content-Type": "text/plain"}, 415},
		{"a name that was pointed here", "POST", "/playground/say", "evil.example" + port,
			map[string]string{"Origin": "http://evil.example" + port}, 403},
		{"reading under that name", "GET", "/playground/state", "evil.example" + port, nil, 403},
		{"listening under that name", "GET", "/playground/events", "evil.example" + port, nil, 403},
		{"looking at pictures under that name", "GET", "/attachments/1/2/x.png", "evil.example" + port, nil, 403},
		{"the page itself under that name", "GET", "/", "evil.example" + port, nil, 403},
		{"the page itself", "GET", "/", host, nil, 200},
		{"writing to the page", "POST", "/", host, nil, 405},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			body := strings.NewReader(`{"person":"` + string(playground.AliceID) + `","channel":"` +
				string(playground.XiangqiID) + `","content":"x"}`)
			req, err := http.NewRequest(test.method, s.URL()+test.path, body)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = test.host
			req.Header.Set("Content-Type", "application/json")
			for k, v := range test.header {
				req.Header.Set(k, v)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != test.want {
				t.Errorf("answered %d, want %d", res.StatusCode, test.want)
			}
		})
	}
}

// TestWhatTheClientRefuses: a command that does not fit never reaches the bot, and the person reads what would be
// right.
func TestWhatTheClientRefuses(t *testing.T) {
	s := startServer(t, playground.Options{})
	bot := connectBot(t, s)
	bot.register(
		object{"name": "challenge", "description": "Challenge", "options": []object{
			{"type": 6, "name": "opponent", "description": "Who"},
			{"type": 3, "name": "color", "description": "Color", "name_localizations": object{"zh-CN": "颜色"},
				"choices": []object{
					{"name": "Red", "name_localizations": object{"zh-CN": "红"}, "value": "red"}, {"name": "Black", "value": "black"}}},
			{"type": 4, "name": "strength", "description": "1 to 10", "min_value": 1, "max_value": 10},
			{"type": 5, "name": "rated", "description": "Rated"}}},
		object{"name": "settings", "description": "Settings", "options": []object{
			{"type": 1, "name": "language", "description": "Language", "name_localizations": object{"zh-CN": "语言"},
				"options": []object{
					{"type": 3, "name": "to", "description": "Which", "required": true}}},
			{"type": 1, "name": "show", "description": "Show"}}},
		object{"name": "shutdown", "description": "Owner only", "default_member_permissions": "8"},
		object{"name": "Look", "type": 3},
	)
	alice := visit(t, s, playground.AliceID)
	for text, want := range map[string]string{
		"/chalenge":                   "no command /chalenge",
		"hello":                       "begins with a slash",
		"/":                           "needs a name",
		"/challenge strength:11":      "1 to 10",
		"/challenge strength:2.5":     "whole number",
		"/challenge strength:many":    "whole number",
		"/challenge color:green":      "red, black",
		"/challenge rated:perhaps":    "true or false",
		"/challenge opponent:@nobody": "is not one",
		"/challenge @bob red x:y strength:1 color:red rated:true": "is not one",
		"/challenge color:red color:red":                          "given twice",
		"/settings":                                               "subcommand",
		"/settings language":                                      "required",
		"/settings show me":                                       "has no option",
		"/settings theme":                                         "subcommand",
		"/look":                                                   "no command",
	} {
		answer := alice.types(text, refused(text))
		if got, _ := answer["error"].(string); !strings.Contains(got, want) {
			t.Errorf("%s is refused with %q, want %q", text, got, want)
		}
	}
	bob := visit(t, s, playground.BobID)
	bob.types("/shutdown", 403)
	alice.types("/shutdown", 200)
	bot.interaction()
	alice.act("command", object{"channel": playground.XiangqiID, "name": "challenge", "options": object{"no": 1}}, 400)
	alice.act("command", object{"channel": playground.XiangqiID, "name": "challenge", "option": object{}}, 400)
	alice.act("command", object{"channel": "5", "name": "challenge"}, 404)
	alice.act("command", object{"person": "5", "channel": playground.XiangqiID, "name": "challenge"}, 404)

	// And what it takes: other languages, full-width colons, people by mention and by name, values as JSON.
	for _, body := range []object{
		{"text": "/challenge opponent:@bob 颜色：红 strength:3 rated:true"},
		{"text": "/challenge Bob color:Red strength:3 rated:yes"},
		{"name": "challenge", "options": object{"opponent": playground.BobID, "color": "red", "strength": 3, "rated": true}},
	} {
		body["channel"] = playground.XiangqiID
		alice.act("command", body, 200)
		x := bot.interaction()
		o := x.Data.Options
		if len(o) != 4 || o[0].Value != string(playground.BobID) || o[1].Value != "red" || o[2].Value != 3.0 ||
			o[3].Value != true {
			t.Errorf("%v became %+v", body, o)
		}
		if x.Data.Resolved.Users[playground.BobID].Username != "bob" ||
			x.Data.Resolved.Members[playground.BobID].User != nil {
			t.Errorf("resolved is %+v", x.Data.Resolved)
		}
	}
	for _, text := range []string{"/settings 语言 zh-TW", "/settings language to:zh-TW"} {
		alice.types(text, 200)
		o := bot.interaction().Data.Options
		if len(o) != 1 || o[0].Name != "language" || o[0].Type != wire.OptionSubcommand || o[0].Options[0].Value != "zh-TW" {
			t.Errorf("%s became %+v", text, o)
		}
	}
}

func refused(text string) int {
	if text == "/chalenge" || text == "/look" {
		return 404
	}
	return 400
}

func TestPeople(t *testing.T) {
	s := startServer(t, playground.Options{})
	alice := visit(t, s, playground.AliceID)
	alice.act("people", object{"name": "", "locale": "de"}, 400)
	alice.act("people", object{"name": "Dora", "locale": "tlh"}, 400)
	dora := alice.act("people", object{"name": "Dora", "locale": "de"}, 200)
	var event struct{ People []object }
	alice.hear("people", &event)
	if len(event.People) != 4 || event.People[3]["id"] != dora["id"] {
		t.Errorf("the people are %v", event.People)
	}
	if got := visit(t, s, wire.ID(dora["id"].(string))).change(object{"locale": "ja"}, 200); got["locale"] != "ja" ||
		got["name"] != "Dora" {
		t.Errorf("Dora is now %v", got)
	}
}

// TestWireStream: /playground/wire streams the bot's requests.
func TestWireStream(t *testing.T) {
	s := startServer(t, playground.Options{})
	watch := listenTo(t, s, "wire", "")
	newBot(t, s).upload("POST", inXiangqi+"/messages", object{"content": "x"}, 200, pngFile("a.png", t))
	var x playground.Exchange
	watch.hear("exchange", &x)
	if x.Method != http.MethodPost || x.Path != inXiangqi+"/messages" || x.Status != 200 || !x.Form ||
		x.Files[0].Field != "files[0]" || !strings.Contains(string(x.Answer), `"content":"x"`) {
		t.Errorf("the exchange is %+v", x)
	}
}

func TestPageFaults(t *testing.T) {
	s, bot, alice := stageWith(t, playground.Options{IdentifyEvery: -1})
	alice.act("gateway", object{"action": "sing"}, 400)
	alice.send("POST", "/faults", object{"fault": "reconnect"}, 200)
	bot.op(7)
	bot.closed()
	hearOnline(alice, false)
	alice.get("nothing", 404)
	alice.act("clock", object{"advance": "soon"}, 400)
	ahead := time.Duration(-1)
	s.SetSettle(func(context.Context) { ahead = s.Clock().Ahead() })
	alice.act("clock", object{"advance": "1h"}, 200)
	alice.hear("clock", nil)
	if ahead != 0 {
		t.Errorf("the bot finished its answers when the clock was %v ahead, want 0s: before it was moved", ahead)
	}
	alice.says("  ", 400)
	alice.says(long(2001), 400)
}

func long(n int) string { return strings.Repeat("炮", n) }

// TestMenuOfAMessage: the bot gets a context menu command with its message, and the metadata of its answer names it.
func TestMenuOfAMessage(t *testing.T) {
	s := startServer(t, playground.Options{})
	bot := connectBot(t, s)
	bot.register(
		object{"name": "Look closer", "type": wire.MessageMenu, "name_localizations": object{"zh-CN": "细看"}},
		object{"name": "Wipe", "type": wire.MessageMenu, "default_member_permissions": "8"},
		object{"name": "Wave", "type": wire.UserMenu},
	)
	alice, bob := visit(t, s, playground.AliceID), visit(t, s, playground.BobID)
	bob.says("炮二平五", 200)
	var posted wire.Message
	alice.hear("message", &posted)
	for _, name := range []string{"Look closer", "细看"} {
		alice.act("command", object{"channel": playground.XiangqiID, "name": name, "message": posted.ID}, 200)
		x := bot.interaction()
		if d := x.Data; d.Name != "Look closer" || d.Type != wire.MessageMenu || d.TargetID != posted.ID ||
			d.Resolved.Messages[posted.ID].Content != "炮二平五" || d.Options != nil {
			t.Errorf("%s became %+v", name, x.Data)
		}
		x.answer(wire.AnswerMessage, object{"content": "seen"}, 204)
		var m wire.Message
		alice.hear("message", &m)
		if m.Type != wire.MessageContextMenuCommand || m.Interaction.Name != "Look closer" {
			t.Errorf("the answer is %+v", m)
		}
		x.answer(wire.AnswerMessage, object{"content": "again"}, 400)
	}
	for _, test := range []struct {
		by      *visitor
		name    string
		message wire.ID
		status  int
	}{
		{alice, "Look", posted.ID, 404}, {alice, "Wave", posted.ID, 404}, {alice, "Look closer", "5", 404},
		{bob, "Wipe", posted.ID, 403}, {bob, "细看", posted.ID, 404}, // Bob reads English
	} {
		test.by.act("command", object{"channel": playground.XiangqiID, "name": test.name, "message": test.message}, test.status)
	}
	alice.types("/Look closer", 404)
}
