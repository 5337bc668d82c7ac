package story

import (
	"fmt"
	"strings"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// text is a message as a script reads it: all that a person could see of it, line by line.
func text(m *wire.Message) string {
	var lines []string
	add := func(parts ...string) {
		line := strings.TrimSpace(strings.Join(parts, " "))
		if line != "" {
			lines = append(lines, line)
		}
	}
	switch {
	case m.Loading:
		add("(thinking…)")
	case m.Failed != "":
		add(m.Failed)
	}
	add(m.Content)
	for _, e := range m.Embeds {
		if e.Author != nil {
			add(e.Author.Name)
		}
		add(e.Title)
		add(e.Description)
		for _, f := range e.Fields {
			add(f.Name + ": " + f.Value)
		}
		if e.Footer != nil {
			add(e.Footer.Text)
		}
	}
	for _, a := range m.Attachments {
		if strings.HasPrefix(a.ContentType, "image/") {
			add("🖼", a.Filename+":", a.Description)
			continue
		}
		add("📎", fmt.Sprintf("%s (%d bytes):", a.Filename, a.Size), a.Description)
	}
	for i := range m.Components {
		componentText(&m.Components[i], add)
	}
	if m.EphemeralFor != "" {
		add("(only for one)")
	}
	return named(strings.Join(lines, "\n"))
}

func componentText(c *wire.Component, add func(...string)) {
	switch {
	case c.Type == wire.ActionRow:
		var faces []string
		for i := range c.Components {
			if b := &c.Components[i]; b.Type == wire.Button {
				off := ""
				if b.Disabled {
					off = " off"
				}
				faces = append(faces, "["+strings.TrimSpace(face(b))+off+"]")
			} else {
				componentText(b, add)
			}
		}
		add(faces...)
		return
	case c.IsSelect():
		labels := make([]string, len(c.Options))
		for i, o := range c.Options {
			labels[i] = o.Label
		}
		add("<"+c.Placeholder+">", strings.Join(labels, " | "))
		return
	case c.Type == wire.Button:
		add("[" + strings.TrimSpace(face(c)) + "]")
		return
	}
	add(c.Content)
	add(c.Description)
	for _, item := range c.Items {
		add(item.Description)
	}
	for i := range c.Components {
		componentText(&c.Components[i], add)
	}
	if c.Accessory != nil {
		componentText(c.Accessory, add)
	}
}

// named puts names in the place of mentions.
func named(s string) string {
	return strings.NewReplacer(
		"<@"+string(playground.AliceID)+">", "@红 Alice",
		"<@"+string(playground.BobID)+">", "@黑 Bob",
		"<@"+string(playground.CarolID)+">", "@Carol",
	).Replace(s)
}

func containsAll(s string, texts []string) bool {
	for _, t := range texts {
		if !strings.Contains(s, t) {
			return false
		}
	}
	return true
}
