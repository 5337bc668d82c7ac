package discord

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// playing returns a client of the simulated Discord, which refuses what the real one would. Every request is checked
// against Discord's OpenAPI description.
func playing(t *testing.T) (*Client, *playground.Server) {
	t.Helper()
	allowed := openapi.Watch(t)
	rates := ratelimit.DiscordRates()
	rates.Threads = ratelimit.Rate{} // no limit: its ten changes in ten seconds would only make the tests long
	server, err := playground.New(playground.Options{Rates: &rates, OnRequest: func(e playground.Exchange) { allowed(e) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return NewClient(server.Token(), server.Transport(), server.Clock().Now), server
}

// only returns the message of that id, which has to be the only one.
func only(t *testing.T, server *playground.Server, id string) *wire.Message {
	t.Helper()
	list := server.Messages()
	if len(list) != 1 || list[0].ID != wire.ID(id) {
		t.Fatalf("there is %+v, want message %s alone", list, id)
	}
	return list[0]
}

const xiangqi = string(playground.XiangqiID)

// picture is a PNG of one point.
var picture = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x56\xc7\x2f\x0d\x00\x00\x00\x00IEND\xaeB`\x82")

func TestPostEditDelete(t *testing.T) {
	c, server := playing(t)
	button := rowOf("press")
	id, err := c.Post(t.Context(), xiangqi, Message{
		Text: "before", Rows: button, Files: []File{{Name: "old.png", Type: "image/png", Data: picture, Alt: "the old one"}},
	}, "a")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Post(t.Context(), xiangqi, Message{Text: "other words"}, "a"); err != nil || again != id {
		t.Errorf("the same nonce posted %s, %v; want the first message %s", again, err, id)
	}
	if err := c.Edit(t.Context(), xiangqi, id, Message{
		Text: "after", Rows: button, Files: []File{{Name: "new.png", Type: "image/png", Data: picture, Alt: "the new one"}},
	}); err != nil {
		t.Fatal(err)
	}
	if m := only(t, server, id); m.Content != "after" || len(m.Attachments) != 1 || m.Attachments[0].Filename != "new.png" || m.Attachments[0].Description != "the new one" || len(m.Components) != 1 {
		t.Errorf("after the edit there is %+v", m)
	}
	if err := c.Edit(t.Context(), xiangqi, id, Message{KeepContent: true, Rows: rowOf("another")}); err != nil {
		t.Fatal(err)
	}
	if m := only(t, server, id); m.Content != "after" || len(m.Attachments) != 1 || len(m.Components) != 1 || m.Components[0].Components[0].CustomID != "another" {
		t.Errorf("an edit that keeps left %+v", m)
	}
	if err := c.Edit(t.Context(), xiangqi, id, Message{Text: "words alone"}); err != nil {
		t.Fatal(err)
	}
	if m := only(t, server, id); m.Content != "words alone" || len(m.Attachments) != 0 {
		t.Errorf("an edit without a picture left %+v", m)
	}
	for range 2 {
		if err := c.Delete(t.Context(), xiangqi, id); err != nil {
			t.Errorf("Delete = %v", err)
		}
	}
	if list := server.Messages(); len(list) != 0 {
		t.Errorf("deleted, there is still %+v", list)
	}
}

func TestRemoveControls(t *testing.T) {
	c, server := playing(t)
	id, err := c.Post(t.Context(), xiangqi, Message{
		Text: "words", Rows: rowOf("press"), Files: []File{{Name: "board.png", Type: "image/png", Data: picture}},
	}, "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.RemoveControls(t.Context(), xiangqi, id, nil); err != nil {
		t.Fatal(err)
	}
	if m := only(t, server, id); m.Content != "words" || len(m.Attachments) != 1 || len(m.Components) != 0 {
		t.Errorf("retired, the message is %+v", m)
	}
	if embed, err := c.Embed(t.Context(), xiangqi, id); embed != nil || err != nil {
		t.Errorf("Embed = %+v, %v where there is none", embed, err)
	}
	card := &discordgo.MessageEmbed{Title: "card", Fields: []*discordgo.MessageEmbedField{{Name: "n", Value: "v"}}}
	if err := c.RemoveControls(t.Context(), xiangqi, id, card); err != nil {
		t.Fatal(err)
	}
	embed, err := c.Embed(t.Context(), xiangqi, id)
	if err != nil || embed == nil || embed.Title != "card" || len(embed.Fields) != 1 || len(only(t, server, id).Attachments) != 1 {
		t.Errorf("Embed = %+v, %v; files %+v", embed, err, only(t, server, id).Attachments)
	}
}

func TestThread(t *testing.T) {
	c, server := playing(t)
	board, err := c.Post(t.Context(), xiangqi, Message{Text: "the board"}, "a")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("帅", threadNameLimit+1)
	for _, name := range []string{"  " + long + " ", "another name, too late"} {
		thread, err := c.OpenThread(t.Context(), xiangqi, board, name)
		if err != nil || thread != board {
			t.Fatalf("OpenThread = %s, %v; want the message's id %s", thread, err, board)
		}
	}
	thread := board
	is := func(name string, archived bool) {
		t.Helper()
		if got, there := server.Channel(wire.ID(thread)); !there || got.Name != name || got.Thread.Archived != archived {
			t.Errorf("the thread is %+v, want %q, archived %v", got, name, archived)
		}
	}
	is(strings.Repeat("帅", threadNameLimit-1)+"…", false)
	post := func(nonce string) {
		t.Helper()
		if _, err := c.Post(t.Context(), thread, Message{Text: "a move"}, nonce); err != nil {
			t.Fatal(err)
		}
	}
	post("b")
	if err := c.RenameThread(t.Context(), thread, "Alice – Bob"); err != nil {
		t.Error(err)
	}
	is("Alice – Bob", false)
	if err := c.ArchiveThread(t.Context(), thread, ""); err != nil {
		t.Error(err)
	}
	is("Alice – Bob", true)
	if err := c.RenameThread(t.Context(), thread, "x"); !HasCode(err, CodeArchivedThread) {
		t.Errorf("an archived thread was renamed: %v", err)
	}
	for _, name := range []string{"", "1–0 Alice – Bob", "1–0 Alice – Bob"} { // archived already
		if err := c.ArchiveThread(t.Context(), thread, name); err != nil {
			t.Errorf("ArchiveThread with the name %q: %v", name, err)
		}
	}
	is("1–0 Alice – Bob", true)
	post("c")
	if err := c.ArchiveThread(t.Context(), thread, "the end"); err != nil {
		t.Error(err)
	}
	is("the end", true)
	// Somebody else archives the thread after it was reopened.
	err = c.WithThreadUnarchived(t.Context(), thread, func() error { return c.ArchiveThread(t.Context(), thread, "") })
	if err != nil {
		t.Errorf("WithThreadUnarchived: %v", err)
	}
	is("the end", true)
}
