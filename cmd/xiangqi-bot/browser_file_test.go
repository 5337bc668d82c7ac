package main_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
)

// archive is a bot that keeps what it is given: a command of subcommands, one of them with files. It answers on the
// playground that it returns.
func archive(t *testing.T) *playground.Server {
	t.Helper()
	srv, err := playground.New(playground.Options{Rates: &ratelimit.Rates{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	d, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	d.Client = &http.Client{Transport: srv.Transport()}
	d.Identify.Intents = discordgo.IntentGuilds
	d.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := keepFiles(s, i.Interaction); err != nil {
			t.Error(err)
		}
	})
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	chinese := func(name string) map[discordgo.Locale]string {
		return map[discordgo.Locale]string{discordgo.ChineseCN: name}
	}
	manager := int64(discordgo.PermissionManageGuild)
	file, text, sub := discordgo.ApplicationCommandOptionAttachment, discordgo.ApplicationCommandOptionString, discordgo.ApplicationCommandOptionSubCommand
	names, ofMenu := chinese("棋谱"), chinese("收下文字")
	_, err = d.ApplicationCommandBulkOverwrite(string(playground.ApplicationID), "", []*discordgo.ApplicationCommand{
		{Name: "record", NameLocalizations: &names, Description: "Games as files", Options: []*discordgo.ApplicationCommandOption{
			{Type: sub, Name: "import", NameLocalizations: chinese("导入"), Description: "Bring a game", Options: []*discordgo.ApplicationCommandOption{
				{Type: file, Name: "file", NameLocalizations: chinese("文件"), Description: "A record of any format"},
				{Type: text, Name: "text", NameLocalizations: chinese("文字"), Description: "Or the moves themselves"}}},
			{Type: sub, Name: "show", NameLocalizations: chinese("显示"), Description: "Look at a game again"},
			{Type: sub, Name: "export", NameLocalizations: chinese("导出"), Description: "Take a game home"}}},
		{Name: "Keep text", NameLocalizations: &ofMenu, Type: discordgo.MessageApplicationCommand},
		{Name: "clear", Description: "Throw all away", DefaultMemberPermissions: &manager},
	})
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// keepFiles gives each file back, as the real thing would a record and its picture.
func keepFiles(s *discordgo.Session, i *discordgo.Interaction) error {
	data := &discordgo.InteractionResponseData{Content: "kept"}
	given := i.ApplicationCommandData()
	if given.TargetID != "" {
		data.Content = "kept " + given.Resolved.Messages[given.TargetID].Content
	}
	for _, sub := range given.Options {
		for _, o := range sub.Options {
			if o.Type != discordgo.ApplicationCommandOptionAttachment {
				data.Content = "read: " + o.StringValue()
				continue
			}
			id, _ := o.Value.(string)
			file := given.Resolved.Attachments[id]
			res, err := s.Client.Get(file.URL)
			if err != nil {
				return err
			}
			defer res.Body.Close()
			game, err := io.ReadAll(res.Body)
			if err != nil {
				return err
			}
			data.Content = fmt.Sprintf("kept %s of %d bytes", file.Filename, len(game))
			data.Files = append(data.Files, &discordgo.File{Name: "kept-" + file.Filename, ContentType: file.ContentType, Reader: strings.NewReader(string(game))})
		}
	}
	return s.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: data})
}

// record is a text long enough to be shown in part.
var record = "[Event \"友谊赛\"]\n" + strings.Repeat("1. 炮二平五 马8进7\n", 20)

