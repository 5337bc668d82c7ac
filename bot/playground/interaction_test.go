package playground_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// noon is the time of frozen clocks.
var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// stage is a server with a frozen clock, a bot with /move, and Alice at her page.
func stage(t *testing.T) (*playground.Server, *scripted, *visitor) {
	t.Helper()
	return stageWith(t, playground.Options{Clock: simclock.NewFrozen(noon)}, moveCommand())
}

// stageWith is a server, a bot with commands, and Alice at her page.
func stageWith(t *testing.T, opt playground.Options, commands ...object) (*playground.Server, *scripted, *visitor) {
	t.Helper()
	s := startServer(t, opt)
	bot := connectBot(t, s)
	if commands != nil {
		bot.register(commands...)
	}
	return s, bot, visit(t, s, playground.AliceID)
}

// moves has the person use /move and returns what the bot gets.
func moves(bot *scripted, v *visitor) *got {
	bot.t.Helper()
	v.types("/move 炮二平五", 200)
	return bot.interaction()
}

// code checks Discord's error code in a response.
func code(t *testing.T, answer object, want int) {
	t.Helper()
	if answer["code"] != float64(want) {
		t.Errorf("the answer is %v, want code %d", answer, want)
	}
}

// TestACommandIsAnswered: once, even if it is delivered twice.
func TestACommandIsAnswered(t *testing.T) {
	_, bot, alice := stage(t)
	alice.act("command", object{"channel": playground.XiangqiID, "text": "/走 炮二平五", "nonce": "n1", "twice": true}, 200)
	x, y := bot.interaction(), bot.interaction()
	if x.Data.Name != "move" || x.Data.Options[0].Name != "move" || x.Data.Options[0].Value != "炮二平五" ||
		x.Locale != "zh-CN" || x.Member.User.ID != playground.AliceID {
		t.Fatalf("the bot got %+v", x)
	}
	x.answer(4, object{"content": "好"}, 204)
	m := alice.message(func(m *wire.Message) bool { return m.Content == "好" })
	if m.Type != wire.MessageChatInputCommand || m.Metadata == nil || m.Metadata.ID != x.ID {
		t.Errorf("the answer is %+v", m)
	}
	var ack struct{ Interaction, Nonce string }
	alice.hear("ack", &ack)
	if ack.Nonce != "n1" || ack.Interaction != string(x.ID) {
		t.Errorf("ack %+v", ack)
	}
	if x.ID != y.ID || x.Token != y.Token {
		t.Errorf("the two are %+v and %+v", x, y)
	}
	code(t, y.answer(4, object{"content": "again"}, 400), 40060)
}

// TestInteractionTimeout: an interaction without an answer fails after three seconds, and the person is told.
func TestInteractionTimeout(t *testing.T) {
	s, bot, alice := stage(t)
	x := moves(bot, alice)
	code(t, bot.rest("PATCH", x.hook("/messages/@original"), object{"content": "x"}, 404), 10015)
	code(t, bot.rest("POST", x.hook(""), object{"content": "x"}, 404), 10015)
	s.Advance(3 * time.Second)
	var failed struct{ Interaction, Message string }
	alice.hear("failed", &failed)
	if failed.Interaction != string(x.ID) || failed.Message != "The application did not respond" {
		t.Errorf("the failure is %+v", failed)
	}
	code(t, x.answer(4, object{"content": "late"}, 404), 10062)

	x = moves(bot, alice)
	s.Advance(2900 * time.Millisecond)
	x.answer(4, object{"content": "just in time"}, 204)
}

