package story

import (
	"fmt"
	"regexp"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// text returns everything that a person sees of a message, line by line.
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
	for _, row := range m.Components {
		var buttons []string
		for i := range row.Components {
			c := &row.Components[i]
			if c.IsSelect() {
				labels := make([]string, len(c.Options))
				for i, o := range c.Options {
					labels[i] = o.Label
				}
				add("<"+c.Placeholder+">", strings.Join(labels, " | "))
				continue
			}
			off := ""
			if c.Disabled {
				off = " off"
			}
			buttons = append(buttons, "["+strings.TrimSpace(buttonText(c))+off+"]")
		}
		add(buttons...)
	}
	for _, r := range m.Reactions {
		add("(reaction " + r.Emoji.Name + ")")
	}
	if m.EphemeralFor != "" {
		add("(only for one)")
	}
	return strings.Join(lines, "\n")
}

// text returns a message as it reads now, with mentions as names and formatted timestamps. The client's lock is held.
func (w *client) text(m *wire.Message) string {
	shown := commandMention.ReplaceAllString(w.formatTimestamps(text(m)), "/$1")
	return mention.ReplaceAllStringFunc(shown, func(found string) string {
		if name := w.names[wire.ID(strings.Trim(found, "<@!&#>"))]; name != "" {
			return name
		}
		return found
	})
}

var (
	mention        = regexp.MustCompile(`<(@[!&]?|#)\d+>`)
	commandMention = regexp.MustCompile(`</([^:>\n]+):\d+>`)
)

// text returns a message as the person reads it. The client's lock is held.
func (a *actor) text(m *wire.Message) string {
	if m.ChannelID == a.dm && m.EphemeralFor == "" {
		return a.story.client.text(m) + "\n(direct message)"
	}
	return a.story.client.text(m)
}

func containsAll(s string, texts []string) bool {
	for _, t := range texts {
		if !strings.Contains(s, t) {
			return false
		}
	}
	return true
}
