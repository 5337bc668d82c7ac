package playground_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// duo is a server with two bots at its gateway, that of the first application and Music, which both have /move; with
// Alice at her page.
func duo(t *testing.T, opt playground.Options) (*playground.Server, *scripted, *scripted, *visitor) {
	t.Helper()
	s := startServer(t, opt)
	alice := visit(t, s, playground.AliceID)
	first, music := connectBot(t, s), botOf(t, s, invite(t, alice, "Music")).connect()
	first.register(moveCommand())
	music.register(moveCommand(), object{"name": "play", "description": "A tune"})
	return s, first, music, alice
}

// invite adds an application by the page's API.
func invite(t *testing.T, v *visitor, name string) playground.Application {
	t.Helper()
	made := v.send(http.MethodPost, "/applications", object{"name": name}, 200)
	return playground.Application{ID: wire.ID(made["id"].(string)), Name: made["name"].(string),
		Token: made["token"].(string), PublicKey: made["public_key"].(string)}
}

// uses lets a person use a command of an application, or of the only one that has it.
func (v *visitor) uses(text string, of wire.ID, status int) object {
	v.t.Helper()
	return v.act("command", object{"channel": playground.XiangqiID, "text": text, "application": of}, status)
}

// silence fails if one of these events arrives before the next message, which it posts.
func silence(v *visitor, b *scripted, events ...string) {
	v.t.Helper()
	v.act("say", object{"channel": playground.XiangqiID, "content": "and now?"}, 200)
	for {
		_, event, d := b.next()
		if slices.Contains(events, event) {
			v.t.Fatalf("%s received %s: %s", b.id, event, d)
		}
		if event == "MESSAGE_CREATE" {
			return
		}
	}
}

// Each bot gets the interactions for it: of its commands, of its messages and of its modals.
func TestEachBotHasItsInteractions(t *testing.T) {
	_, first, music, alice := duo(t, playground.Options{})
	refused := alice.uses("/move 炮二平五", "", 409)["error"].(string)
	if !strings.Contains(refused, "Xiangqi ("+string(first.id)+"), Music ("+string(music.id)+")") {
		t.Errorf("a command of two applications: %s", refused)
	}
	alice.uses("/play", first.id, 404)
	alice.uses("/play", "", 200)
	x := music.interaction()
	if x.App != music.id || x.Data.Name != "play" {
		t.Errorf("Music got %+v", x)
	}
	press := []object{{"type": 1, "components": []object{{"type": 2, "style": 1, "label": "Next", "custom_id": "next"}}}}
	x.answer(4, object{"content": "a tune", "components": press}, 204)
	m := alice.message(func(m *wire.Message) bool { return m.Content == "a tune" })
	if m.Author.ID != music.id || m.ApplicationID != music.id || m.Author.Username != "music" {
		t.Errorf("the tune is %+v", m)
	}
	alice.act("click", object{"channel": playground.XiangqiID, "message": m.ID, "custom_id": "next"}, 200)
	x = music.interaction()
	x.answer(9, object{"custom_id": "which", "title": "Which", "components": []object{{"type": 1, "components": []object{
		{"type": 4, "custom_id": "name", "style": 1, "label": "Name"}}}}}, 204)
	var form struct{ Interaction string }
	alice.hear("modal", &form)
	alice.act("modal", object{"channel": playground.XiangqiID, "interaction": form.Interaction, "custom_id": "which",
		"values": object{"name": "Blue"}}, 200)
	if x = music.interaction(); x.Type != wire.ModalSubmit {
		t.Errorf("Music got %+v", x)
	}
	silence(alice, first, "INTERACTION_CREATE")

	alice.uses("/move 炮二平五", first.id, 200)
	if x = first.interaction(); x.App != first.id {
		t.Errorf("the first bot got %+v", x)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		alice.act("autocomplete", object{"channel": playground.XiangqiID, "name": "move", "focused": "move",
			"options": object{"move": "炮"}, "application": first.id}, 200)
	}()
	first.interaction().answer(8, object{"choices": []object{}}, 204)
	<-done
	silence(alice, music, "INTERACTION_CREATE")
}

