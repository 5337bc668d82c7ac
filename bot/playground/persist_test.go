package playground_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	neturl "net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// copyFolder is what a kill -9 leaves: the files as they are at this moment.
func copyFolder(t *testing.T, from string) string {
	t.Helper()
	for {
		to := t.TempDir()
		err := os.CopyFS(to, os.DirFS(from))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a file took another's name in this very moment
		}
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
}

// TestALifeAfterKill: what was said, shown, registered and left undone is there again in the next process.
func TestALifeAfterKill(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir, Clock: playground.NewFrozenClock(noon)})
	bot := connectBot(t, s)
	bot.register(moveCommand())
	alice := visit(t, s, playground.AliceID)
	dora := alice.act("people", object{"name": "Dora", "locale": "de"}, 200)
	board := bot.upload(10, "POST", inXiangqi+"/messages", object{"content": "board", "components": []object{
		{"type": 1, "components": []object{{"type": 2, "style": 1, "label": "Resign", "custom_id": "resign"}}}}}, 200, pngFile("board.png", t))
	thread := bot.rest("POST", inXiangqi+"/messages/"+board["id"].(string)+"/threads", object{"name": "Game 1"}, 201)["id"].(string)
	gone := bot.rest("POST", inXiangqi+"/messages", object{"content": "gone"}, 200)["id"].(string)
	bot.rest("DELETE", inXiangqi+"/messages/"+gone, nil, 204)
	alice.act("clock", object{"advance": "3d"}, 200)
	x := moves(bot, alice)
	x.answer(5, object{"flags": 64}, 204)
	alice.message(func(m *wire.Message) bool { return m.Loading })

	killed := copyFolder(t, dir)
	next := startServer(t, playground.Options{Dir: killed, Clock: playground.NewFrozenClock(noon)})
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
	list := again.get("messages?channel="+string(playground.XiangqiID)+"&person="+string(playground.AliceID), 200)["list"].([]any)
	if len(list) != 2 || list[0].(object)["loading"] != true || list[1].(object)["thread"].(object)["id"] != thread {
		t.Fatalf("the messages are %v", list)
	}
	url := list[1].(object)["attachments"].([]any)[0].(object)["url"].(string)
	if got := fetch(t, next.URL()+url, 200); !bytes.Equal(got, picture(t, 4, 4)) {
		t.Error("the picture is another one")
	}
	again.get("messages?channel="+again.dm()+"&person="+string(playground.AliceID), 200)
	visit(t, next, wire.ID(dora["id"].(string)))

	// The bot comes back, new ids are later than the old ones, old buttons work, and the old token still serves.
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
	again.act("redeliver", object{}, 200)
	if z := back.interaction(); z.Data.CustomID != "resign" {
		t.Errorf("delivered again: %+v", z)
	}
	code(t, x.answer(4, object{"content": "x"}, 400), 40060)
}

// dm is the channel of the person's direct messages.
func (v *visitor) dm() string {
	for _, c := range v.get("state?person="+string(v.person), 200)["channels"].([]any) {
		if c := c.(object); c["type"] == float64(wire.DMChannel) {
			return c["id"].(string)
		}
	}
	v.t.Fatal("there is no DM channel")
	return ""
}

// TestAnUnansweredActDies: what nobody had answered when the process was killed is over when the next one starts three seconds later.
func TestAnUnansweredActDies(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir, Clock: playground.NewFrozenClock(noon)})
	bot := connectBot(t, s)
	bot.register(moveCommand())
	x := moves(bot, visit(t, s, playground.AliceID))
	next := startServer(t, playground.Options{Dir: copyFolder(t, dir), Clock: playground.NewFrozenClock(noon.Add(time.Minute))})
	x.bot = newBot(t, next)
	code(t, x.answer(4, object{"content": "x"}, 404), 10062)
}

