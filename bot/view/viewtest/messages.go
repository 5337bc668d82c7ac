package viewtest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/playground/wire"
)

// BreaksLimits says why Discord would refuse a message, or what of it is cut before it is sent; "" for nothing.
func BreaksLimits(m discord.Message) string {
	if discord.Cut(m.Text, discord.TextLimit) != m.Text {
		return fmt.Sprintf("the text is cut: %q", m.Text)
	}
	var files []wire.FormFile
	for n, f := range m.Files {
		if f.Alt == "" || discord.Cut(f.Alt, discord.AltLimit) != f.Alt {
			return fmt.Sprintf("the alternative text is none, or cut: %q", f.Alt)
		}
		files = append(files, wire.FormFile{N: wire.ID(strconv.Itoa(n)), Filename: f.Name, ContentType: f.Type, Data: f.Data})
	}
	body, err := m.Form()
	if err != nil {
		return err.Error()
	}
	var form wire.MessageForm
	if err := wire.Decode(body, &form); err != nil {
		return err.Error()
	}
	if err := form.Check(true, files, nil); err != nil {
		return err.Error()
	}
	return ""
}

// InWords writes a message down as a person meets it.
func InWords(m discord.Message) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	var flags []string
	if m.Private {
		flags = append(flags, "private")
	}
	if m.InPlace {
		flags = append(flags, "in place")
	}
	for _, p := range m.MentionUsers {
		flags = append(flags, "pings "+p)
	}
	if len(flags) > 0 {
		line("(%s)", strings.Join(flags, ", "))
	}
	if m.Text != "" {
		line("%s", m.Text)
	}
	if e := m.Embed; e != nil {
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
	for _, f := range m.Files {
		if f.Type == "image/png" {
			line("picture: %s", f.Alt)
		}
	}
	for _, row := range m.Rows {
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

// CoordinatesIn counts what looks like a point of the board in a text, but for the four letters of a move.
func CoordinatesIn(text string) int {
	n := 0
	for i := range len(text) - 1 {
		if text[i] >= 'a' && text[i] <= 'i' && text[i+1] >= '0' && text[i+1] <= '9' &&
			(i == 0 || text[i-1] < '0' || text[i-1] > '9' && text[i-1] < 'a' || text[i-1] > 'z') {
			n++
		}
	}
	return n
}