// TestTokenExpires: after fifteen minutes no edits and follow-ups are possible, and a loading message fails.
func TestTokenExpires(t *testing.T) {
	s, bot, alice := stage(t)
	x := moves(bot, alice)
	x.answer(5, nil, 204)
	alice.message(func(m *wire.Message) bool { return m.Loading })
	s.Advance(14*time.Minute + 59*time.Second)
	y := moves(bot, alice)
	y.answer(4, object{"content": "other"}, 204)
	s.Advance(time.Second)
	m := alice.message(func(m *wire.Message) bool { return m.Failed != "" })
	if m.Loading || m.Flags&wire.FlagLoading != 0 || m.Metadata.ID != x.ID {
		t.Errorf("what gave up is %+v", m)
	}
	code(t, bot.rest("PATCH", x.hook("/messages/@original"), object{"content": "x"}, 401), 50027)
	bot.rest("PATCH", y.hook("/messages/@original"), object{"content": "still mine"}, 200)
	code(t, bot.rest("PATCH", "/webhooks/"+string(playground.ApplicationID)+"/nonsense/messages/@original",
		object{"content": "x"}, 401), 50027)
}

func TestADeferredAnswer(t *testing.T) {
	_, bot, alice := stage(t)
	x := moves(bot, alice)
	x.answer(5, object{"flags": 64}, 204)
	thinking := alice.message(func(m *wire.Message) bool { return m.Loading })
	if thinking.EphemeralFor != playground.AliceID {
		t.Errorf("the thinking message is for %q", thinking.EphemeralFor)
	}
	bot.upload("PATCH", x.hook("/messages/@original"), object{"content": "here",
		"attachments": []object{{"id": "0", "description": "a board"}}}, 200,
		wire.FormFile{Filename: "board.png", ContentType: "image/png", Data: picture(t, 5, 6)})
	m := alice.message(func(m *wire.Message) bool { return !m.Loading })
	if m.ID != thinking.ID || m.Content != "here" || m.EphemeralFor != playground.AliceID ||
		!m.Attachments[0].Ephemeral || m.Attachments[0].Description != "a board" {
		t.Errorf("the answer is %+v", m)
	}
	if got := fetch(t, alice.page.URL+m.Attachments[0].URL, 200); len(got) == 0 {
		t.Error("an ephemeral picture cannot be seen")
	}
	follow := bot.rest("POST", x.hook("?wait=true"), object{"content": "more"}, 200)
	if follow["type"] != float64(wire.MessageReply) {
		t.Errorf("the follow-up is %v", follow)
	}
	id := follow["id"].(string)
	bot.rest("PATCH", x.hook("/messages/"+id), object{"content": "even more"}, 200)
	bot.rest("DELETE", x.hook("/messages/"+id), nil, 204)
	code(t, bot.rest("GET", x.hook("/messages/"+id), nil, 404), 10008)
	// An ephemeral message is accessible only by its token.
	code(t, bot.rest("GET", fmt.Sprintf("/channels/%s/messages/%s", playground.XiangqiID, m.ID), nil, 404), 10008)
	if list := visit(t, alice.s, playground.BobID).messages(); len(list) != 0 {
		t.Errorf("Bob sees %v", list)
	}
}

func TestAButton(t *testing.T) {
	_, bot, alice := stage(t)
	buttons := []object{{"type": 1, "components": []object{
		{"type": 2, "style": 4, "label": "认输", "custom_id": "resign"}, {"type": 2, "style": 2, "label": "off",
			"custom_id": "off", "disabled": true}}}}
	m := bot.rest("POST", "/channels/"+string(playground.XiangqiID)+"/messages",
		object{"content": "board", "components": buttons}, 200)
	message := m["id"].(string)
	press := func(id string, status int) object {
		return alice.act("click", object{"channel": playground.XiangqiID, "message": message, "custom_id": id}, status)
	}
	press("off", 409)
	press("nothing", 404)
	press("resign", 200)
	x := bot.interaction()
	if x.Type != wire.ComponentInteraction || x.Data.CustomID != "resign" || string(x.Message.ID) != message ||
		x.Message.Content != "board" {
		t.Fatalf("the bot got %+v", x)
	}
	x.answer(7, object{"content": "over", "components": []object{}}, 204)
	if changed := alice.message(func(m *wire.Message) bool { return m.Content == "over" }); string(changed.ID) != message || len(changed.Components) != 0 {
		t.Errorf("the message became %+v", changed)
	}
	press("resign", 404)

	// Type 6 shows nothing; @original is the message with the button.
	bot.rest("PATCH", "/channels/"+string(playground.XiangqiID)+"/messages/"+message, object{"components": buttons}, 200)
	press("resign", 200)
	x = bot.interaction()
	x.answer(6, nil, 204)
	alice.hear("ack", nil)
	if edited := bot.rest("PATCH", x.hook("/messages/@original"), object{"content": "edited"},
		200); edited["id"] != message {
		t.Errorf("@original is %v", edited)
	}
	press("resign", 200)
	x = bot.interaction()
	x.answer(4, object{"content": "sure?", "flags": 64}, 204)
	reply := alice.message(func(m *wire.Message) bool { return m.Content == "sure?" })
	if reply.Type != wire.MessageReply || string(reply.MessageReference.MessageID) != message {
		t.Errorf("the reply is %+v", reply)
	}
}