// TestATornJournal: wherever the journal is cut off, what stood before the cut is there, and the journal can be gone on with.
func TestATornJournal(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir, Rates: &playground.Rates{}})
	b := newBot(t, s)
	for range 5 {
		b.rest("POST", inXiangqi+"/messages", object{"content": "炮二平五"}, 200)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "world.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	lines = lines[:len(lines)-1]
	start := len(whole) - len(lines[len(lines)-1])
	for cut := start; cut <= len(whole); cut += 7 {
		torn := t.TempDir()
		if err := os.WriteFile(filepath.Join(torn, "world.jsonl"), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if n := messagesIn(t, torn); n != 4 {
			t.Fatalf("cut at %d of %d there are %d messages", cut-start, len(whole)-start, n)
		}
		if n := messagesIn(t, torn); n != 4 { // and once more, from the journal that was written anew
			t.Fatalf("the second time there are %d messages", n)
		}
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "world.jsonl"), append([]byte("{nonsense\n"), whole...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := playground.New(playground.Options{Dir: broken}); err == nil {
		t.Error("a journal that is broken in its middle is taken without a word")
	}
}

// TestAJournalIsRenewed: a journal that has grown long becomes short again, and whoever kills the process while the new one is being written finds
// all that was answered before.
func TestAJournalIsRenewed(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir, Rates: &playground.Rates{}, OnRequest: func(playground.Exchange) {}})
	b := newBot(t, s)
	var id string
	for range 300 {
		id = b.rest("POST", inXiangqi+"/messages", object{"content": long(2000)}, 200)["id"].(string)
	}
	size := func() int64 {
		info, err := os.Stat(filepath.Join(dir, "world.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	killed := map[string]string{} // folder to what the last message said
	look := func(said string) {
		if len(killed) < 8 {
			killed[copyFolder(t, dir)] = said
		}
	}
	began, before, renewed := size(), int64(0), false
	for i := 0; !renewed; i++ {
		if i == 5000 {
			t.Fatalf("the journal has grown from %d to %d bytes and goes on growing", began, size())
		}
		said := fmt.Sprintf("%04d", i) + long(1900)
		b.rest("PATCH", inXiangqi+"/messages/"+id, object{"content": said}, 200)
		now := size()
		renewed = now < before
		before = now
		if _, err := os.Stat(filepath.Join(dir, "world.jsonl.new")); err == nil || renewed {
			look(said)
		}
	}
	for i := range 3 {
		b.rest("PATCH", inXiangqi+"/messages/"+id, object{"content": fmt.Sprint(i)}, 200)
	}
	look("2")
	t.Logf("looked %d times", len(killed))
	for folder, said := range killed {
		next := startServer(t, playground.Options{Dir: folder})
		list := visit(t, next, playground.AliceID).get("messages?limit=100&channel="+string(playground.XiangqiID), 200)["list"].([]any)
		if got := list[0].(object)["content"]; len(list) != 100 || got != said {
			t.Errorf("after %.4q the last message says %.4q", said, got)
		}
	}
}

// messagesIn opens the folder and counts the messages of #xiangqi.
func messagesIn(t *testing.T, dir string) int {
	t.Helper()
	s, err := playground.New(playground.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(l); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var list []json.RawMessage
	if err := json.Unmarshal(fetch(t, s.URL()+"/playground/messages?channel="+string(playground.XiangqiID), 200), &list); err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// FuzzJournal: any file may lie where the journal is expected. It is taken or refused, never a reason to fall over,
// and what was taken once is taken again.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(`{"message":{"id":"5","channel_id":"1191000000000000010","content":"x"}}` + "\n"))
	f.Add([]byte(`{"channel":{"channel":{"id":"7","type":11}}}` + "\n" + `{"message":{"id":"5","channel_id":"7"}}` + "\n"))
	f.Add([]byte(`{"interaction":{"id":"9","state":"thinking","person":"1"}}` + "\n" + `{"ahead":-5}` + "\n{}"))
	f.Add([]byte(`{"person":{"id":"1191000000000000201","name":""}}` + "\n"))
	f.Fuzz(func(t *testing.T, journal []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "world.jsonl"), journal, 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s, err := playground.New(playground.Options{Dir: dir, Clock: playground.NewFrozenClock(noon)})
			if err != nil {
				return
			}
			s.Advance(time.Hour)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestOldFilesMakeRoom: the files of all messages together stay below a bound; the oldest go.
func TestOldFilesMakeRoom(t *testing.T) {
	for name, dir := range map[string]string{"memory": "", "disk": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, playground.Options{Dir: dir, Rates: &playground.Rates{}, AttachmentBytes: 3000})
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
				m := b.upload(10, "POST", inXiangqi+"/messages", object{}, 200, wire.FormFile{Filename: "x.bin", ContentType: "application/octet-stream", Data: make([]byte, 1000)})
				urls = append(urls, m["attachments"].([]any)[0].(object)["url"].(string))
			}
			b.fetch(urls[0], 404)
			if note := fetch(t, page(urls[0]), 410); !bytes.Contains(note, []byte("no longer kept")) {
				t.Errorf("in the place of the old file stands %s", note)
			}
			for _, url := range urls[1:] {
				b.fetch(url, 200)
				fetch(t, page(url), 200)
			}
		})
	}
}
