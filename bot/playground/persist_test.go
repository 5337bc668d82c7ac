package playground_test

import (
	"bytes"
	"database/sql"
	"errors"
	neturl "net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// copyFolder copies the files as they are now, which is what a kill -9 leaves while nothing is being written.
func copyFolder(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestRestartAfterKill: messages, files, commands and open interactions are there again in the next process.
func TestRestartAfterKill(t *testing.T) {
	dir := t.TempDir()
	_, bot, alice := stageWith(t, playground.Options{Dir: dir, Clock: simclock.NewFrozen(noon)}, moveCommand())
	dora := alice.act("people", object{"name": "Dora", "locale": "de"}, 200)
	board := bot.upload("POST", inXiangqi+"/messages", object{"content": "board", "components": []object{
		{"type": 1, "components": []object{{"type": 2, "style": 1, "label": "Resign",
			"custom_id": "resign"}}}}}, 200, pngFile("board.png", t))
	bot.rest("PATCH", inXiangqi+"/messages/"+board["id"].(string), object{"content": "the board"}, 200)
	thread := bot.rest("POST", inXiangqi+"/messages/"+board["id"].(string)+"/threads", object{"name": "Game 1"},
		201)["id"].(string)
	gone := bot.rest("POST", inXiangqi+"/messages", object{"content": "gone"}, 200)["id"].(string)
	bot.rest("DELETE", inXiangqi+"/messages/"+gone, nil, 204)
	alice.act("clock", object{"advance": "3d"}, 200)
	x := moves(bot, alice)
	x.answer(5, object{"flags": 64}, 204)
	alice.message(func(m *wire.Message) bool { return m.Loading })

	killed := copyFolder(t, dir)
	next := startServer(t, playground.Options{Dir: killed, Clock: simclock.NewFrozen(noon)})
	if now := next.Clock().Now(); !now.Equal(noon.Add(72 * time.Hour)) {
		t.Errorf("the clock shows %v", now)
	}
	again := visit(t, next, playground.AliceID)
	state := again.get("state?person="+string(playground.AliceID), 200)
	if n := len(state["people"].([]any)); n != 4 {
		t.Errorf("%d people are left", n)
	}
	if list := state["commands"].([]any); len(list) != 1 || list[0].(object)["name"] != "move" {
		t.Errorf("the commands are %v", list)
	}
	list := again.messages()
	if len(list) != 2 || !list[0].Loading || list[1].Content != "the board" || string(list[1].Thread.ID) != thread {
		t.Fatalf("the messages are %+v", list)
	}
	if got := fetch(t, next.URL()+list[1].Attachments[0].URL, 200); !bytes.Equal(got, picture(t, 4, 4)) {
		t.Error("the picture is another one")
	}
	again.get("messages?channel="+again.dm()+"&person="+string(playground.AliceID), 200)
	visit(t, next, wire.ID(dora["id"].(string)))

	// The bot reconnects, new ids are larger than the old ones, old buttons work, and the old token is still valid.
	back := connectBot(t, next)
	m := back.rest("POST", "/channels/"+thread+"/messages", object{"content": "on with it"}, 200)
	if !x.ID.Before(wire.ID(m["id"].(string))) {
		t.Errorf("after %s comes %v", x.ID, m["id"])
	}
	again.act("click", object{"channel": playground.XiangqiID, "message": board["id"], "custom_id": "resign"}, 200)
	if y := back.interaction(); y.Data.CustomID != "resign" {
		t.Errorf("the bot got %+v", y)
	}
	x.bot = back
	back.rest("PATCH", x.hook("/messages/@original"), object{"content": "owed"}, 200)
	code(t, x.answer(4, object{"content": "x"}, 400), 40060)
}

// TestKilledBeforeTheAnswer: an interaction that was unanswered when the process was killed has failed when the next
// process starts three seconds later.
func TestKilledBeforeTheAnswer(t *testing.T) {
	dir := t.TempDir()
	_, bot, alice := stageWith(t, playground.Options{Dir: dir, Clock: simclock.NewFrozen(noon)}, moveCommand())
	x := moves(bot, alice)
	next := startServer(t, playground.Options{Dir: copyFolder(t, dir),
		Clock: simclock.NewFrozen(noon.Add(time.Minute))})
	x.bot = newBot(t, next)
	code(t, x.answer(4, object{"content": "x"}, 404), 10062)
}

// TestUnreadableStateIsRefused: a folder that this version cannot use is left as it is, and the error says what to do.
func TestUnreadableStateIsRefused(t *testing.T) {
	newer := func(dir string) {
		db, err := sql.Open("sqlite", filepath.Join(dir, "playground.db"))
		if err == nil {
			_, err = db.Exec(`PRAGMA user_version = 99`)
		}
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, content string) func(string) {
		return func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		prepare func(dir string)
		says    string
	}{
		"another program's file":     {write("playground.db", long(5000)), "move the folder away"},
		"a newer version's database": {newer, "version 99"},
		"a folder in use": {func(dir string) { startServer(t, playground.Options{Dir: dir}) },
			"another playground uses this folder"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			test.prepare(dir)
			if _, err := playground.New(playground.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("the error is %v, it does not say %q", err, test.says)
			}
		})
	}
}

// TestOldFilesAreEvicted: the total size of all files is limited; the oldest are evicted.
func TestOldFilesAreEvicted(t *testing.T) {
	for name, dir := range map[string]string{"memory": "", "disk": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, playground.Options{Dir: dir, Rates: &ratelimit.Rates{}, AttachmentBytes: 3000})
			b := newBot(t, s)
			page := func(url string) string { // where the page finds the same
				u, err := neturl.Parse(url)
				if err != nil {
					t.Fatal(err)
				}
				return s.URL() + u.Path
			}
			var urls []string
			for range 4 {
				m := b.upload("POST", inXiangqi+"/messages", object{}, 200,
					wire.FormFile{Filename: "x.bin", ContentType: "application/octet-stream", Data: make([]byte, 1000)})
				urls = append(urls, m["attachments"].([]any)[0].(object)["url"].(string))
			}
			b.fetch(urls[0], 404)
			if note := fetch(t, page(urls[0]), 410); !bytes.Contains(note, []byte("no longer kept")) {
				t.Errorf("in place of the old file there is %s", note)
			}
			for _, url := range urls[1:] {
				b.fetch(url, 200)
				fetch(t, page(url), 200)
			}
		})
	}
}