func TestAMenu(t *testing.T) {
	_, bot, alice := stage(t)
	m := bot.rest("POST", "/channels/"+string(playground.XiangqiID)+"/messages",
		object{"content": "choose", "components": []object{
			{"type": 1, "components": []object{{"type": 3, "custom_id": "piece",
				"options": []object{{"label": "炮", "value": "h2"}, {"label": "马", "value": "b0"}}}}},
			{"type": 1, "components": []object{{"type": 5, "custom_id": "who"}}}}}, 200)
	choose := func(id string, status int, values ...string) {
		alice.act("select", object{"channel": playground.XiangqiID, "message": m["id"], "custom_id": id, "values": values},
			status)
	}
	choose("piece", 400, "h2", "b0")
	choose("piece", 400, "e9")
	choose("piece", 200, "h2")
	if x := bot.interaction(); x.Data.Values[0] != "h2" {
		t.Errorf("the bot got %+v", x.Data)
	}
	choose("who", 400, "5")
	choose("who", 200, string(playground.BobID))
	if x := bot.interaction(); x.Data.Resolved.Users[playground.BobID].Username != "bob" {
		t.Errorf("the bot got %+v", x.Data)
	}
}

func TestAForm(t *testing.T) {
	_, bot, alice := stage(t)
	x := moves(bot, alice)
	field := object{"type": 18, "label": "着法", "component": object{"type": 4, "custom_id": "mv", "style": 1, "max_length": 4}}
	x.answer(9, object{"custom_id": "m:1", "title": "走棋", "components": []object{field}}, 204)
	var modal struct {
		Interaction wire.ID
		CustomID    string `json:"custom_id"`
		Title       string
	}
	alice.hear("modal", &modal)
	if modal.CustomID != "m:1" || modal.Title != "走棋" || modal.Interaction != x.ID {
		t.Fatalf("the form is %+v", modal)
	}
	submit := func(status int, values object) {
		alice.act("modal", object{"channel": playground.XiangqiID, "interaction": modal.Interaction, "custom_id": "m:1",
			"values": values}, status)
	}
	submit(400, object{})
	submit(400, object{"mv": "炮二平五。"})
	submit(400, object{"mv": "炮二平五", "other": "x"})
	submit(200, object{"mv": "炮二平五"})
	y := bot.interaction()
	v := y.Data.Components[0].Component
	if y.Type != wire.ModalSubmit || y.Data.CustomID != "m:1" || v.CustomID != "mv" || v.Value == nil || *v.Value != "炮二平五" {
		t.Errorf("the bot got %+v", y.Data)
	}
	code(t, y.answer(7, object{"content": "x"}, 400), 50035) // a command opened it: there is no message to update
	y.answer(4, object{"content": "played"}, 204)
}

