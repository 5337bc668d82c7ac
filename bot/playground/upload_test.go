package playground_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	neturl "net/url"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// recordCommand is a command of subcommands and files.
func recordCommand() object {
	return object{"name": "record", "description": "Games as files", "name_localizations": object{"zh-CN": "棋谱"},
		"options": []object{
			{"type": 1, "name": "import", "description": "Bring a game", "name_localizations": object{"zh-CN": "导入"},
				"options": []object{
					{"type": 11, "name": "file", "description": "The file", "required": true,
						"name_localizations": object{"zh-CN": "文件"}},
					{"type": 3, "name": "as", "description": "The format", "autocomplete": true},
					{"type": 11, "name": "picture", "description": "A picture"}}},
			{"type": 1, "name": "tidy", "description": "Throw old ones away", "name_localizations": object{"zh-CN": "清理"}}}}
}

// upload uploads a file, as the page does.
func (v *visitor) upload(name string, data []byte, status int) object {
	v.t.Helper()
	q := neturl.Values{"person": {string(v.person)}, "filename": {name}}
	text, err := v.page.Send(v.t.Context(), http.MethodPost, "/playground/files?"+q.Encode(), "application/octet-stream", data)
	answer := object{}
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	return v.result("files", answer, err, status)
}

// TestAFileComesWithACommand: the bot gets the file's id as the value, and can download the file from Discord's host.
func TestAFileComesWithACommand(t *testing.T) {
	dir := t.TempDir()
	_, bot, alice := stageWith(t, playground.Options{Dir: dir, Clock: simclock.NewFrozen(noon)}, recordCommand())
	game := []byte("1. 炮二平五 马8进7")
	up := alice.upload("my game.pgn", game, 200)
	if up["filename"] != "my_game.pgn" || up["size"] != float64(len(game)) {
		t.Fatalf("the upload is %v", up)
	}
	board := alice.upload("board.png", picture(t, 3, 5), 200)
	alice.act("command", object{"channel": playground.XiangqiID, "name": "record import",
		"options": object{"file": up["id"], "picture": board["id"]}}, 200)
	x := bot.interaction()
	o := x.Data.Options[0].Options
	if x.Data.Options[0].Name != "import" || o[0].Name != "file" || o[0].Type != wire.OptionAttachment ||
		o[0].Value != up["id"] || o[1].Value != board["id"] {
		t.Fatalf("the bot got %+v", x.Data)
	}
	file, shown := x.Data.Resolved.Attachments[wire.ID(up["id"].(string))], x.Data.Resolved.Attachments[wire.ID(board["id"].(string))]
	if file.Filename != "my_game.pgn" || file.Size != len(game) || !file.Ephemeral || file.Width != 0 {
		t.Errorf("the file is %+v", file)
	}
	if shown.ContentType != "image/png" || shown.Width != 3 || shown.Height != 5 {
		t.Errorf("the picture is %+v", shown)
	}
	if got := bot.fetch(file.URL, 200); !bytes.Equal(got, game) {
		t.Errorf("the file came as %q", got)
	}
	bot.fetch(strings.Replace(file.URL, string(file.ID), "5", 1), 404)

	next := startServer(t, playground.Options{Dir: copyFolder(t, dir), Clock: simclock.NewFrozen(noon)})
	if got := newBot(t, next).fetch(file.URL, 200); !bytes.Equal(got, game) {
		t.Errorf("after a restart the file came as %q", got)
	}
}

// TestInvalidUploads: an option of a file takes what the same person has uploaded a while ago, and nothing else.
func TestInvalidUploads(t *testing.T) {
	s, bot, alice := stageWith(t, playground.Options{Clock: simclock.NewFrozen(noon)}, recordCommand())
	bob := visit(t, s, playground.BobID)
	give := func(v *visitor, value any, status int) object {
		return v.act("command", object{"channel": playground.XiangqiID, "name": "record import",
			"options": object{"file": value}}, status)
	}
	if words := give(alice, "game.pgn", 400)["error"].(string); !strings.Contains(words,
		"/playground/files?person="+string(playground.AliceID)) {
		t.Errorf("a name in the place of a file is refused with %q", words)
	}
	give(alice, nil, 400) // it is required
	mine := alice.upload("a.pgn", []byte("x"), 200)["id"]
	give(bob, mine, 400)
	alice.types("/棋谱 导入 文件："+mine.(string), 200)
	if o := bot.interaction().Data.Options; o[0].Name != "import" || o[0].Options[0].Value != mine {
		t.Errorf("in one line it became %+v", o)
	}
	s.Advance(2 * time.Hour)
	alice.upload("b.pgn", []byte("y"), 200)
	give(alice, mine, 400)

	alice.upload("", []byte("x"), 400)
	alice.upload("whole.bin", make([]byte, 10<<20), 200)
	if words := alice.upload("more.bin", make([]byte, 10<<20+1), 413)["error"].(string); !strings.Contains(words,
		"10 MiB") {
		t.Errorf("a file too large is refused with %q", words)
	}
	nobody := &visitor{t: t, page: alice.page, person: "5"}
	nobody.upload("a.pgn", []byte("x"), 404)
}

