package playground_test

import (
	"reflect"
	"slices"
	"testing"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// Files and menus of a submitted modal are sent as by Discord, with ids resolved.
func TestAFormWithFilesAndMenus(t *testing.T) {
	_, bot, alice := stage(t)
	file := alice.upload("game.pgn", []byte("1. C2=5"), 200)["id"].(string)
	label := func(text string, component object) object {
		return object{"type": wire.Label, "label": text, "component": component}
	}
	options := []object{{"label": "Red", "value": "red"}, {"label": "Black", "value": "black", "default": true}}
	form := object{"custom_id": "f", "title": "Form", "components": []object{
		label("Files", object{"type": wire.FileUpload, "custom_id": "files", "max_values": 2, "required": false}),
		label("Side", object{"type": wire.StringSelect, "custom_id": "side", "options": options, "required": false}),
		label("Who", object{"type": wire.UserSelect, "custom_id": "who"}),
	}}
	bob := string(playground.BobID)
	for _, test := range []struct {
		name   string
		values object
		status int
		want   [][]string // the values of each field
	}{
		{"as it was", object{"who": bob}, 200, [][]string{nil, {"black"}, {bob}}},
		{"filled in", object{"files": []any{file}, "side": "red", "who": bob}, 200, [][]string{{file}, {"red"}, {bob}}},
		{"nothing chosen", object{"side": "", "who": bob}, 200, [][]string{nil, nil, {bob}}},
		{"a side that is none", object{"side": "white", "who": bob}, 400, nil},
		{"a file that is none", object{"files": []string{"5"}, "who": bob}, 400, nil},
		{"nobody", object{}, 400, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := moves(bot, alice)
			x.answer(9, form, 204)
			alice.act("modal", object{"channel": playground.XiangqiID, "interaction": x.ID, "custom_id": "f",
				"values": test.values}, test.status)
			if test.status != 200 {
				return
			}
			y := bot.interaction()
			for i, want := range test.want {
				if field := y.Data.Components[i].Component; !slices.Equal(field.Values, want) {
					t.Errorf("field %s is %v, want %v", field.CustomID, field.Values, want)
				}
			}
			if r := y.Data.Resolved; r == nil || r.Users[playground.BobID].Username != "bob" || r.Members[playground.BobID].User != nil {
				t.Errorf("resolved is %+v", r)
			} else if test.values["files"] != nil && r.Attachments[wire.ID(file)].Filename != "game.pgn" {
				t.Errorf("the files are %+v", r.Attachments)
			}
		})
	}
}

// The bot gets a user context menu command with its user.
func TestMenuOfAPerson(t *testing.T) {
	_, bot, alice := stage(t)
	bot.register(object{"name": "Wave", "type": wire.UserMenu}, object{"name": "Look", "type": wire.MessageMenu})
	wave := func(name string, user wire.ID, status int) {
		alice.act("command", object{"channel": playground.XiangqiID, "name": name, "user": user}, status)
	}
	for user, username := range map[wire.ID]string{playground.BobID: "bob", playground.ApplicationID: "xiangqi"} {
		wave("Wave", user, 200)
		x := bot.interaction()
		if d := x.Data; d.Type != wire.UserMenu || d.TargetID != user || d.Resolved.Users[user].Username != username ||
			len(d.Resolved.Members) != 1 {
			t.Errorf("the bot got %+v", x.Data)
		}
		x.answer(wire.AnswerMessage, object{"content": "hello " + username}, 204)
		alice.message(func(m *wire.Message) bool { return m.Content == "hello "+username })
	}
	// Who has left is a user without a member.
	visit(t, alice.s, playground.CarolID).change(object{"member": false}, 200)
	wave("Wave", playground.CarolID, 200)
	if r := bot.interaction().Data.Resolved; r.Users[playground.CarolID].Username != "carol" || r.Members != nil {
		t.Errorf("of a person who left the bot got %+v", r)
	}
	wave("Look", playground.BobID, 404)
	wave("Wave", "5", 404)
}