// Each bot has its own commands, direct messages, private threads, interactions and permissions, and cannot change
// another bot's messages.
func TestBotsAreSeparate(t *testing.T) {
	s, first, music, alice := duo(t, playground.Options{Rates: &ratelimit.Rates{}})
	posted := first.rest("POST", inXiangqi+"/messages", object{"content": "mine"}, 200)["id"].(string)
	code(t, music.rest("PATCH", inXiangqi+"/messages/"+posted, object{"content": "yours"}, 403), 50005)
	code(t, music.rest("DELETE", inXiangqi+"/messages/"+posted, nil, 403), 50013)
	const key = "verify_key" // of what is sent by HTTP
	if me := "/applications/@me"; first.rest("GET", me, nil, 200)[key] == music.rest("GET", me, nil, 200)[key] {
		t.Error("both have the same key")
	}
	own, other := "/applications/"+string(first.id)+"/commands", "/applications/"+string(music.id)+"/commands"
	code(t, music.rest("GET", own, nil, 403), 20012)
	code(t, first.rest("PUT", other, []object{}, 403), 20012)

	// The same person has other direct messages with each.
	var dms []string
	for _, b := range []*scripted{first, music} {
		id := b.rest("POST", "/users/@me/channels", object{"recipient_id": playground.AliceID}, 200)["id"].(string)
		b.rest("POST", "/channels/"+id+"/messages", object{"content": "between us"}, 200)
		dms = append(dms, id)
	}
	code(t, first.rest("GET", "/channels/"+dms[1], nil, 403), 50001)
	code(t, music.rest("POST", "/channels/"+dms[0]+"/messages", object{"content": "hi"}, 403), 50001)
	alice.act("say", object{"channel": dms[1], "content": "a secret"}, 200)
	var message wire.Message
	for message.Content != "a secret" {
		music.event("MESSAGE_CREATE", &message)
	}
	call := "<@" + string(first.id) + ">?"
	alice.act("say", object{"channel": playground.XiangqiID, "content": call}, 200)
	for message.Content != call {
		if first.event("MESSAGE_CREATE", &message); string(message.ChannelID) == dms[1] {
			t.Fatalf("the first bot receives a message to Music: %+v", message)
		}
	}
	alice.act("command", object{"channel": dms[0], "text": "/play"}, 404)

	// Nobody but the bot that was asked answers by the token.
	alice.uses("/move 炮二平五", first.id, 200)
	x := first.interaction()
	x.answer(5, nil, 204)
	code(t, music.rest("PATCH", "/webhooks/"+string(music.id)+"/"+x.Token+"/messages/@original", object{"content": "no"},
		401), 50027)
	first.rest("PATCH", x.hook("/messages/@original"), object{"content": "yes"}, 200)

	// Permissions are of a role, and each has another.
	alice.send(http.MethodPost, "/permissions", object{"application": music.id, "lose": []string{"SEND_MESSAGES"}}, 200)
	code(t, music.rest("POST", inXiangqi+"/messages", object{"content": "hush"}, 403), 50013)
	first.rest("POST", inXiangqi+"/messages", object{"content": "loud"}, 200)
	s.SetBotPermissions(playground.XiangqiID, wire.InvitePermissions|wire.AddReactions)
	first.rest("PUT", inXiangqi+"/messages/"+posted+"/reactions/%F0%9F%91%8D/@me", nil, 204)
	music.rest("PUT", inXiangqi+"/messages/"+posted+"/reactions/%F0%9F%91%8D/@me", nil, 204) // joins in
	for i, b := range []*scripted{first, music, botOf(t, s, invite(t, alice, "Polls"))} {
		got := b.rest("GET", inXiangqi+"/messages/"+posted, nil, 200)["reactions"].([]any)[0].(object)
		if got["count"] != 2.0 || got["me"] != (i < 2) || got["by"] != nil {
			t.Errorf("bot %d reads the reaction %v", i, got)
		}
	}
}