// TestFileOptionIsNotCompleted: an autocomplete interaction includes the file of another option; a file option itself
// has no autocomplete.
func TestFileOptionIsNotCompleted(t *testing.T) {
	_, bot, alice := stageWith(t, playground.Options{}, recordCommand())
	id := alice.upload("a.pgn", []byte("x"), 200)["id"].(string)
	answer := make(chan object, 1)
	go func() {
		answer <- alice.act("autocomplete", object{"channel": playground.XiangqiID, "name": "record import",
			"options": object{"file": id, "as": "p"}, "focused": "as"}, 200)
	}()
	x := bot.interaction()
	if o := x.Data.Options[0].Options; len(o) != 2 || o[0].Value != id || !o[1].Focused ||
		x.Data.Resolved.Attachments[wire.ID(id)].Filename != "a.pgn" {
		t.Errorf("the bot is asked %+v", x.Data)
	}
	x.answer(8, object{"choices": []object{{"name": "PGN", "value": "pgn"}}}, 204)
	receive(t, answer)
	alice.act("autocomplete", object{"channel": playground.XiangqiID, "name": "record import", "options": object{},
		"focused": "file"}, 400)
}

// TestManyFilesOfAMessage: alt texts, embeds that show them, an edit that replaces them, and a restart.
func TestManyFilesOfAMessage(t *testing.T) {
	dir := t.TempDir()
	s, bot, alice := stageWith(t, playground.Options{Dir: dir}, moveCommand())
	x := moves(bot, alice)
	text := func(name string) wire.FormFile {
		return wire.FormFile{Filename: name, ContentType: "text/plain", Data: []byte("the text of " + name)}
	}
	bot.upload("POST", "/interactions/"+string(x.ID)+"/"+x.Token+"/callback", object{"type": 4, "data": object{
		"embeds": []object{{"title": "Game 1", "image": object{"url": "attachment://board.png"}}},
		"attachments": []object{{"id": "0", "description": "Red to move"}, {"id": "1", "filename": "game 1.pgn"},
			{"id": "2"}}}}, 204,
		pngFile("board.png", t), text("x.pgn"), text("game-1.txt"))
	m := alice.message(func(m *wire.Message) bool { return len(m.Attachments) == 3 })
	if m.Attachments[0].Description != "Red to move" || m.Attachments[1].Filename != "game_1.pgn" ||
		m.Embeds[0].Image.URL != m.Attachments[0].URL {
		t.Fatalf("the message is %+v", m)
	}
	if got := string(fetch(t, s.URL()+m.Attachments[1].URL, 200)); got != "the text of x.pgn" {
		t.Errorf("the record is %q", got)
	}
	bot.upload("PATCH", x.hook("/messages/@original"), object{
		"embeds":      []object{{"title": "Game 1", "image": object{"url": "attachment://next.png"}}},
		"attachments": []object{{"id": "0", "description": "plain"}, {"id": "1", "description": "Black to move"}}},
		200, text("game-1.txt"), pngFile("next.png", t))
	edited := alice.messages()[0]
	files := edited.Attachments
	if len(files) != 2 || files[0].Filename != "game-1.txt" || files[0].Description != "plain" ||
		files[1].Description != "Black to move" || edited.Embeds[0].Image.URL != files[1].URL {
		t.Fatalf("after the edit the message is %+v", edited)
	}
	fetch(t, s.URL()+m.Attachments[1].URL, 410)
	next := startServer(t, playground.Options{Dir: copyFolder(t, dir)})
	kept := visit(t, next, playground.AliceID).messages()[0]
	for i, want := range []string{"the text of game-1.txt", string(picture(t, 4, 4))} {
		if got := fetch(t, next.URL()+kept.Attachments[i].URL, 200); string(got) != want {
			t.Errorf("after a restart file %d is %q", i, got)
		}
	}
}
