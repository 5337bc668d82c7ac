package viewtest

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
)

// BreaksLimits says which of Discord's limits a message breaks, "" for none. It knows them from Discord's documentation
// and shares nothing with the code that keeps them.
func BreaksLimits(m discord.Message) string {
	units := func(text string) int { return len(utf16.Encode([]rune(text))) }
	long := func(what, text string, least, most int) string {
		if n := units(text); n < least || n > most {
			return fmt.Sprintf("%s has %d characters, %d to %d are allowed: %q", what, n, least, most, text)
		}
		return ""
	}
	var problems []string
	check := func(problem string) {
		if problem != "" {
			problems = append(problems, problem)
		}
	}
	check(long("the text", m.Text, 0, 2000))
	if m.Text == "" && m.Embed == nil && len(m.Files) == 0 {
		check("the message is empty")
	}
	if e := m.Embed; e != nil {
		check(long("the title", e.Title, 0, 256))
		check(long("the description", e.Description, 0, 4096))
		sum := units(e.Title) + units(e.Description)
		if len(e.Fields) > 25 {
			check(fmt.Sprintf("%d fields", len(e.Fields)))
		}
		for _, f := range e.Fields {
			check(long("a field's name", f.Name, 1, 256))
			check(long("a field", f.Value, 1, 1024))
			sum += units(f.Name) + units(f.Value)
		}
		if e.Footer != nil {
			check(long("the footer", e.Footer.Text, 0, 2048))
			sum += units(e.Footer.Text)
		}
		if sum > 6000 {
			check(fmt.Sprintf("the embed has %d characters in all", sum))
		}
	}
	for _, f := range m.Files {
		check(long("the alternative text", f.Alt, 1, 1024))
	}
	if len(m.Rows) > 5 {
		check(fmt.Sprintf("%d rows", len(m.Rows)))
	}
	ids := make(map[string]bool)
	id := func(text string) {
		check(long("a custom id", text, 1, 100))
		if ids[text] {
			check("the custom id " + text + " comes twice")
		}
		ids[text] = true
	}
	for _, row := range m.Rows {
		components := row.(discordgo.ActionsRow).Components
		if len(components) < 1 || len(components) > 5 {
			check(fmt.Sprintf("a row of %d components", len(components)))
		}
		for _, c := range components {
			switch c := c.(type) {
			case discordgo.Button:
				check(long("a button", c.Label, 1, 80))
				id(c.CustomID)
			case discordgo.SelectMenu:
				if len(components) != 1 {
					check("a menu that is not alone in its row")
				}
				id(c.CustomID)
				check(long("a placeholder", c.Placeholder, 0, 150))
				if len(c.Options) < 1 || len(c.Options) > 25 {
					check(fmt.Sprintf("a menu of %d", len(c.Options)))
				}
				values := make(map[string]bool)
				for _, o := range c.Options {
					check(long("a choice", o.Label, 1, 100))
					check(long("a choice's value", o.Value, 1, 100))
					check(long("a choice's description", o.Description, 0, 100))
					if values[o.Value] {
						check("the value " + o.Value + " comes twice")
					}
					values[o.Value] = true
				}
			default:
				check(fmt.Sprintf("a component of type %T", c))
			}
		}
	}
	if len(problems) == 0 {
		return ""
	}
	return fmt.Sprint(problems)
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

// CutLines says what is wrong with a message that is a title and a list of lines which all end alike, of which those
// that do not fit are left out whole; "" for nothing.
func CutLines(m discord.Message, end string) string {
	if problem := BreaksLimits(m); problem != "" {
		return problem
	}
	lines := strings.Split(m.Text, "\n")[1:]
	if last := len(lines) - 1; lines[last] == "…" {
		lines = lines[:last]
	}
	if len(lines) < 5 {
		return fmt.Sprintf("%d lines are left", len(lines))
	}
	for _, line := range lines {
		if !strings.HasSuffix(line, end) {
			return fmt.Sprintf("a line is cut: %q", line)
		}
	}
	return ""
}