// Requests about oneself return the data of the requesting bot; requests about the server include all bots.
func TestWhoAsks(t *testing.T) {
	s, first, music, alice := duo(t, playground.Options{})
	for _, b := range []*scripted{first, music} {
		for _, path := range []string{"/users/@me", "/applications/@me", "/oauth2/applications/@me"} {
			if got := b.rest("GET", path, nil, 200); got["id"] != string(b.id) {
				t.Errorf("%s of %s is %v", path, b.id, got)
			}
		}
		if left := b.rest("GET", "/gateway/bot", nil, 200)["session_start_limit"].(object)["remaining"]; left != 999.0 {
			t.Errorf("%s may begin %v sessions", b.id, left)
		}
		for _, other := range []*scripted{first, music} {
			roles := b.rest("GET", "/guilds/"+string(playground.GuildID)+"/members/"+string(other.id), nil, 200)["roles"]
			if len(roles.([]any)) != 1 {
				t.Errorf("%s has the roles %v", other.id, roles)
			}
		}
		b.send(8, object{"guild_id": playground.GuildID, "query": "", "limit": 0})
		var chunk struct{ Members []wire.Member }
		b.event("GUILD_MEMBERS_CHUNK", &chunk)
		if len(chunk.Members) != 5 || !chunk.Members[0].User.Bot || !chunk.Members[1].User.Bot {
			t.Errorf("the members are %+v", chunk.Members)
		}
	}

	// A message for one of them hides nothing from it and its content from the other.
	alice.act("say", object{"channel": playground.XiangqiID, "content": "you, <@" + string(music.id) + ">?"}, 200)
	for b, want := range map[*scripted]string{first: "", music: "you, <@" + string(music.id) + ">?"} {
		var m wire.Message
		if b.event("MESSAGE_CREATE", &m); m.Content != want || len(m.Mentions) != 1 || m.Mentions[0].ID != music.id {
			t.Errorf("%s received %+v", b.id, m)
		}
	}

	for _, token := range []string{"", "x", strings.TrimSuffix(music.token, "A") + "B", music.token + "x"} {
		stranger := botOf(t, s, playground.Application{ID: music.id, Token: token})
		code(t, stranger.rest("GET", "/users/@me", nil, 401), 0)
		stranger.dial("")
		stranger.hello()
		stranger.identify(1)
		if got := stranger.closed(); got != 4004 {
			t.Errorf("the token %q is closed with %d", token, got)
		}
	}
	thief := botOf(t, s, playground.Application{ID: music.id, Token: music.token})
	thief.dial("")
	thief.hello()
	thief.send(6, object{"token": music.token, "session_id": first.session, "seq": 1})
	if d := thief.op(9); string(d) != "false" {
		t.Errorf("another's session is resumed: %s", d)
	}
}

// Connections, rate limits and faults of one bot do not affect the other.
func TestBotsDoNotSlowEachOther(t *testing.T) {
	s, first, music, alice := duo(t, playground.Options{Clock: simclock.NewFrozen(noon),
		Rates: &ratelimit.Rates{Global: ratelimit.Rate{N: 9, Per: time.Second},
			Send: ratelimit.Rate{N: 5, Per: time.Minute}}})
	s.Advance(time.Second)
	say := object{"content": "x"}
	for range 5 {
		first.rest("POST", inXiangqi+"/messages", say, 200)
	}
	if late := first.rest("POST", inXiangqi+"/messages", say, 429); late["global"] != false {
		t.Errorf("the sixth message is limited by %v", late)
	}
	music.rest("POST", inXiangqi+"/messages", say, 200)
	for range 3 {
		first.rest("GET", "/users/@me", nil, 200)
	}
	if late := first.rest("GET", "/users/@me", nil, 429); late["global"] != true {
		t.Errorf("the tenth request is limited by %v", late)
	}
	music.rest("GET", "/users/@me", nil, 200)

	alice.send(http.MethodPost, "/faults", object{"fault": "fail", "application": music.id}, 200)
	s.Advance(time.Second)
	first.rest("GET", "/users/@me", nil, 200)
	music.rest("GET", "/users/@me", nil, 500)
	music.rest("GET", "/users/@me", nil, 200)
	alice.send(http.MethodPost, "/faults", object{"fault": "drop", "application": music.id}, 400)

	if err := music.ws.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	var gone struct {
		ID     wire.ID
		Online bool
	}
	for gone.ID != music.id || gone.Online {
		alice.hear("bot", &gone)
	}
	if text := alice.uses("/play", "", 503)["error"].(string); !strings.HasPrefix(text, "Music is not connected") {
		t.Error(text)
	}
	alice.uses("/move 炮二平五", first.id, 200)
	first.interaction()
}

// Names of applications are unique.
func TestNamesOfApplications(t *testing.T) {
	s := startServer(t, playground.Options{})
	alice := visit(t, s, playground.AliceID)
	music := invite(t, alice, " Music ")
	for name, status := range map[string]int{"": 400, long(33): 400, "xiangqi": 409, "Music": 409} {
		alice.send(http.MethodPost, "/applications", object{"name": name}, status)
	}
	list := alice.get("applications", 200)["applications"].([]any)
	if len(list) != 2 || list[1].(object)["token"] != music.Token || list[1].(object)["name"] != "Music" {
		t.Errorf("there are %v", list)
	}
	alice.send(http.MethodPost, "/permissions", object{"application": "5"}, 404)
}

