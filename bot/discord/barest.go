package discord

import (
	"cmp"
	"context"
	"strings"
)

// Messages that Discord does not take as they are. What they have to say is worth more than how it looks: a game must
// not fall silent over a button.

// simplify sends a message, and where Discord does not take it sends its barest form once. What was wrong is a fault of
// the program: Simplified is told of it.
func (c *Client) simplify(ctx context.Context, m Message, send func(Message) error) error {
	err := send(m)
	if !formRefused(err) || c.patience != waits && HasCode(err, 0) {
		return err // what a front said once may be wrong a moment later
	}
	barest, less := m.barest()
	if !less {
		return err
	}
	if c.Simplified != nil {
		c.Simplified(ctx, err)
	}
	return send(barest)
}

// barest is the message as words alone: no picture, no card, no controls, and nobody is notified. It reports whether
// that is less than the message was, and not nothing.
func (m Message) barest() (Message, bool) {
	if m.Keep || m.Embed == nil && len(m.Rows) == 0 && len(m.Files) == 0 && len(m.Ping) == 0 && len(m.Call) == 0 {
		return m, false
	}
	text := m.Text
	if m.Embed != nil && text == "" {
		text = strings.TrimSpace(m.Embed.Title + "\n" + m.Embed.Description)
	}
	for _, file := range m.Files {
		text = cmp.Or(text, file.Alt)
	}
	return Message{Text: text, Private: m.Private, InPlace: m.InPlace, ReplyTo: m.ReplyTo, Check: m.Check}, text != ""
}