func TestACompletion(t *testing.T) {
	s, bot, alice := stage(t)
	ask := func(status int) <-chan object {
		answer := make(chan object, 1)
		go func() {
			answer <- alice.act("autocomplete", object{"channel": playground.XiangqiID, "name": "move",
				"options": object{"move": "炮"}, "focused": "move"}, status)
		}()
		return answer
	}
	answer := ask(200)
	x := bot.interaction()
	if x.Type != wire.Autocomplete || !x.Data.Options[0].Focused || x.Data.Options[0].Value != "炮" {
		t.Fatalf("the bot got %+v", x)
	}
	code(t, x.answer(4, object{"content": "x"}, 400), 50035)
	x.answer(8, object{"choices": []object{{"name": "Cannon", "name_localizations": object{"zh-CN": "炮二平五"},
		"value": "h2e2"}}}, 204)
	choices := receive(t, answer)["choices"].([]any)
	if c := choices[0].(object); c["name"] != "炮二平五" || c["value"] != "h2e2" {
		t.Errorf("Alice reads %v", choices)
	}
	answer = ask(504)
	bot.interaction()
	s.Advance(3 * time.Second)
	receive(t, answer)

	answer = ask(200)
	bot.interaction().answer(8, object{"choices": []object{}}, 204)
	if got := receive(t, answer); len(got["choices"].([]any)) != 0 {
		t.Errorf("no choices are %v", got)
	}
	alice.act("autocomplete", object{"channel": playground.XiangqiID, "name": "move", "options": object{},
		"focused": "game"}, 400)
}

func TestADirectMessage(t *testing.T) {
	_, bot, alice := stage(t)
	bot.rest("PUT", "/applications/"+string(playground.ApplicationID)+"/commands", []object{
		{"name": "help", "description": "Help"}, {"name": "here", "description": "Guild only", "contexts": []int{0}}}, 200)
	dm := alice.dm()
	alice.act("command", object{"channel": dm, "text": "/here"}, 404)
	alice.act("command", object{"channel": dm, "text": "/move x"}, 404) // the guild's own
	alice.act("command", object{"channel": dm, "text": "/help"}, 200)
	x := bot.interaction()
	if x.Member != nil || x.GuildID != "" || x.User.ID != playground.AliceID || x.Context != 1 {
		t.Errorf("the bot got %+v", x)
	}
	x.answer(4, object{"content": "in private"}, 204)
	alice.message(func(m *wire.Message) bool { return m.Content == "in private" })
	bob := visit(t, alice.s, playground.BobID)
	bob.get("messages?person="+string(playground.BobID)+"&channel="+dm, 404)
}

// TestWhatDiscordRefusesIsRefused: a callback that breaks a limit is answered 50035 below "data", and the interaction
// is still open.
func TestWhatDiscordRefusesIsRefused(t *testing.T) {
	_, bot, alice := stage(t)
	x := moves(bot, alice)
	answer := x.answer(4, object{"content": fmt.Sprintf("%02001d", 0)}, 400)
	code(t, answer, 50035)
	problem := answer["errors"].(object)["data"].(object)["content"].(object)["_errors"].([]any)[0].(object)
	if problem["code"] != "BASE_TYPE_BAD_LENGTH" {
		t.Errorf("the problem is %v", problem)
	}
	code(t, x.answer(4, object{}, 400), 50006)
	x.answer(4, object{"content": "right"}, 204)
}

// TestSubcommands: a subcommand in either language; an error says what is missing.
func TestSubcommands(t *testing.T) {
	_, bot, alice := stageWith(t, playground.Options{}, recordCommand())
	for _, text := range []string{"/record tidy", "/棋谱 清理"} {
		alice.types(text, 200)
		x := bot.interaction()
		if o := x.Data.Options; x.Data.Name != "record" || o[0].Type != wire.OptionSubcommand || o[0].Name != "tidy" {
			t.Fatalf("%s became %+v", text, x.Data)
		}
		x.answer(4, object{"content": text}, 204)
		m := alice.message(func(m *wire.Message) bool { return m.Content == text })
		if m.Interaction.Name != "record tidy" {
			t.Errorf("the message says that %q was used", m.Interaction.Name)
		}
	}
	for _, text := range []string{"/record", "/record old"} {
		if words := alice.types(text, 400)["error"].(string); !strings.Contains(words, "import, tidy") {
			t.Errorf("%s is refused with %q, want the subcommands", text, words)
		}
	}
}