// Everything of both applications is there again after a restart.
func TestARestartKeepsApplications(t *testing.T) {
	dir := t.TempDir()
	s, first, music, alice := duo(t, playground.Options{Dir: dir, Rates: &ratelimit.Rates{}})
	alice.send(http.MethodPost, "/permissions", object{"application": music.id, "lose": []string{"ATTACH_FILES"}}, 200)
	alice.change(object{"installed": true, "application": music.id}, 200)
	dm := music.rest("POST", "/users/@me/channels", object{"recipient_id": playground.BobID}, 200)["id"]
	alice.uses("/play", "", 200)
	x := music.interaction()
	x.answer(5, nil, 204)
	before := s.Applications()
	emojis := "/applications/" + string(music.id) + "/emojis"
	note := music.rest("POST", emojis, object{"name": "note", "image": dataURI(picture(t, 4, 4))}, 201)

	next := startServer(t, playground.Options{Dir: copyFolder(t, dir), Rates: &ratelimit.Rates{}})
	if after := next.Applications(); !slices.Equal(before, after) {
		t.Errorf("the applications are %v, they were %v", after, before)
	}
	again := visit(t, next, playground.AliceID)
	state := again.get("state?person="+string(playground.AliceID), 200)
	bots, me := state["bots"].([]any), state["people"].([]any)[0].(object)
	if may := bots[1].(object)["permissions"].([]any); len(may) != len(bots[0].(object)["permissions"].([]any))-1 {
		t.Errorf("Music may %v", may)
	}
	if has := me["installed"].([]any); len(has) != 1 || has[0] != string(music.id) {
		t.Errorf("Alice has %v", has)
	}
	back := botOf(t, next, next.Applications()[1]).connect()
	if same := back.rest("POST", "/users/@me/channels", object{"recipient_id": playground.BobID}, 200)["id"]; same != dm {
		t.Errorf("the direct messages with Bob are %v, they were %v", same, dm)
	}
	if kept := back.rest("GET", emojis, nil, 200)["items"].([]any); len(kept) != 1 || kept[0].(object)["id"] != note["id"] {
		t.Errorf("the emojis of Music are %v", kept)
	}
	fetch(t, next.URL()+"/emojis/"+note["id"].(string)+".png", 200)
	x.bot = back
	back.rest("PATCH", x.hook("/messages/@original"), object{"content": "owed"}, 200)
	_, list := back.do(10, "GET", "/applications/"+string(music.id)+"/guilds/"+string(playground.GuildID)+"/commands", "",
		nil, 200)
	var commands []wire.Command
	if err := json.Unmarshal(list, &commands); err != nil || len(commands) != 2 || commands[0].ApplicationID != music.id {
		t.Errorf("Music has the commands %s (%v)", list, err)
	}
	again.uses("/move 炮二平五", first.id, 503)
	again.uses("/move 炮二平五", music.id, 200)
	back.interaction()
}

// Discord's limits on the emojis of an application.
func TestEmojisThatDiscordRefuses(t *testing.T) {
	s := startServer(t, playground.Options{Rates: &ratelimit.Rates{}, OnRequest: func(playground.Exchange) {}})
	bot := newBot(t, s)
	emojis, fits := "/applications/"+string(playground.ApplicationID)+"/emojis", dataURI(picture(t, 4, 4))
	bot.rest("POST", emojis, object{"name": "taken", "image": fits}, 201)
	for name, form := range map[string]struct {
		body object
		code string
	}{
		"too short":     {object{"name": "a", "image": fits}, "BASE_TYPE_BAD_LENGTH"},
		"too long":      {object{"name": strings.Repeat("a", 33), "image": fits}, "BASE_TYPE_BAD_LENGTH"},
		"a dash":        {object{"name": "red-rook", "image": fits}, "STRING_TYPE_REGEX"},
		"a taken name":  {object{"name": "taken", "image": fits}, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
		"no picture":    {object{"name": "rook"}, "BASE_TYPE_REQUIRED"},
		"no data":       {object{"name": "rook", "image": "rook.png"}, "IMAGE_INVALID"},
		"no such image": {object{"name": "rook", "image": dataURI([]byte("rook"))}, "IMAGE_INVALID"},
		"too large":     {object{"name": "rook", "image": dataURI(append(picture(t, 4, 4), make([]byte, 256<<10)...))}, "BINARY_TYPE_MAX_SIZE"},
	} {
		if answer := fmt.Sprint(bot.rest("POST", emojis, form.body, 400)); !strings.Contains(answer, form.code) {
			t.Errorf("%s: %s, want %s", name, answer, form.code)
		}
	}
	bot.rest("GET", "/applications/5/emojis", nil, 403)
}

func dataURI(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}
