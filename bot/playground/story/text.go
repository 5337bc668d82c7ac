package story

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

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

func buttonText(c *wire.Component) string {
	if c.Emoji != nil {
		return c.Emoji.Name + " " + c.Label
	}
	return c.Label
}

func containsAll(s string, texts []string) bool {
	for _, t := range texts {
		if !strings.Contains(s, t) {
			return false
		}
	}
	return true
}

var (
	mention        = regexp.MustCompile(`<(@[!&]?|#)\d+>`)
	commandMention = regexp.MustCompile(`</([^:>\n]+):\d+>`)
)

// text returns a message as it reads now, with mentions as names and formatted timestamps. The client's lock is held.
func (c *client) text(m *wire.Message) string {
	shown := commandMention.ReplaceAllString(c.formatTimestamps(text(m)), "/$1")
	return mention.ReplaceAllStringFunc(shown, func(found string) string {
		if name := c.names[wire.ID(strings.Trim(found, "<@!&#>"))]; name != "" {
			return name
		}
		return found
	})
}

var timestamp = regexp.MustCompile(`<t:(-?\d{1,13})(?::([TDfR]))?>`)

// formatTimestamps formats the Discord timestamps in a text, by the playground's clock. The client's lock is held.
func (c *client) formatTimestamps(s string) string {
	return timestamp.ReplaceAllStringFunc(s, func(found string) string {
		parts := timestamp.FindStringSubmatch(found)
		seconds, _ := strconv.ParseInt(parts[1], 10, 64) // at most 13 digits
		return formatTimestamp(time.Unix(seconds, 0).UTC(), parts[2], time.Now().Add(c.clockOffset))
	})
}

// formatTimestamp formats a time in the style of <t:…:STYLE>, in English and UTC.
func formatTimestamp(t time.Time, style string, now time.Time) string {
	switch style {
	case "T":
		return t.Format("15:04:05")
	case "D":
		return t.Format("2 January 2006")
	case "R":
		return relative(t.Sub(now))
	}
	return t.Format("2 January 2006 15:04")
}

// relative formats the distance of a time in the largest unit that rounds to at least one: "in 3 days", "1 hour ago". A
// time slightly less than a day away is a day away.
func relative(d time.Duration) string {
	const day = 24 * time.Hour
	units := []struct {
		name string
		size time.Duration
		most float64 // from this number on the next unit is used
	}{
		{"second", time.Second, 60}, {"minute", time.Minute, 60}, {"hour", time.Hour, 24}, {"day", day, 30},
		{"month", 30 * day, 12}, {"year", 365 * day, math.Inf(1)},
	}
	for _, u := range units {
		n := math.Round(math.Abs(d.Seconds()) / u.size.Seconds())
		if n >= u.most {
			continue
		}
		name := u.name
		if n != 1 {
			name += "s"
		}
		if d < 0 {
			return fmt.Sprintf("%.0f %s ago", n, name)
		}
		return fmt.Sprintf("in %.0f %s", n, name)
	}
	return "" // not reached: the last unit has no limit
}
