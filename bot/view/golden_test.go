package view

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"xiangqibot/bot/words"
)

var updateViews = flag.Bool("update", false, "write the messages as they are now into testdata")

// What each situation reads like in each language lies in testdata. After a wanted change: go test ./bot/view -run View
// -update, and read what has changed.
func TestViews(t *testing.T) {
	v := testView()
	for _, situation := range situations {
		t.Run(situation.name, func(t *testing.T) {
			golden(t, situation.name, func(lang words.Language) string {
				return inWords(situation.reply(t, v, viewer(t, lang, situation.reads)))
			})
		})
	}
}

// golden compares a text in every language with the file of that name.
func golden(t *testing.T, name string, say func(words.Language) string) {
	t.Helper()
	var got txtar.Archive
	for _, lang := range testPhrases(t).Languages() {
		text := say(lang)
		for _, fault := range []string{"<no value>", "<@>", "[refusal.", "[why.", "%!"} {
			if strings.Contains(text, fault) {
				t.Errorf("%s: something is missing: %s", lang, text)
			}
		}
		got.Files = append(got.Files, txtar.File{Name: string(lang), Data: []byte(text + "\n")})
	}
	file := filepath.Join("testdata", name+".txtar")
	if *updateViews {
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, txtar.Format(&got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if diff := cmp.Diff(string(want), string(txtar.Format(&got))); diff != "" {
		t.Errorf("%s (-want +got; after a wanted change, or with a new language, go test ./bot/view -update writes it):\n%s", file, diff)
	}
}

// inWords writes a reply down as a person meets it.
func inWords(reply Reply) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	var flags []string
	if reply.Private {
		flags = append(flags, "private")
	}
	if reply.Pressed != Kept {
		flags = append(flags, "in place")
	}
	for _, p := range reply.Ping {
		flags = append(flags, "pings "+string(p))
	}
	if len(flags) > 0 {
		line("(%s)", strings.Join(flags, ", "))
	}
	if reply.Text != "" {
		line("%s", reply.Text)
	}
	if e := reply.Embed; e != nil {
		line("| %s", e.Title)
		for text := range strings.SplitSeq(e.Description, "\n") {
			line("|   %s", text)
		}
		for _, f := range e.Fields {
			line("|   %s: %s", f.Name, strings.ReplaceAll(f.Value, "\n", " / "))
		}
		if e.Footer != nil {
			line("| %s", e.Footer.Text)
		}
	}
	if reply.Picture != nil {
		line("picture: %s", reply.Picture.Alt)
	}
	for _, row := range reply.Rows {
		var buttons []string
		for _, c := range row.(discordgo.ActionsRow).Components {
			switch c := c.(type) {
			case discordgo.Button:
				buttons = append(buttons, "["+c.Label+"]")
			case discordgo.SelectMenu:
				line("{%s}", c.Placeholder)
				for _, o := range c.Options {
					chosen := ""
					if o.Default {
						chosen = " *"
					}
					line("  %s = %s: %s%s", o.Label, o.Value, o.Description, chosen)
				}
			}
		}
		if len(buttons) > 0 {
			line("%s", strings.Join(buttons, " "))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