// A file is chosen, dropped, taken away again and sent; what comes back is a card with the beginning of its text.
func filesOnThePage(t *testing.T, m machine) {
	b := m.browse(t, archive(t).URL(), asAlice)
	b.until(`document.querySelector("#bot-status.online")`)

	// Each subcommand is an entry of its own, in the person's language.
	b.do(focusBox)
	b.keys("/棋谱")
	b.until(`[...document.querySelectorAll(".suggestion-label")].map((node) => node.textContent).join() === "/棋谱 导入,/棋谱 显示,/棋谱 导出"`)
	b.press("Tab")
	b.until(`document.querySelector(".command-line") && document.querySelectorAll(".suggestion").length === 2`)
	b.keys("文件:")
	b.until(`document.activeElement.dataset.option === "file"`)

	// drop gives the page a file, as if it was let go above it.
	drop := func(name, text string) {
		b.t.Helper()
		ask[bool](b, fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			data.items.add(new File([%s], %q));
			return document.querySelector("#messages").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
		})()`, text, name))
	}
	field := func() string { return ask[string](b, `document.querySelector("[data-option=file]")?.value ?? "none"`) }
	drop("large.pgn", `new Uint8Array(10 * 1024 * 1024 + 1)`)
	if complaint := ask[string](b, `document.querySelector(".complaint").textContent`); !strings.Contains(complaint, "10.0 MB") || field() != "" {
		t.Errorf("a file too large is answered with %q, and the field has %q", complaint, field())
	}
	drop("wrong.pgn", `"x"`)
	if got := field(); got != "wrong.pgn" {
		t.Errorf("after dropping a file the field has %q", got)
	}
	b.click(".file-remove")
	if got := field(); got != "" {
		t.Errorf("after removing the file the field has %q", got)
	}
	ask[bool](b, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%q], "game.pgn"));
		const picker = document.querySelector(".chip input[type=file]");
		picker.files = data.files;
		return picker.dispatchEvent(new Event("change"));
	})()`, record))
	if got := field(); got != "game.pgn" {
		t.Errorf("after choosing a file the field has %q", got)
	}
	b.press("Enter")
	b.until(`document.querySelector("#messages .file-text")`)
	if got := ask[string](b, `document.querySelector("#messages .file-words").textContent`); !strings.Contains(got, "kept-game.pgn") {
		t.Errorf("the card says %q", got)
	}
	if got := ask[string](b, `document.querySelector("#messages .context").textContent`); !strings.Contains(got, "/棋谱 导入") {
		t.Errorf("the message says that %q", got)
	}
	lines := `document.querySelector("#messages .file-text").textContent.split("\n").length`
	if n := ask[int](b, lines); n != 6 {
		t.Errorf("of the text %d lines are shown", n)
	}
	b.click("#messages .file button")
	if n := ask[int](b, lines); n != 21 {
		t.Errorf("when asked for, %d lines are shown", n)
	}
	back := ask[string](b, `fetch(document.querySelector("#messages .file a").href).then((answer) => answer.text())`)
	if back != record {
		t.Errorf("the file came back as %q", back)
	}

	// Without a place for it a file is refused in words, and the page stays.
	drop("game.pgn", `"x"`)
	b.until(`document.querySelector(".complaint").textContent !== ""`)

	// A message has the commands of its menu, by a button and by the mouse's other one, and says which was used.
	b.line("炮二平五")
	const message, entry = `#messages [data-message]:has(.tools .menu)`, `.menu-list:popover-open [data-value="Keep text"]`
	b.until(`document.querySelectorAll('` + message + `').length === 2`) // what the bot answered has one as well
	ask[bool](b, `[...document.querySelectorAll('`+message+`')].at(-1).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))`)
	b.until(`document.querySelector('` + entry + `')`)
	if words := ask[string](b, `document.querySelector('`+entry+`').innerText`); words != "收下文字" {
		t.Errorf("the menu offers %q", words)
	}
	b.click(entry)
	b.until(lastText + `.includes("kept 炮二平五")`)
	if got := ask[string](b, lastText); !strings.Contains(got, "收下文字") || strings.Contains(got, "/收下文字") {
		t.Errorf("the answer says %q", got)
	}

	// Commands for managers are offered to them only.
	b.press("Alt+2")
	b.until(`document.documentElement.lang === "en-US"`)
	b.do(focusBox)
	b.keys("/")
	b.until(`document.querySelectorAll(".suggestion").length === 3`)
	b.press("Backspace")
	b.pick("rights", "manager")
	b.until(`document.querySelector('[data-control="rights"]').textContent.includes("🛡")`)
	b.do(focusBox)
	b.keys("/")
	b.until(`document.querySelectorAll(".suggestion").length === 4`)

	b.size(390, 844)
	b.until(`innerWidth === 390`)
	if wide := ask[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d pixels wide on a screen of 390", wide)
	}
	b.until(`!document.querySelector("#sidebar .channel").checkVisibility({ visibilityProperty: true })`)
}