// A command of a user-installable application is available to those who have installed it, and the bot is told by which
// installation it was used.
func TestAPersonInstallsTheApplication(t *testing.T) {
	_, bot, alice := stage(t)
	bot.rest("PUT", "/applications/"+string(playground.ApplicationID)+"/commands", []object{
		{"name": "mine", "description": "For oneself", "integration_types": []int{1}},
		{"name": "both", "description": "For all", "integration_types": []int{0, 1}},
		{"name": "ours", "description": "For servers"}}, 200)
	alice.types("/mine", 404)
	alice.change(object{"installed": true}, 200)
	person, server := string(playground.AliceID), string(playground.GuildID)
	for name, want := range map[string]map[string]string{
		"mine": {"1": person}, "both": {"0": server, "1": person}, "ours": {"0": server},
	} {
		alice.types("/"+name, 200)
		x := bot.interaction()
		if !reflect.DeepEqual(x.Owners, want) {
			t.Errorf("/%s was used by %v, want %v", name, x.Owners, want)
		}
		x.answer(4, object{"content": name, "components": []object{{"type": 1, "components": []object{
			{"type": 2, "style": 1, "label": "Press", "custom_id": "p"}}}}}, 204)
		m := alice.message(func(m *wire.Message) bool { return m.Content == name })
		alice.act("click", object{"channel": playground.XiangqiID, "message": m.ID, "custom_id": "p"}, 200)
		if y := bot.interaction(); !reflect.DeepEqual(y.Owners, want) {
			t.Errorf("the button of /%s was pressed by %v, want %v", name, y.Owners, want)
		}
	}
	alice.change(object{"installed": false}, 200)
	alice.types("/mine", 404)
	alice.types("/both", 200)
}

// TestGroups: in a group DM people use what they have for themselves. The bot is not there: it answers by the token, five
// times after the first.
func TestGroups(t *testing.T) {
	_, bot, alice := stageWith(t, playground.Options{Rates: &ratelimit.Rates{}})
	bot.rest("PUT", "/applications/"+string(playground.ApplicationID)+"/commands", []object{
		{"name": "ours", "description": "For servers"},
		{"name": "near", "description": "Not for groups", "integration_types": []int{0, 1}, "contexts": []int{0, 1}},
		{"name": "both", "description": "For all", "integration_types": []int{0, 1}, "contexts": []int{0, 1, 2}}}, 200)
	alice.act("groups", object{"name": "Friends", "people": []wire.ID{}}, 400)
	group := alice.act("groups", object{"name": "Friends", "people": []wire.ID{playground.BobID}}, 200)["id"].(string)
	use := func(name string, status int) {
		alice.act("command", object{"channel": group, "text": "/" + name}, status)
	}
	use("both", 404)
	alice.change(object{"installed": true}, 200)
	use("ours", 404)
	use("near", 404)
	use("both", 200)
	x := bot.interaction()
	if want := map[string]string{"1": string(playground.AliceID)}; !reflect.DeepEqual(x.Owners, want) || x.Context != 2 || x.GuildID != "" || x.User == nil {
		t.Errorf("/both was used by %v in the context %d of the server %q by %v", x.Owners, x.Context, x.GuildID, x.User)
	}
	x.answer(4, object{"content": "first"}, 204)
	for n := range 6 {
		status := 200
		if n == 5 {
			status = 400
		}
		answer := bot.rest("POST", "/webhooks/"+string(playground.ApplicationID)+"/"+x.Token, object{"content": "more"}, status)
		if status == 400 {
			code(t, answer, 40094)
		}
	}
	code(t, bot.rest("POST", "/channels/"+group+"/messages", object{"content": "hello"}, 403), 50001)
	code(t, bot.rest("GET", "/channels/"+group, nil, 403), 50001)
}
